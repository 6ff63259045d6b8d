'use strict';
// Generated from src/sso_login/web/error_page.ts by "make ucode"; do not edit.

/**
 * The error page for people: the headline, advice, the ways on, a reference; in the browser's language, without a script. Of the request
 * it shows nothing but a page to return to, in a link. A headline (an id in `words`, by explain/explanation) joins failures that call for the
 * same words and ways on.
 */

import { key_of, starts_with } from 'sso_login.ecma';
import { percent_encode } from 'sso_login.io.bytes';
import { first, start_path, style_path } from 'sso_login.base.public_names';
import { fill } from 'sso_login.base.log_texts';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { headline_of as explanation_headline_of } from 'sso_login.explain.explanation';
import { is_return_path } from 'sso_login.settings.option_forms';
import { path as webui_path } from 'sso_login.settings.webui';
import { describe as errors_describe } from 'sso_login.web.errors';
import { goes_on as late_callback_goes_on, address as late_callback_address } from 'sso_login.web.late_callback';
import { choose_language } from 'sso_login.web.negotiation';
import { of_page } from 'sso_login.web.provider_choice';
import { redirect, html_page } from 'sso_login.web.responses';

/** Headlines after which another account may have a role, and those that neither a login nor a password mends. */
const with_account = ["refused", "not_allowed", "no_page", "too_weak"];
const without_login = ["logout_link", "no_https", "not_found", "too_large"];

/** Headlines whose words speak of the password. */
const of_password = ["not_available", "switched_off"];

/** A text as it may be in HTML, also in an attribute. */
function escape_html(text) {
	const amp = join("&gt;", split(join("&lt;", split(join("&amp;", split(text, "&")), "<")), ">"));
	return join("&quot;", split(amp, '"'));
}

/** The page at which the refused login was to end: that of the login, or the one that a refused start names. */
function return_page_of(request, failure) {
	const of_start = request.path !== "/callback" ? request.query.values.return_to : null;
	return (failure.answer ?? {}).return_to ?? of_start;
}

/** The address of a start at a provider that leads back to a page, with these parameters (endpoints/start). */
function start_address(provider, page, base, wishes) {
	const params = [...(provider !== first ? ["provider=" + provider] : []), ...wishes];
	if (page !== null && is_return_path(page, base)) {
		push(params, "return_to=" + percent_encode(page));
	}
	return start_path + (length(params) > 0 ? "?" + join("&", params) : "");
}

/** The mark of a login that begins again by itself. */
const again = "again=1";

/** The landing page's answer where a login may begin again. A redirect keeps what tells the start which site has begun all this. */
export function begin_again(io, request) {
	const provider = of_page(io, request);
	const page = request.query.values.return_to;
	return redirect(start_address(provider, page, webui_path(io), [again]), []);
};

/** The ways on below a headline. */
function ways_of(headline, router, answer) {
	const host = router.host;
	const base = router.base;
	const is_closed = router.is_closed;
	const list = [];
	if (answer.log_out_at !== null) {
		push(list, { label: "provider", address: answer.log_out_at });
	}
	if (headline === "other_name" && type(host) == "string") {
		push(list, { label: "registered", address: "https://" + host + start_path });
	} else if (headline === "too_old") {
		push(list, { label: "again", address: router.start_with(["prompt=login"]) });
	} else if (starts_with(headline, "busy")) {
		// The request itself: a callback that had to wait has not used up its login.
		push(list, { label: "again", address: "" });
	} else if (!(index(without_login, headline) >= 0) && (is_closed || !(index(of_password, headline) >= 0))) {
		push(list, { label: "again", address: router.start_with([]) });
	}
	if ((index(with_account, headline) >= 0)) {
		const refused = answer.account !== null ? ["refused=" + answer.account] : [];
		push(list, { label: "account", address: router.start_with([...["prompt=select_account"], ...refused]) });
	}
	if (!(index(without_login, headline) >= 0)) {
		if (!is_closed) {
			push(list, { label: "password", address: base + "?local=1" });
		}
	} else if (headline !== "no_https") {
		push(list, { label: "interface", address: base });
	}
	return list;
}

/** The page of a failure; `is_closed` while no password opens a session. */
export function make(io, request, failure, reference, is_closed) {
	const spoken = choose_language(request.accept_language);
	const facts = failure_facts_open(failure);
	const host = facts.redirect_host;
	const answer = failure.answer ?? {};
	const seconds = answer.retry_after;
	const places = {
		address: type(host) == "string" ? escape_html("https://" + host + "/") : null,
		seconds: seconds !== null ? `${seconds}` : "60",
	};
	const speak = (id) => fill(spoken.words[key_of(id)] ?? "", places);
	const headline = explanation_headline_of(failure.error, facts);
	const return_page = return_page_of(request, failure);
	const goes_on = late_callback_goes_on(request, failure) && headline !== "other_name";
	const base = webui_path(io);
	const start_with = (wishes) => start_address(of_page(io, request), return_page, base, wishes);
	const next = late_callback_address(reference, start_with(failure.meaning === "begin_again" ? [again] : []));
	const refresh = '<meta http-equiv="refresh" content="0;url=' + escape_html(next) + '">\n';
	const ways = ways_of(headline, { host, base, is_closed, start_with }, answer);
	const links = map(ways, (way) => '<li><a href="' + escape_html(way.address) + '">' + speak(way.label) + "</a></li>\n");
	// The kinds of certificates share an advice.
	const own_advice = spoken.words[key_of(headline + "_advice")] !== null ? headline + "_advice" : "certificate_advice";
	const advice = is_closed && (index(of_password, headline) >= 0) ? "closed_advice" : own_advice;
	const not_asked = answer.log_out_at !== null ? "<p>" + speak("not_asked") + "</p>\n" : "";
	const list = length(links) > 0 ? "<ul>\n" + join("", links) + "</ul>\n" : "";
	const body = [
		'<!DOCTYPE html>\n<html lang="' + spoken.language + '">\n<head>\n<meta charset="utf-8">\n',
		'<meta name="viewport" content="width=device-width, initial-scale=1">\n',
		goes_on ? refresh : "",
		"<title>" + speak(headline) + "</title>\n",
		'<link rel="stylesheet" href="' + style_path + '">\n</head>\n<body>\n<main>\n',
		"<h1>" + speak(headline) + "</h1>\n<p>" + speak(advice) + "</p>\n",
		not_asked,
		list,
		is_closed ? "<p>" + speak("closed_way") + "</p>\n" : "",
		"<p>" + speak("reference") + " <code>" + escape_html(reference) + "</code></p>\n",
		"</main>\n</body>\n</html>\n",
	];
	return html_page(errors_describe(failure.error).status, [], join("", body));
};
