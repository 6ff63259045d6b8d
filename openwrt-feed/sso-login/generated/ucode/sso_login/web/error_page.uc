'use strict';
// Generated from src/sso_login/web/error_page.ts by "make ucode"; do not edit.

/**
 * The error page for people: what happened, what to do, the ways on, a reference; in the browser's language, without a script.
 * Nothing that a request says is shown, but a page to return to, in a link.
 */

import { is_number, key_of } from 'sso_login.ecma';
import { percent_encode } from 'sso_login.base.encoding';
import { first, start_path, style_path } from 'sso_login.base.names';
import { fill } from 'sso_login.base.texts';
import { facts_of } from 'sso_login.base.values';
import { is_return_path } from 'sso_login.settings.option_forms';
import { path } from 'sso_login.settings.webui';
import { cause_of } from 'sso_login.web.causes';
import { describe } from 'sso_login.web.errors';
import { spoken as languages_spoken } from 'sso_login.web.languages';
import { may_be, address as late_address } from 'sso_login.web.late';
import { query_param } from 'sso_login.web.request';
import { html_page } from 'sso_login.web.responses';

/** Causes after which another account may have a role, and causes that neither a login nor a password mends. */
const with_account = ["refused", "not_allowed", "no_page", "too_weak"];
const without_login = ["logout_link", "no_https", "not_found", "too_large"];

/** Causes whose words speak of the password. */
const of_password = ["not_available", "switched_off"];

/** A text as it may be in HTML, also in an attribute. */
function escape_html(text) {
	const amp = join("&gt;", split(join("&lt;", split(join("&amp;", split(text, "&")), "<")), ">"));
	return join("&quot;", split(amp, '"'));
}

/** A start at the same provider that leads back to the page that this one was to lead to; `prompt` is for the provider. */
function start_address(environment, base, prompt) {
	const name = environment.provider ?? first;
	const is_callback = environment.path_info === "/callback";
	const page = is_callback ? environment.return_to : query_param(environment.query_string, "return_to");
	const params = name !== first ? ["provider=" + name] : [];
	if (prompt !== null) {
		push(params, "prompt=" + prompt);
	}
	if (page !== null && is_return_path(page, base)) {
		push(params, "return_to=" + percent_encode(page));
	}
	return start_path + (length(params) > 0 ? "?" + join("&", params) : "");
}

/** The ways on from a cause. */
function ways_of(environment, base, cause, facts, is_closed) {
	const list = [];
	const host = facts.redirect_host;
	if (cause === "other_name" && type(host) == "string") {
		push(list, { label: "registered", address: "https://" + host + start_path });
	} else if (cause === "too_old") {
		push(list, { label: "again", address: start_address(environment, base, "login") });
	} else if (cause === "busy") {
		// The request itself: a callback that had to wait has not used up its login.
		push(list, { label: "again", address: "" });
	} else if (!(index(without_login, cause) >= 0) && (is_closed || !(index(of_password, cause) >= 0))) {
		push(list, { label: "again", address: start_address(environment, base) });
	}
	if ((index(with_account, cause) >= 0)) {
		push(list, { label: "account", address: start_address(environment, base, "select_account") });
	}
	if (!(index(without_login, cause) >= 0)) {
		if (!is_closed) {
			push(list, { label: "password", address: base + "?local=1" });
		}
	} else if (cause !== "no_https") {
		push(list, { label: "interface", address: base });
	}
	return list;
}

/** The page of a failure; `is_closed` while no password opens a session. */
export function make(io, environment, failure, reference, is_closed) {
	const spoken = languages_spoken(environment.accept_language);
	const facts = facts_of(failure);
	const host = facts.redirect_host;
	const seconds = facts.retry_after;
	const places = {
		address: type(host) == "string" ? escape_html("https://" + host + "/") : null,
		seconds: is_number(seconds) ? `${seconds}` : "60",
	};
	const speak = (id) => fill(spoken.words[key_of(id)] ?? "", places);
	const cause = cause_of(failure);
	const goes_on = may_be(environment, failure.error) && cause !== "other_name";
	const refresh = '<meta http-equiv="refresh" content="0;url=' + late_address(reference, environment.return_to) + '">\n';
	const ways = ways_of(environment, path(io), cause, facts, is_closed);
	const links = map(ways, (way) => '<li><a href="' + escape_html(way.address) + '">' + speak(way.label) + "</a></li>\n");
	const advice = is_closed && (index(of_password, cause) >= 0) ? "closed_advice" : cause + "_advice";
	const list = length(links) > 0 ? "<ul>\n" + join("", links) + "</ul>\n" : "";
	const body = [
		'<!DOCTYPE html>\n<html lang="' + spoken.language + '">\n<head>\n<meta charset="utf-8">\n',
		'<meta name="viewport" content="width=device-width, initial-scale=1">\n',
		goes_on ? refresh : "",
		"<title>" + speak(cause) + "</title>\n",
		'<link rel="stylesheet" href="' + style_path + '">\n</head>\n<body>\n<main>\n',
		"<h1>" + speak(cause) + "</h1>\n<p>" + speak(advice) + "</p>\n",
		list,
		"<p>" + speak("reference") + " <code>" + escape_html(reference) + "</code></p>\n",
		"</main>\n</body>\n</html>\n",
	];
	return html_page(describe(failure.error).status, [], join("", body));
};
