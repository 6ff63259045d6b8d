'use strict';
// Generated from src/sso_login/web/logout.ts by "make ucode"; do not edit.

/** GET /logout: ends the session here and at the provider (specification, "GET {base_url}/logout"). */

import { array_concat, array_some, key_of } from 'sso_login.ecma';
import * as log from 'sso_login.base.log';
import * as names from 'sso_login.base.names';
import * as values from 'sso_login.base.values';
import * as hash from 'sso_login.jose.hash';
import * as log_identity from 'sso_login.login.log_identity';
import * as end_session from 'sso_login.protocol.end_session';
import { err, ok } from 'sso_login.result';
import * as session from 'sso_login.session.session';
import * as requests from 'sso_login.web.requests';
import * as responses from 'sso_login.web.responses';

/** The session that the browser has, under the name LuCI prefers. */
function find_session(io, request) {
	for (let name in names.session_cookies) {
		const sid = request.cookies[key_of(name)];
		const found = sid !== null ? session.session_values(io, sid) : null;
		if (sid !== null && found !== null) {
			return { sid, values: found };
		}
	}
	return null;
}

/** Ends a session when `stoken` is its token, else CSRF_TOKEN_INVALID; INTERNAL_ERROR when it cannot be ended. */
function end_live(io, live, stoken) {
	const token = values.text_of(live.values.token);
	if (stoken === null || token === "" || !hash.constant_time_eq(stoken, token)) {
		return err("CSRF_TOKEN_INVALID");
	}
	return session.destroy_session(io, live.sid)
		? ok(true)
		: err("INTERNAL_ERROR", { reason: "the session could not be ended" });
}

function log_logout(io, config, environment, ended) {
	const facts = [["remote", environment.remote_addr]];
	const identity = log_identity.pairs(config, values.text_of(ended.sso_email), values.text_of(ended.sso_sub));
	log.event(io, "notice", "LOGOUT", array_concat(facts, identity, [["role", values.text_of(ended.username)]]));
}

function cleared_cookies() {
	return map(names.session_cookies, (name) => responses.set_cookie(name, "", { path: "/", same_site: "Strict", max_age: 0 }));
}

/**
 * Whether there is a cookie to clear. Any site may link here, and its request brings no SameSite=Strict cookie: clearing
 * them all the same would let that site log the user out without `stoken`.
 */
function has_session_cookie(request) {
	return array_some(names.session_cookies, (name) => request.cookies[key_of(name)] !== null);
}

/** Ends the session and clears its cookies; a browser without one is sent to `/`. */
export function handle(io, config, environment) {
	const request = requests.parse(environment);
	if (!request.ok) {
		return request;
	}
	const live = find_session(io, request.data);
	if (live === null) {
		return ok(responses.redirect("/", has_session_cookie(request.data) ? cleared_cookies() : []));
	}
	const ended = end_live(io, live, request.data.params.stoken);
	if (!ended.ok) {
		return ended;
	}
	// The provider may be slow and the browser impatient: what has happened is logged first.
	log_logout(io, config, environment, live.values);
	const hint = values.text_of(live.values.sso_id_token);
	return ok(responses.redirect(end_session.location(io, config, hint), cleared_cookies()));
};
