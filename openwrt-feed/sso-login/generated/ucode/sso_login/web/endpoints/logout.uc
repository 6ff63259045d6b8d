'use strict';
// Generated from src/sso_login/web/endpoints/logout.ts by "make ucode"; do not edit.

/** GET /logout: ends the session here and at the provider (specification, "GET {base_url}/logout"). */

import { load_module } from 'sso_login.ecma';
import { session_cookies } from 'sso_login.base.names';
import * as values from 'sso_login.base.values';
import { constant_time_eq as hash_constant_time_eq } from 'sso_login.jose.hash';
import { log_logout } from 'sso_login.rpcd.log_identity';
import { location } from 'sso_login.logout.end_session';
import { err, ok } from 'sso_login.result';
import { ids_in_cookies, session_values, destroy_session, to_session, provider_of as sessions_provider_of } from 'sso_login.rpcd.sessions';
import { parse as requests_parse } from 'sso_login.web.request';
import { set_cookie, redirect } from 'sso_login.web.responses';
import { requests as rate_limit_requests, logouts } from 'sso_login.web.rate_limit';

/** Loaded for browsers without a session. */
const hand_over = () => load_module('sso_login.logout.hand_over');

/** The session that the browser has, under the name LuCI prefers. */
function find_session(io, request) {
	for (let sid in ids_in_cookies(request.cookies)) {
		const found = session_values(io, sid);
		if (found !== null) {
			return { sid, values: found };
		}
	}
	return null;
}

/** Whether `stoken` is the token of a session. */
function has_token(live, stoken) {
	const token = values.text_of(live.values.token);
	return stoken !== null && token !== "" && hash_constant_time_eq(stoken, token);
}

function cleared_cookies() {
	return map(session_cookies, (name) => set_cookie(name, "", { path: "/", same_site: "Strict", max_age: 0 }));
}

/**
 * Whether there is a cookie to clear. Any site may link here, and its request brings no SameSite=Strict cookie: clearing
 * them all the same would let that site log the user out without `stoken`.
 */
function has_session_cookie(request) {
	return length(ids_in_cookies(request.cookies)) > 0;
}

/** Ends the session here, then at the provider; INTERNAL_ERROR when it cannot be ended. */
function end_session_of(io, config, environment, live) {
	if (!destroy_session(io, live.sid)) {
		return err("INTERNAL_ERROR", { reason: "the session could not be ended" });
	}
	// The provider may be slow and the browser impatient: what has happened is logged first.
	log_logout(io, config, ["remote", environment.remote_addr], to_session("", live.values, 0));
	const hint = values.text_of(live.values.sso_id_token);
	return ok(redirect(location(io, config, hint), cleared_cookies()));
}

/** A browser without a session is sent to `/`, or to the provider where LuCI has ended the session and left that part. */
function leave(io, load, request) {
	const left = hand_over().take(io, request.params.handover ?? "");
	const config = load(left !== null ? left.provider : null);
	if (!config.ok) {
		return config;
	}
	const target = left !== null ? location(io, config.data, left.id_token) : "/";
	return ok(redirect(target, has_session_cookie(request) ? cleared_cookies() : []));
}

/**
 * Ends the session of the browser and clears its cookies. What proves itself, by the session's token or by a hand-over, is
 * counted apart from all else. CSRF_TOKEN_INVALID when `stoken` is not the session's.
 */
export function judge(io, environment, load) {
	const request = requests_parse(environment);
	if (!request.ok) {
		return { window: rate_limit_requests, respond: () => request };
	}
	const live = find_session(io, request.data);
	if (live === null) {
		const is_handed_over = hand_over().is_waiting(io, request.data.params.handover ?? "");
		const window = is_handed_over ? logouts : rate_limit_requests;
		return { window, respond: () => leave(io, load, request.data) };
	}
	const config = load(sessions_provider_of(live.values));
	if (!config.ok) {
		return { window: rate_limit_requests, respond: () => config };
	}
	const log_name = config.data.log_name;
	return has_token(live, request.data.params.stoken)
		? { window: logouts, log_name, respond: () => end_session_of(io, config.data, environment, live) }
		: { window: rate_limit_requests, log_name, respond: () => err("CSRF_TOKEN_INVALID") };
};
