'use strict';
// Generated from src/sso_login/web/logout.ts by "make ucode"; do not edit.

/** GET /logout: ends the session here and at the provider (specification, "GET {base_url}/logout"). */

import { session_cookies } from 'sso_login.base.names';
import * as values from 'sso_login.base.values';
import { constant_time_eq } from 'sso_login.jose.hash';
import { take } from 'sso_login.login.hand_over';
import { log_logout } from 'sso_login.login.log_identity';
import { location } from 'sso_login.protocol.end_session';
import { err, ok } from 'sso_login.result';
import { ids_in, session_values, destroy_session } from 'sso_login.session.session';
import { parse } from 'sso_login.web.requests';
import { set_cookie, redirect } from 'sso_login.web.responses';

/** The session that the browser has, under the name LuCI prefers. */
function find_session(io, request) {
	for (let sid in ids_in(request.cookies)) {
		const found = session_values(io, sid);
		if (found !== null) {
			return { sid, values: found };
		}
	}
	return null;
}

/** Ends a session when `stoken` is its token, else CSRF_TOKEN_INVALID; INTERNAL_ERROR when it cannot be ended. */
function end_live(io, live, stoken) {
	const token = values.text_of(live.values.token);
	if (stoken === null || token === "" || !constant_time_eq(stoken, token)) {
		return err("CSRF_TOKEN_INVALID");
	}
	return destroy_session(io, live.sid)
		? ok(true)
		: err("INTERNAL_ERROR", { reason: "the session could not be ended" });
}

function cleared_cookies() {
	return map(session_cookies, (name) => set_cookie(name, "", { path: "/", same_site: "Strict", max_age: 0 }));
}

/**
 * Whether there is a cookie to clear. Any site may link here, and its request brings no SameSite=Strict cookie: clearing
 * them all the same would let that site log the user out without `stoken`.
 */
function has_session_cookie(request) {
	return length(ids_in(request.cookies)) > 0;
}

/**
 * Ends the session and clears its cookies. A browser without one is sent to `/`, or to the provider where LuCI has ended the
 * session and left the provider's part.
 */
export function handle(io, config, environment) {
	const request = parse(environment);
	if (!request.ok) {
		return request;
	}
	const live = find_session(io, request.data);
	if (live === null) {
		const left = take(io, request.data.params.handover ?? "");
		const target = left !== null ? location(io, config, left) : "/";
		return ok(redirect(target, has_session_cookie(request.data) ? cleared_cookies() : []));
	}
	const ended = end_live(io, live, request.data.params.stoken);
	if (!ended.ok) {
		return ended;
	}
	// The provider may be slow and the browser impatient: what has happened is logged first.
	log_logout(io, config, environment.remote_addr, live.values);
	const hint = values.text_of(live.values.sso_id_token);
	return ok(redirect(location(io, config, hint), cleared_cookies()));
};
