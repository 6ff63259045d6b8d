'use strict';
// Generated from src/sso_login/session/session.ts by "make ucode"; do not edit.

/** ubus sessions of rpcd: made with exactly the rights of the matching roles, read, and ended. */

import { array_includes, has_members, is_number, key_of, same } from 'sso_login.ecma';
import { grants_for, load_groups } from 'sso_login.session.acl';
import { session_cookies } from 'sso_login.base.names';
import { text_of, strings_of } from 'sso_login.base.values';
import { random } from 'sso_login.jose.hash';
import { hex_encode } from 'sso_login.base.encoding';
import { is_object } from 'sso_login.io.json';
import { err, ok } from 'sso_login.result';
import { consists_of, sorted_keys } from 'sso_login.base.strings';

/** libubus's status for what does not exist. */
const ubus_not_found = 4;

/** Seconds, where a configuration that was built by hand does not say. */
const default_session_timeout = 3600;

/** rpcd's session of everybody who has none. */
const default_session_id = "00000000000000000000000000000000";

/** Whether a text looks like the id of somebody's session at rpcd; nothing else is worth a ubus call. */
export function is_session_id(text) {
	return length(text) == 32 && consists_of(text, "hex") && text !== default_session_id;
};

/** Calls a method of rpcd's session object; UBUS_LOGIN_FAILED names the method. */
function call(io, method, args) {
	const reply = io.ubus_call("session", method, args);
	if (reply.ok) {
		return reply;
	}
	const details = reply.details;
	const status = has_members(details) ? details.status : null;
	return err("UBUS_LOGIN_FAILED", { method, status, reason: type(details) == "string" ? details : null });
}

/** What the matching roles are granted. */
export function grants_of(io, match) {
	return grants_for(io, load_groups(io), match.roles);
};

/**
 * Gives a fresh session its grants and values. The user name comes first: rpcd may reload at any moment, and then gives
 * again what the session's role gives; the token, without which LuCI takes no session, comes last.
 */
function fill_session(io, sid, username, grants, kept) {
	const named = call(io, "set", { ubus_rpc_session: sid, values: { username } });
	if (!named.ok) {
		return named;
	}
	for (let scope in sorted_keys(grants)) {
		const objects = grants[key_of(scope)];
		const granted = call(io, "grant", { ubus_rpc_session: sid, scope, objects });
		if (!granted.ok) {
			return granted;
		}
	}
	const set = call(io, "set", { ubus_rpc_session: sid, values: kept });
	return set.ok ? ok(true) : set;
}

/** Ends a session; one that is gone already counts as ended. */
export function destroy_session(io, sid) {
	const reply = io.ubus_call("session", "destroy", { ubus_rpc_session: sid });
	if (reply.ok) {
		return true;
	}
	const status = has_members(reply.details) ? reply.details.status : null;
	return same(status, ubus_not_found);
};

/**
 * Creates a session with the time-out of the configuration, the grants of the roles and the values that LuCI and the
 * logout need, and returns its id. On any failure the session is destroyed: UBUS_LOGIN_FAILED.
 */
export function create_session(io, config, match, user) {
	// What may end the request, such as a lack of random numbers, comes before there is a session to leave behind.
	const grants = grants_of(io, match);
	const kept = {
		token: hex_encode(random(16)),
		sso_email: user.email,
		sso_sub: user.sub,
		sso_issuer: config.issuer_url,
		sso_id_token: user.id_token,
		sso_sid: user.provider_sid,
		sso_login_time: io.time(),
		sso_roles: map(match.roles, (role) => role.name),
		// An empty list would be none in one runtime and an empty table in the other.
		sso_groups: length(match.groups) > 0 ? match.groups : null,
	};
	const created = call(io, "create", { timeout: config.session_timeout ?? default_session_timeout });
	if (!created.ok) {
		return created;
	}
	const sid = created.data !== null ? created.data.ubus_rpc_session : null;
	if (type(sid) != "string" || !is_session_id(sid)) {
		return err("UBUS_LOGIN_FAILED", { method: "create", reason: "no session id in the answer" });
	}
	const filled = fill_session(io, sid, match.role_name, grants, kept);
	if (!filled.ok) {
		destroy_session(io, sid);
		return filled;
	}
	return ok(sid);
};

/**
 * The ids in the session cookies, the one that LuCI prefers first. A browser that has two has one session mostly, and rpcd is
 * asked three times for one that is over, as it might be reloading.
 */
export function ids_in(cookies) {
	const ids = [];
	for (let name in session_cookies) {
		const sid = cookies[key_of(name)];
		if (sid !== null && !array_includes(ids, sid)) {
			push(ids, sid);
		}
	}
	return ids;
};

/** The values of a live session, or undefined when there is none of that id. */
export function session_values(io, sid) {
	if (!is_session_id(sid)) {
		return null;
	}
	const reply = io.ubus_call("session", "get", { ubus_rpc_session: sid });
	const found = reply.ok && reply.data !== null ? reply.data.values : null;
	return is_object(found) ? found : null;
};

function to_session(sid, kept, expires) {
	const login_time = kept.sso_login_time;
	return {
		sid,
		email: text_of(kept.sso_email),
		sub: text_of(kept.sso_sub),
		issuer: text_of(kept.sso_issuer),
		provider_sid: text_of(kept.sso_sid),
		role: text_of(kept.username),
		roles: strings_of(kept.sso_roles) ?? [],
		groups: strings_of(kept.sso_groups) ?? [],
		since: is_number(login_time) ? login_time : null,
		until: expires,
	};
}

/** The live session of an id, whoever made it, or undefined; its end is not told. */
export function find_session(io, sid) {
	const kept = session_values(io, sid);
	return kept !== null ? to_session(sid, kept, 0) : null;
};

/** An entry of `session list` as a single sign-on session, or undefined when it is another's. */
function sso_session_of(entry, now) {
	const kept = entry.data;
	const sid = entry.ubus_rpc_session;
	if (!is_object(kept) || type(sid) != "string" || type(kept.sso_issuer) != "string") {
		return null;
	}
	return to_session(sid, kept, now + (is_number(entry.expires) ? entry.expires : 0));
}

/** All live sessions that this service made; UBUS_LOGIN_FAILED when rpcd does not answer. */
export function list_sso_sessions(io) {
	const entries = io.ubus_call_all("session", "list", {});
	if (!entries.ok) {
		return err("UBUS_LOGIN_FAILED", { method: "list" });
	}
	const sessions = [];
	for (let entry in entries.data) {
		const session = sso_session_of(entry, io.time());
		if (session !== null) {
			push(sessions, session);
		}
	}
	return ok(sessions);
};
