'use strict';
// Generated from src/sso_login/rpcd/rpcd_sessions.ts by "make ucode"; do not edit.

/** ubus sessions of rpcd: read, given grants, and ended. */

import { is_number, key_of, load_module } from 'sso_login.ecma';
import { first } from 'sso_login.base.public_names';
import { text_of, strings_of } from 'sso_login.base.json_values';
import { is_object } from 'sso_login.io.json';
import { err, ok } from 'sso_login.result';
import { consists_of, sorted_keys } from 'sso_login.base.strings';

/** rpcd's session for callers without one. */
export const default_session_id = "00000000000000000000000000000000";

/** Whether a text has the form of a session id of rpcd, and is not rpcd's default session. */
export function is_session_id(text) {
	return length(text) == 32 && consists_of(text, "hex") && text !== default_session_id;
};

/** Calls a method of the ubus object `session`; UBUS_LOGIN_FAILED names the method. */
export function call(io, method, args) {
	const reply = io.ubus_call("session", method, args);
	if (reply.ok) {
		return reply;
	}
	const failure = load_module('sso_login.base.failures').adding(reply, { method });
	failure.error = "UBUS_LOGIN_FAILED";
	return failure;
};

/** Grants a new session what is wanted, or a live one what it lacks. UBUS_LOGIN_FAILED. */
export function grant(io, sid, grants) {
	for (let scope in sorted_keys(grants)) {
		const granted = call(io, "grant", { ubus_rpc_session: sid, scope, objects: grants[key_of(scope)] });
		if (!granted.ok) {
			return granted;
		}
	}
	return ok(true);
};

/** Whether a call failed because there is no such session. */
export function is_gone(failure) {
	return failure.meaning === "absent";
};

/** Ends a session; one that is gone already counts as ended. */
export function destroy_session(io, sid) {
	const reply = io.ubus_call("session", "destroy", { ubus_rpc_session: sid });
	return reply.ok || is_gone(reply);
};

/** The values of a session while it lives; `is_told` is false where rpcd does not answer. */
function ask(io, sid) {
	if (!is_session_id(sid)) {
		return { is_told: true };
	}
	const reply = io.ubus_call("session", "get", { ubus_rpc_session: sid });
	const found = reply.ok && reply.data !== null ? reply.data.values : null;
	return { values: is_object(found) ? found : null, is_told: reply.ok || is_gone(reply) };
}

/** The values of a live session, or undefined when there is none of that id. */
export function session_values(io, sid) {
	return ask(io, sid).values;
};

/** The first session that lives, of the ids that a browser names. */
export function first_live(io, sids) {
	let is_told = true;
	for (let sid in sids) {
		const found = ask(io, sid);
		if (found.values !== null) {
			return { live: { sid, values: found.values }, is_told: true };
		}
		is_told = is_told && found.is_told;
	}
	return { is_told };
};

/** The provider's section by a session's values; `default` in sessions of versions with one provider. */
export function provider_of(stored) {
	const provider = text_of(stored.sso_provider);
	return provider !== "" ? provider : first;
};

function number_of(value) {
	return is_number(value) ? value : null;
}

/** A session by its values, which do not say when it ends. */
export function to_session(sid, stored) {
	return {
		sid,
		email: text_of(stored.sso_email),
		unverified: text_of(stored.sso_unverified),
		sub: text_of(stored.sso_sub),
		issuer: text_of(stored.sso_issuer),
		provider: provider_of(stored),
		id_token: text_of(stored.sso_id_token),
		client_id: text_of(stored.sso_client_id),
		provider_sid: text_of(stored.sso_sid),
		role: text_of(stored.username),
		roles: strings_of(stored.sso_roles) ?? [],
		groups: strings_of(stored.sso_groups) ?? [],
		client: text_of(stored.sso_client),
		is_of_person: stored.sso_person === true,
		audience: text_of(stored.sso_audience),
		settings_hash: text_of(stored.sso_proof),
		remote: text_of(stored.sso_remote),
		since: number_of(stored.sso_login_time),
		uptime: number_of(stored.sso_login_uptime),
		cookie_hash: text_of(stored.sso_cookie_hash),
		page: text_of(stored.sso_page),
		is_own_site: stored.sso_own_site === true,
		until: 0,
		end: number_of(stored.sso_end),
		acls: {},
	};
};

/** The names of a session's roles for logs and lists; the user name in sessions of versions that kept no list. */
export function role_names(entry) {
	return length(entry.roles) > 0 ? join(",", entry.roles) : entry.role;
};

/** The user of a session for lists: the e-mail, or the subject of one without. */
export function user_name(entry) {
	return entry.email !== "" ? entry.email : entry.sub;
};

/** The live session of an id, without its end, whoever created it; undefined when there is none. */
export function find_session(io, sid) {
	const stored = session_values(io, sid);
	return stored !== null ? to_session(sid, stored) : null;
};

/** All live sessions, whoever created them; UBUS_LOGIN_FAILED when rpcd does not answer. */
function list_sessions(io) {
	const entries = io.ubus_call_all("session", "list", {});
	if (!entries.ok) {
		return err("UBUS_LOGIN_FAILED", { method: "list" });
	}
	const listed = [];
	for (let entry in entries.data) {
		const sid = entry.ubus_rpc_session;
		if (is_object(entry.data) && type(sid) == "string") {
			const acls = is_object(entry.acls) ? entry.acls : {};
			push(listed, { sid, values: entry.data, until: io.time() + (number_of(entry.expires) ?? 0), acls });
		}
	}
	return ok(listed);
}

/** All live sessions that this service created; UBUS_LOGIN_FAILED when rpcd does not answer. */
export function list_sso_sessions(io) {
	const listed = list_sessions(io);
	if (!listed.ok) {
		return listed;
	}
	const sessions = [];
	for (let entry in filter(listed.data, (one) => type(one.values.sso_issuer) == "string")) {
		const session = to_session(entry.sid, entry.values);
		session.until = entry.until;
		session.acls = entry.acls;
		push(sessions, session);
	}
	return ok(sessions);
};

/** All of these sessions; none where rpcd does not answer. */
export function list_local_sessions(io) {
	const listed = list_sessions(io);
	const sessions = [];
	for (let entry in listed.ok ? listed.data : []) {
		const username = entry.values.username;
		if (type(entry.values.sso_issuer) != "string" && type(username) == "string") {
			const is_at_luci = type(entry.values.token) == "string";
			push(sessions, { sid: entry.sid, username, is_at_luci, until: entry.until });
		}
	}
	return sessions;
};
