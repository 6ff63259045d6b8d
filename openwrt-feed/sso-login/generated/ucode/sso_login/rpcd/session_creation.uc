'use strict';
// Generated from src/sso_login/rpcd/session_creation.ts by "make ucode"; do not edit.

/** New sessions of rpcd, with exactly the rights of the matching roles. */

import { floor } from 'sso_login.ecma';
import { hex_encode } from 'sso_login.io.bytes';
import { parse_integer } from 'sso_login.base.strings';
import { random as hash_random } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { min_session_timeout, max_session_timeout } from 'sso_login.settings.option_bounds';
import { call as rpcd_sessions_call, is_session_id, grant, destroy_session } from 'sso_login.rpcd.rpcd_sessions';

function set_values(io, sid, values) {
	return rpcd_sessions_call(io, "set", { ubus_rpc_session: sid, values });
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

/** The values of a session by which it is found, and its user is known. */
function values_of(io, config, wanted) {
	const match = wanted.match;
	const user = wanted.user;
	const program = user.program ?? {};
	// A `sub` that is the client's id may be of the client's own token or of a person's, so that is stored. Any other `sub` is a person's.
	const sso_person = program.is_of_person === true && program.client === user.sub ? true : null;
	return {
		username: match.role_name,
		sso_email: user.email,
		sso_unverified: user.unverified,
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
		// The name that earlier versions gave it.
		sso_proof: wanted.settings_hash,
		sso_login_time: io.time(),
		sso_login_uptime: floor(io.monotonic()),
		sso_page: wanted.page,
		sso_roles: map(match.roles, (role) => role.name),
		// An empty list would be none in one runtime and an empty table in the other.
		sso_groups: length(match.groups) > 0 ? match.groups : null,
	};
}

/**
 * Creates a session with the time-out of the configuration, its values, and then its rights: rpcd may reload at any moment and then
 * grants by the user name, and who ends sessions finds it. UBUS_LOGIN_FAILED; then there is no session.
 */
export function create(io, config, wanted) {
	const user = wanted.user;
	const program = user.program;
	// Without random numbers the request ends here, before there is a session that it would leave behind.
	const key = program === null ? { token: hex_encode(hash_random(16)), sso_cookie_hash: user.cookie_hash } : "none";
	const timeout = program !== null ? program.timeout : (config.session_timeout ?? session_timeout(io));
	const values = values_of(io, config, wanted);
	const created = rpcd_sessions_call(io, "create", { timeout });
	if (!created.ok) {
		return created;
	}
	const sid = created.data !== null ? created.data.ubus_rpc_session : null;
	if (type(sid) != "string" || !is_session_id(sid)) {
		return err("UBUS_LOGIN_FAILED", { method: "create", reason: "no session id in the answer" });
	}
	const named = set_values(io, sid, values);
	const granted = named.ok ? grant(io, sid, wanted.grants) : named;
	if (!granted.ok) {
		destroy_session(io, sid);
		return granted;
	}
	return ok({ sid, key });
};

/** Makes a session known to LuCI, once it has been checked with its rights. UBUS_LOGIN_FAILED. */
export function make_known(io, created) {
	return created.key !== "none" ? set_values(io, created.sid, created.key) : ok(true);
};
