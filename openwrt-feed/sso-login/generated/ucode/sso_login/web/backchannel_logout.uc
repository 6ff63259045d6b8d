'use strict';
// Generated from src/sso_login/web/backchannel_logout.ts by "make ucode"; do not edit.

/** POST /backchannel-logout: the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.5 to 2.8). */

import { array_includes, char_at, has_members, is_number, lower, starts_with } from 'sso_login.ecma';
import { path_of, read, write } from 'sso_login.base.store';
import { hash_sha256_hex } from 'sso_login.jose.hash';
import { mark } from 'sso_login.login.provider_logout';
import { register } from 'sso_login.login.token_registry';
import { end_overdue, end_session } from 'sso_login.login.upkeep';
import { verify } from 'sso_login.protocol.logout_token';
import { err, ok } from 'sso_login.result';
import { list_sso_sessions } from 'sso_login.session.session';
import { max_input_bytes, parse_query } from 'sso_login.web.requests';

const form_type = "application/x-www-form-urlencoded";

/** The posted token; INVALID_REQUEST or INPUT_TOO_LARGE. */
function posted_token(io, environment) {
	const type_ = lower(environment.content_type);
	if (!starts_with(type_, form_type) || !array_includes(["", ";", " "], char_at(type_, length(form_type)))) {
		return err("INVALID_REQUEST", { reason: "not a form" });
	}
	const body = io.read_input(max_input_bytes);
	if (body === null) {
		return err("INPUT_TOO_LARGE");
	}
	const params = parse_query(body, ["logout_token"]);
	if (!params.ok) {
		return params;
	}
	const token = params.data.logout_token;
	return token !== null ? ok(token) : err("INVALID_REQUEST", { reason: "no logout_token" });
}

/** A session that keeps none of the provider's was made while the option was off: its user must do. */
function is_meant(logout, entry) {
	return logout.sid !== "" && entry.provider_sid !== "" ? entry.provider_sid === logout.sid : entry.sub === logout.sub;
}

/** Ends the sessions that are meant; those alone that are as old as Unix time `until` where there is one. */
function end_meant(io, config, logout, until) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return list;
	}
	const left = filter(filter(filter(end_overdue(io, list.data), (entry) => entry.issuer === config.issuer_url && is_meant(logout, entry)), (entry) => until === null || (entry.since ?? 0) <= until), (entry) => !end_session(io, entry, "provider"));
	return length(left) == 0 ? ok(true) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/**
 * Ends the sessions that are meant. First comes the mark: a login makes its session and then looks for it, so that one of
 * the two sees the other. A token that could not do its part may come again, for what there was at its first time.
 */
function end_sessions(io, config, logout) {
	const token = "logout " + config.issuer_url + " " + logout.jti;
	const retry = path_of(io, "retry_" + hash_sha256_hex(token));
	const now = io.time();
	const first = register(io, token);
	const failed = first.ok ? null : read(io, retry);
	if (!first.ok && (failed === null || !io.remove(retry))) {
		return first;
	}
	if (first.ok && !mark(io, logout.sid, logout.sub)) {
		return err("INTERNAL_ERROR", { path: io.paths.run_dir });
	}
	const came = failed !== null && is_number(failed.at) ? failed.at : null;
	const ended = end_meant(io, config, logout, came);
	if (!ended.ok) {
		write(io, retry, { at: came ?? now });
	}
	return ended;
}

/** Everything that goes wrong is one refusal to the provider, and its cause for the log. */
function refusal(failure) {
	const details = failure.details;
	const facts = has_members(details) ? details : { reason: details };
	facts.cause = failure.error;
	return err("LOGOUT_REFUSED", facts);
}

/** Ends the sessions that a logout token names: 200 without a body, also when there were none; else LOGOUT_REFUSED. */
export function handle(io, config, environment) {
	const token = posted_token(io, environment);
	const logout = token.ok ? verify(io, config, token.data) : token;
	const ended = logout.ok ? end_sessions(io, config, logout.data) : logout;
	return ended.ok ? ok({ status: 200, headers: [], body: "" }) : refusal(ended);
};
