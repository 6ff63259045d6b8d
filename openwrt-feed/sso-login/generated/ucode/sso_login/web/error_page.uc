'use strict';
// Generated from src/sso_login/web/error_page.ts by "make ucode"; do not edit.

/**
 * The error page for people: what happened, what to do, the ways on, a reference; in the browser's language, without a script.
 * Nothing that a request says is shown, but a page to return to, in a link.
 */

import { array_includes, has_members, is_number, key_of } from 'sso_login.ecma';
import { percent_encode } from 'sso_login.base.encoding';
import { first, start_path, style_path } from 'sso_login.base.names';
import { fill } from 'sso_login.base.texts';
import { is_return_path } from 'sso_login.settings.option_forms';
import { path } from 'sso_login.settings.webui';
import { cause_of } from 'sso_login.web.causes';
import { describe } from 'sso_login.web.errors';
import * as late from 'sso_login.web.late';
import { language_of } from 'sso_login.web.negotiation';
import { query_param } from 'sso_login.web.requests';
import { html_page } from 'sso_login.web.responses';
import * as english from 'sso_login.web.words';

/** The languages of the page; the first is that of whoever names none of them. */
const languages = ["en", "de", "fr"];

/** Causes after which another account may have a role, causes that no login mends, and those where the provider is to ask for the login. */
const with_account = ["refused", "not_allowed", "no_page", "too_weak"];
const without_login = ["logout_link", "no_https", "not_found", "too_large", "not_available", "switched_off"];
const without_password = ["logout_link", "no_https", "not_found", "too_large"];

/** A text as it may stand in HTML, also in an attribute. */
function escape_html(text) {
	const amp = join("&gt;", split(join("&lt;", split(join("&amp;", split(text, "&")), "<")), ">"));
	return join("&quot;", split(amp, '"'));
}

/** A start at the same provider. */
function address_of(environment, query) {
	const name = environment.provider ?? first;
	const own = name !== first ? "provider=" + name : "";
	const all = own !== "" && query !== "" ? own + "&" + query : own + query;
	return start_path + (all !== "" ? "?" + all : "");
}

/** A start that leads back to the page that this one was to lead to. */
function start_address(environment, base) {
	const is_start = environment.path_info === "/";
	const page = is_start ? query_param(environment.query_string, "return_to") : environment.return_to;
	const is_kept = page !== null && is_return_path(page, base);
	return address_of(environment, is_kept ? "return_to=" + percent_encode(page) : "");
}

/** The ways on from a cause. */
function ways_of(io, environment, cause, facts) {
	const base = path(io);
	const list = [];
	const host = facts.redirect_host;
	if (cause === "other_name" && type(host) == "string") {
		push(list, { label: "registered", address: "https://" + host + start_path });
	} else if (cause === "too_old") {
		push(list, { label: "again", address: address_of(environment, "prompt=login") });
	} else if (cause === "busy") {
		// The request itself: a callback that had to wait has not used up its login.
		push(list, { label: "again", address: "" });
	} else if (!array_includes(without_login, cause)) {
		push(list, { label: "again", address: start_address(environment, base) });
	}
	if (array_includes(with_account, cause)) {
		push(list, { label: "account", address: address_of(environment, "prompt=select_account") });
	}
	if (!array_includes(without_password, cause)) {
		push(list, { label: "password", address: base + "?local=1" });
	} else if (cause !== "no_https") {
		push(list, { label: "interface", address: base });
	}
	return list;
}

function speaker(words, facts) {
	const host = facts.redirect_host;
	const seconds = facts.retry_after;
	const places = {
		address: type(host) == "string" ? escape_html("https://" + host + "/") : null,
		seconds: is_number(seconds) ? `${seconds}` : "60",
	};
	return (id) => fill((words !== null ? words[key_of(id)] : null) ?? english.words[key_of(id)] ?? "", places);
}

function link_to(way, speak) {
	return '<li><a href="' + escape_html(way.address) + '">' + speak(way.label) + "</a></li>\n";
}

/** The page of a failure. `words_in` gives the words of a language, undefined for English. */
export function make(io, environment, failure, reference, words_in) {
	const language = language_of(environment.accept_language, languages);
	const facts = has_members(failure.details) ? failure.details : {};
	const speak = speaker(words_in(language), facts);
	const cause = cause_of(failure);
	const goes_on = late.may_be(environment, failure.error) && cause !== "other_name";
	const refresh = '<meta http-equiv="refresh" content="0;url=' + late.address(reference) + '">\n';
	const ways = ways_of(io, environment, cause, facts);
	const list = length(ways) > 0 ? "<ul>\n" + join("", map(ways, (way) => link_to(way, speak))) + "</ul>\n" : "";
	const body = [
		'<!DOCTYPE html>\n<html lang="' + language + '">\n<head>\n<meta charset="utf-8">\n',
		'<meta name="viewport" content="width=device-width, initial-scale=1">\n',
		goes_on ? refresh : "",
		"<title>" + speak(cause) + "</title>\n",
		'<link rel="stylesheet" href="' + style_path + '">\n</head>\n<body>\n<main>\n',
		"<h1>" + speak(cause) + "</h1>\n<p>" + speak(cause + "_advice") + "</p>\n",
		list,
		"<p>" + speak("reference") + " <code>" + escape_html(reference) + "</code></p>\n",
		"</main>\n</body>\n</html>\n",
	];
	return html_page(describe(failure.error).status, [], join("", body));
};
