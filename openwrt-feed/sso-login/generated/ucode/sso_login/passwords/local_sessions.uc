'use strict';
// Generated from src/sso_login/passwords/local_sessions.ts by "make ucode"; do not edit.

/** Live sessions that passwords opened: sessions of rpcd's local logins, which this service did not create. */

import { is_number } from 'sso_login.ecma';
import { is_object } from 'sso_login.io.json';
import { event } from 'sso_login.base.log';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { read_sections } from 'sso_login.rpcd.rpcd_logins';
import { destroy_session } from 'sso_login.rpcd.rpcd_sessions';
import { is_locked as password_sections_is_locked, users_of as password_sections_users_of } from 'sso_login.passwords.password_sections';

/** All of these sessions; none where rpcd does not answer. */
export function live_sessions(io) {
	const entries = io.ubus_call_all("session", "list", {});
	const found = [];
	for (let entry in entries.ok ? entries.data : []) {
		const stored = entry.data;
		const sid = entry.ubus_rpc_session;
		const is_other = is_object(stored) && type(stored.sso_issuer) != "string";
		if (is_other && type(sid) == "string" && type(stored.username) == "string") {
			const seconds = is_number(entry.expires) ? entry.expires : 0;
			const is_at_luci = type(stored.token) == "string";
			push(found, { sid, username: stored.username, is_at_luci, until: io.time() + seconds });
		}
	}
	return found;
};

/** Ends the sessions of users whose passwords are refused, and returns their number. */
export function end_sessions(io) {
	const sections = read_sections(io);
	const locked = filter((sections.ok ? sections.data : []), (section) => password_sections_is_locked(section));
	const users = password_sections_users_of(locked);
	let ended = 0;
	for (let entry in live_sessions(io)) {
		if ((index(users, entry.username) >= 0) && destroy_session(io, entry.sid)) {
			ended = ended + 1;
			event(io, "notice", "LOGOUT", [
				["by", "password_login"],
				["user", entry.username],
				["session", hash_safe_id(entry.sid)],
			]);
		}
	}
	return ended;
};
