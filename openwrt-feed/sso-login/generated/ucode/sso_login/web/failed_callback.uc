'use strict';
// Generated from src/sso_login/web/failed_callback.ts by "make ucode"; do not edit.

/** The facts about a login that failed, for the error page and the log. */

import { key_of, starts_with } from 'sso_login.ecma';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { answered } from 'sso_login.base.failures';
import { text_of } from 'sso_login.base.json_values';
import { luci_cookie_path } from 'sso_login.base.public_names';
import { sorted_keys } from 'sso_login.base.strings';
import { parse_https, host_header } from 'sso_login.base.urls';
import { cut } from 'sso_login.explain.provider_errors';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { place_of } from 'sso_login.login.handshake_record';
import { err } from 'sso_login.result';
import { page_of, is_over } from 'sso_login.web.late_callback';

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

/** Refusals of what is no whole parameter, or no whole code. */
const of_cut = ["INVALID_REQUEST", "OIDC_INVALID_GRANT"];

/** Whether the address was cut: within its state or code, within the issuer, or before one of them. */
function is_cut(params, issuer, failure) {
	let length_ = 0;
	for (let name in sorted_keys(params)) {
		length_ = length_ + length(name) + length(text_of(params[key_of(name)]));
	}
	const iss = text_of(params.iss);
	const is_issuer_cut = failure.error === "IDP_ERROR" && params.error === null && iss !== issuer;
	const is_part = (index(of_cut, failure.error) >= 0) ||
		length(text_of(params.state)) < state_length ||
		(is_issuer_cut && starts_with(issuer, iss));
	return length_ > long_query && is_part;
}

/** Refusals after which the user asks the administrator, who finds the reference in the log. */
const referenced = ["USER_NOT_AUTHORIZED", "ROLE_WITHOUT_PAGE", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"];

/** The failure of a login that is over, or of another browser, whose record tells no more than host and page. */
function of_other_login(io, config, failure, response) {
	const params = response.params;
	const place = place_of(io, text_of(params.state));
	const is_cookie_missing = failure.error === "MISSING_HANDSHAKE_COOKIE";
	const facts = is_cookie_missing ? names_of_router(config, place.host ?? response.host) : failure_facts_open(failure);
	facts.hint = is_cut(params, config.issuer_url, failure) ? { id: "cut_address" } : facts.hint;
	// Of a login whose record has ended only the words of the provider are known.
	facts.error = cut(params.error);
	facts.error_description = cut(params.error_description);
	const webui_path = config.webui_path ?? luci_cookie_path;
	const return_to = place.return_to ?? page_of(response, webui_path);
	return err(failure.error, facts, failure.meaning, { return_to });
}

/** A failed login, with the facts for its page. */
export function with_facts(io, config, failure, response) {
	if (is_over(failure.error)) {
		return of_other_login(io, config, failure, response);
	}
	const params = response.params;
	const is_referenced = (index(referenced, failure.error) >= 0);
	const reference = is_referenced ? hash_safe_id(text_of(params.state)) : null;
	const facts = failure_facts_open(failure);
	facts.reference = reference;
	facts.hint = facts.hint ?? (is_cut(params, config.issuer_url, failure) ? { id: "cut_address" } : null);
	return err(failure.error, facts, failure.meaning, answered(failure, { reference }).answer);
};
