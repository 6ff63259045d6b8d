'use strict';
// Generated from src/sso_login/session/session.ts by "make ucode"; do not edit.

/** ubus sessions of rpcd: made with exactly the rights of the matching roles, read, and ended. */

import { is_number, key_of, lower, same } from 'sso_login.ecma';
import { first, session_cookies } from 'sso_login.base.names';
import { facts_of, text_of, strings_of } from 'sso_login.base.values';
import { session_timeout } from 'sso_login.settings.webui';
import { random } from 'sso_login.jose.hash';
import { hex_encode } from 'sso_login.base.encoding';
import { is_object } from 'sso_login.io.json';
import { err, ok } from 'sso_login.result';
import { consists_of, sorted_keys } from 'sso_login.base.strings';

/** libubus's status for what does not exist. */
const ubus_not_found = 4;

/** rpcd's session of everybody who has none. */
const default_session_id = "00000000000000000000000000000000";

/** Whether a text has the form of a session id of rpcd, and is not rpcd's default session. */
export function is_session_id(text) {
	return length(text) == 32 && consists_of(text, "hex") && text !== default_session_id;
};

/** Calls a method of rpcd's session object; UBUS_LOGIN_FAILED names the method. */
function call(io, method, args) {
	const reply = io.ubus_call("session", method, args);
	if (reply.ok) {
		return reply;
	}
	const facts = facts_of(reply);
	return err("UBUS_LOGIN_FAILED", { method, status: facts.status, reason: facts.reason });
}

/** Adds rights to a session; UBUS_LOGIN_FAILED. */
export function grant(io, sid, grants) {
	for (let scope in sorted_keys(grants)) {
		const granted = call(io, "grant", { ubus_rpc_session: sid, scope, objects: grants[key_of(scope)] });
		if (!granted.ok) {
			return granted;
		}
	}
	return ok(true);
};

/**
 * Gives a fresh session its grants and values. The user name comes first: rpcd may reload at any moment, and then gives
 * again what the session's role gives; the token, without which LuCI takes no session, comes last.
 */
function fill_session(io, sid, username, grants, stored) {
	const named = call(io, "set", { ubus_rpc_session: sid, values: { username } });
	if (!named.ok) {
		return named;
	}
	const granted = grant(io, sid, grants);
	if (!granted.ok) {
		return granted;
	}
	const set = call(io, "set", { ubus_rpc_session: sid, values: stored });
	return set.ok ? ok(true) : set;
}

/** Ends a session; one that is gone already counts as ended. */
export function destroy_session(io, sid) {
	const reply = io.ubus_call("session", "destroy", { ubus_rpc_session: sid });
	return reply.ok || same(facts_of(reply).status, ubus_not_found);
};

/**
 * Creates a session with the time-out of the configuration, the grants of the roles and the values that LuCI and the
 * logout need, and returns its id. On any failure the session is destroyed: UBUS_LOGIN_FAILED.
 */
export function create_session(io, config, match, user, grants) {
	const is_person = user.program === null;
	const program = user.program ?? {};
	const stored = {
		// LuCI takes no session without it, and a program's is none of LuCI's.
		token: is_person ? hex_encode(random(16)) : null,
		sso_email: user.email,
		sso_sub: user.sub,
		sso_provider: config.provider ?? first,
		sso_issuer: config.issuer_url,
		sso_client_id: config.client_id,
		sso_id_token: is_person ? user.id_token : null,
		sso_client: program.client,
		sso_audience: program.audience,
		sso_end: program.end,
		sso_sid: user.provider_sid,
		sso_remote: user.remote,
		sso_login_time: io.time(),
		sso_roles: map(match.roles, (role) => role.name),
		// An empty list would be none in one runtime and an empty table in the other.
		sso_groups: length(match.groups) > 0 ? match.groups : null,
	};
	// What may end the request, such as a lack of random numbers, came before there is a session to leave behind.
	const timeout = program.timeout ?? config.session_timeout ?? session_timeout(io);
	const created = call(io, "create", { timeout });
	if (!created.ok) {
		return created;
	}
	const sid = created.data !== null ? created.data.ubus_rpc_session : null;
	if (type(sid) != "string" || !is_session_id(sid)) {
		return err("UBUS_LOGIN_FAILED", { method: "create", reason: "no session id in the answer" });
	}
	const filled = fill_session(io, sid, match.role_name, grants, stored);
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
export function ids_in_cookies(cookies) {
	const ids = [];
	for (let name in session_cookies) {
		const sid = cookies[key_of(name)];
		if (sid !== null && !(index(ids, sid) >= 0)) {
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

/** The section of the provider of a session, by its values; those of versions with one provider have none. */
export function provider_of(stored) {
	const provider = text_of(stored.sso_provider);
	return provider !== "" ? provider : first;
};

function number_of(value) {
	return is_number(value) ? value : null;
}

/** A session by its values; `expires` is when it ends, 0 where that is not known. */
export function to_session(sid, stored, expires) {
	return {
		sid,
		email: text_of(stored.sso_email),
		sub: text_of(stored.sso_sub),
		issuer: text_of(stored.sso_issuer),
		provider: provider_of(stored),
		client_id: text_of(stored.sso_client_id),
		provider_sid: text_of(stored.sso_sid),
		role: text_of(stored.username),
		roles: strings_of(stored.sso_roles) ?? [],
		groups: strings_of(stored.sso_groups) ?? [],
		client: text_of(stored.sso_client),
		audience: text_of(stored.sso_audience),
		remote: text_of(stored.sso_remote),
		since: number_of(stored.sso_login_time),
		until: expires,
		end: number_of(stored.sso_end),
	};
};

/** The latest moment at which a session ends, by `session_max_lifetime` or by its token; undefined where there is none. */
export function latest_end(entry, lifetime) {
	const by_age = lifetime !== null ? (entry.since ?? 0) + lifetime : null;
	return by_age !== null && entry.end !== null ? min(by_age, entry.end) : (by_age ?? entry.end);
};

/** The names of a session's roles, as log and lists have them; of one that keeps none, its user name. */
export function role_names(entry) {
	return length(entry.roles) > 0 ? join(",", entry.roles) : entry.role;
};

/** The live session of an id, of this service or another one, without its end; undefined when there is none. */
export function find_session(io, sid) {
	const stored = session_values(io, sid);
	return stored !== null ? to_session(sid, stored, 0) : null;
};

/** All live sessions that this service made; UBUS_LOGIN_FAILED when rpcd does not answer. */
export function list_sso_sessions(io) {
	const entries = io.ubus_call_all("session", "list", {});
	if (!entries.ok) {
		return err("UBUS_LOGIN_FAILED", { method: "list" });
	}
	const sessions = [];
	for (let entry in entries.data) {
		const stored = entry.data;
		const sid = entry.ubus_rpc_session;
		if (is_object(stored) && type(sid) == "string" && type(stored.sso_issuer) == "string") {
			push(sessions, to_session(sid, stored, io.time() + (number_of(entry.expires) ?? 0)));
		}
	}
	return ok(sessions);
};

/** The sessions of an e-mail address, compared as at login; where there are none, those of a subject. */
export function sessions_of(sessions, who) {
	const by_email = filter(sessions, (entry) => lower(entry.email) === lower(who));
	return length(by_email) > 0 ? by_email : filter(sessions, (entry) => entry.sub === who);
};
