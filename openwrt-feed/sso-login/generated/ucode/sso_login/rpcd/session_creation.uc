'use strict';
// Generated from src/sso_login/rpcd/session_creation.ts by "make ucode"; do not edit.

/** New sessions of rpcd, with exactly the rights of the matching roles. */

import { floor } from 'sso_login.ecma';
import { hex_encode } from 'sso_login.io.bytes';
import { parse_integer } from 'sso_login.base.strings';
import { random as hash_random } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { min_session_timeout, max_session_timeout } from 'sso_login.settings.option_bounds';
import { call as rpcd_sessions_call, grant, is_session_id, destroy_session } from 'sso_login.rpcd.rpcd_sessions';

function set_values(io, sid, values) {
	return rpcd_sessions_call(io, "set", { ubus_rpc_session: sid, values });
}

/**
 * Fills a new session. The user's values come first: rpcd may reload at any moment and then grants by the user name, and who ends sessions
 * finds it. The check comes after the rights: whoever changes rights later finds them here. `last` is what LuCI and a callback that is loaded
 * again ask for; before it nobody knows the session.
 */
function fill_session(io, sid, wanted, stored, last) {
	const named = set_values(io, sid, stored);
	if (!named.ok) {
		return named;
	}
	const granted = grant(io, sid, wanted.grants);
	if (!granted.ok) {
		return granted;
	}
	const checked = wanted.check(sid);
	return checked.ok && last !== null ? set_values(io, sid, last) : checked;
}

/** Seconds where LuCI has no option. */
const default_session_timeout = 3600;

/** LuCI's session time-out in seconds, within the bounds of `session_timeout`. */
export function session_timeout(io) {
	const option = io.uci_get("luci", "sauth", "sessiontime");
	const seconds = option.ok && type(option.data) == "string" ? (parse_integer(option.data) ?? 0) : 0;
	return seconds > 0
		? max(min_session_timeout, min(max_session_timeout, seconds))
		: default_session_timeout;
};

/**
 * Creates a session with the time-out of the configuration, the grants of the roles, and the values that LuCI and the logout
 * need; returns its id. UBUS_LOGIN_FAILED, or as the check fails; then the session is destroyed.
 */
export function create_session(io, config, wanted) {
	const match = wanted.match;
	const user = wanted.user;
	const program = user.program ?? {};
	// Of another user `sub` tells.
	const sso_person = program.is_of_user === true && program.client === user.sub ? true : null;
	// LuCI refuses sessions without a token, and so those of programs.
	const last = user.program === null
			? { token: hex_encode(hash_random(16)), sso_cookie_hash: user.cookie_hash }
			: null;
	const stored = {
		username: match.role_name,
		sso_email: user.email,
		sso_unverified: wanted.unverified,
		sso_sub: user.sub,
		sso_provider: config.provider,
		sso_issuer: config.issuer_url,
		sso_client_id: config.client_id,
		sso_id_token: user.id_token,
		sso_client: program.client,
		sso_person,
		sso_audience: program.audience,
		sso_end: program.end,
		sso_sid: user.provider_sid,
		sso_remote: user.remote,
		sso_own_site: user.is_own_site,
		sso_proof: wanted.settings_hash,
		sso_login_time: io.time(),
		sso_login_uptime: floor(io.monotonic()),
		sso_page: wanted.page,
		sso_roles: map(match.roles, (role) => role.name),
		// An empty list would be none in one runtime and an empty table in the other.
		sso_groups: length(match.groups) > 0 ? match.groups : null,
	};
	// A lack of random numbers ends the request: above, as there is no session yet to leave behind.
	const timeout = program.timeout ?? config.session_timeout ?? session_timeout(io);
	const created = rpcd_sessions_call(io, "create", { timeout });
	if (!created.ok) {
		return created;
	}
	const sid = created.data !== null ? created.data.ubus_rpc_session : null;
	if (type(sid) != "string" || !is_session_id(sid)) {
		return err("UBUS_LOGIN_FAILED", { method: "create", reason: "no session id in the answer" });
	}
	const filled = fill_session(io, sid, wanted, stored, last);
	if (!filled.ok) {
		destroy_session(io, sid);
		return filled;
	}
	return ok(sid);
};
