'use strict';
// Generated from src/sso_login/passwords/local_sessions.ts by "make ucode"; do not edit.

/** The end of sessions that passwords opened. */

import { event } from 'sso_login.base.log';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { read_sections } from 'sso_login.rpcd.rpcd_logins';
import { list_local_sessions, destroy_session } from 'sso_login.rpcd.rpcd_sessions';
import { is_locked as password_sections_is_locked, users_of as password_sections_users_of } from 'sso_login.passwords.password_sections';

/** Ends the sessions of users whose passwords are refused, and returns their number. */
export function end_sessions(io) {
	const sections = read_sections(io);
	const locked = filter((sections.ok ? sections.data : []), (section) => password_sections_is_locked(section));
	const users = password_sections_users_of(locked);
	let ended = 0;
	for (let entry in list_local_sessions(io)) {
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
