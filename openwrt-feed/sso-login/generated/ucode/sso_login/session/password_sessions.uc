'use strict';
// Generated from src/sso_login/session/password_sessions.ts by "make ucode"; do not edit.

/** Live sessions of rpcd that a password opened. */

import { is_number } from 'sso_login.ecma';
import { is_object } from 'sso_login.io.json';

/** All of them; none where rpcd does not answer. */
export function list(io) {
	const entries = io.ubus_call_all("session", "list", {});
	const sessions = [];
	for (let entry in entries.ok ? entries.data : []) {
		const stored = entry.data;
		const sid = entry.ubus_rpc_session;
		const is_other = is_object(stored) && type(stored.sso_issuer) != "string";
		if (is_other && type(sid) == "string" && type(stored.username) == "string") {
			const expires = is_number(entry.expires) ? entry.expires : 0;
			push(sessions, {
				sid,
				username: stored.username,
				is_at_luci: type(stored.token) == "string",
				until: io.time() + expires,
			});
		}
	}
	return sessions;
};
