'use strict';
// Generated from src/sso_login/web/failed_callback.ts by "make ucode"; do not edit.

/** The facts about a login that failed, for the error page and the log. */

import { key_of } from 'sso_login.ecma';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { text_of } from 'sso_login.base.json_values';
import { luci_cookie_path } from 'sso_login.base.public_names';
import { sorted_keys } from 'sso_login.base.strings';
import { parse_https, host_header } from 'sso_login.base.urls';
import { cut as provider_errors_cut } from 'sso_login.explain.provider_errors';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { login_starts, read as browser_read } from 'sso_login.login.browser';
import { place_of } from 'sso_login.login.handshake_record';
import { answered } from 'sso_login.result';
import { err } from 'sso_login.result';
import { may_be, page_of as late_callback_page_of } from 'sso_login.web.late_callback';
import { redirect } from 'sso_login.web.responses';

/**
 * The names of the router in a login without its cookie. Most often it began under another name than the registered one, where the
 * browser keeps the cookie: the log line names both, each with its port. Cookies know no ports, so with one name the cause is another.
 */
function names_of_router(config, host) {
	const registered = parse_https(config.redirect_uri);
	if (registered === null) {
		return { host, redirect_host: "" };
	}
	const start = parse_https("https://" + host);
	const is_same = start !== null && start.host === registered.host;
	const hint = is_same ? { id: "other_browser" } : null;
	return { host, redirect_host: host_header(registered), hint };
}

/** Characters of a state, and of an address from which on it may have been cut: uhttpd takes a line of 4096 bytes. */
const state_length = 43;
const long_query = 3000;

/** Whether the address was cut within its state, or before it. */
function is_cut(request) {
	const values = request.query.values;
	let length_ = 0;
	for (let name in sorted_keys(values)) {
		length_ = length_ + length(name) + length(text_of(values[key_of(name)]));
	}
	return length_ > long_query && length(text_of(values.state)) < state_length;
}

/** Refusals after which the user asks the administrator, who finds the reference in the log. */
const referenced = ["USER_NOT_AUTHORIZED", "ROLE_WITHOUT_PAGE", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"];

/** The way to the provider for the login that begins in the place of a failed one: its own cookie has the same value. */
export function begin_again(request, from, begun, page) {
	const value = from.logins[key_of(hash_safe_id(text_of(request.query.values.state)))] ?? "";
	return redirect(begun.url, login_starts(from, { state: begun.state, value, page }, []));
};

/** A failed login, with the facts for its page. */
export function with_facts(io, failure, config, request) {
	const state = text_of(request.query.values.state);
	const reference = (index(referenced, failure.error) >= 0) ? hash_safe_id(state) : null;
	const facts = failure_facts_open(failure);
	facts.reference = reference;
	const cut = is_cut(request) ? { id: "cut_address" } : null;
	if (!may_be(request, failure.error)) {
		facts.hint = facts.hint ?? cut;
		return err(failure.error, facts, failure.cause, answered(failure, { reference }).answer);
	}
	// The login is over or another's, so its record may tell more than this browser has proved.
	const place = place_of(io, state);
	const webui_path = config.webui_path ?? luci_cookie_path;
	const is_cookie_missing = failure.error === "MISSING_HANDSHAKE_COOKIE";
	const all = is_cookie_missing ? names_of_router(config, place.host ?? request.host) : facts;
	all.hint = cut ?? all.hint;
	// Of a login whose record has ended only the words of the provider are known.
	all.error = provider_errors_cut(request.query.values.error);
	all.error_description = provider_errors_cut(request.query.values.error_description);
	const return_to = place.return_to ?? late_callback_page_of(browser_read(request.cookies), state, webui_path);
	return err(failure.error, all, failure.cause, { return_to });
};
