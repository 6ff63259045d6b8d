'use strict';
// Generated from src/sso_login/web/last_login.ts by "make ucode"; do not edit.

/**
 * A browser's last login, which a cookie names: by the state's id and the value of the login's own cookie, whose hash the session keeps. The
 * session cookies are SameSite=Strict and do not come with a callback from another site; this one does, and opens nothing by itself.
 */

import { array_find, key_of, starts_with } from 'sso_login.ecma';
import { text_of } from 'sso_login.base.json_values';
import { last_login_cookie } from 'sso_login.base.public_names';
import { is_fresh } from 'sso_login.base.store';
import { hash_sha256_hex as hash_hash_sha256_hex, safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { name_of as login_cookie_name_of } from 'sso_login.login.login_cookie';
import { list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';
import { end_session as session_ending_end_session } from 'sso_login.rpcd.session_ending';
import { may_be } from 'sso_login.web.late_callback';

/** Seconds within which a browser may load a callback again: as a prefetch and then in earnest, for example. */
const again_time = 60;

/** The live sessions of the logins whose own cookies had these values. */
function sessions_by(io, values) {
	const hashes = map(filter(values, (value) => value !== ""), (value) => hash_hash_sha256_hex(value));
	const list = length(hashes) > 0 ? list_sso_sessions(io) : null;
	return list !== null && list.ok ? filter(list.data, (entry) => (index(hashes, entry.cookie_hash) >= 0)) : [];
}

/** The value of the last login's own cookie, "" where there is none, or where it is of another state than a wanted one. */
function kept_value(cookies, state) {
	const kept = cookies[last_login_cookie] ?? "";
	const id = hash_safe_id(state ?? "");
	return state === null || starts_with(kept, id) ? substr(kept, length(id)) : "";
}

/**
 * The session of the login that the same browser has just finished with this state; undefined for every other failure. The answer to the
 * first callback, with its cookies, may have been lost. Nothing is asked or made again.
 */
export function finished_session(io, request, code) {
	const state = text_of(request.query.values.state);
	const cookies = request.cookies;
	const values = [cookies[key_of(login_cookie_name_of(state))] ?? "", kept_value(cookies, state)];
	const found = may_be(request, code) ? sessions_by(io, values) : [];
	return array_find(found, (entry) => is_fresh(entry.since, io.time(), again_time));
};

/** After a login, `sid`: ends the session of the browser's former one. */
export function end_former(io, cookies, sid) {
	for (let entry in filter(sessions_by(io, [kept_value(cookies)]), (one) => one.sid !== sid)) {
		session_ending_end_session(io, entry, "login");
	}
};
