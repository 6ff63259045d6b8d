'use strict';
// Generated from src/sso_login/rpcd/pending_change.ts by "make ucode"; do not edit.

/** A change that was applied in LuCI and waits for its confirmation: until that comes, rpcd may take it back. */

import { is_number } from 'sso_login.ecma';
import { is_object } from 'sso_login.io.json';
import { default_session_id } from 'sso_login.rpcd.rpcd_sessions';

/** The name of no session. */
const nobody = "sso-login";

/**
 * Whether a change waits for its confirmation, of whatever package; false where rpcd does not answer, as then none is taken back. This tries to
 * confirm it as nobody: rpcd denies that while a change waits, and says that there is no data where none does.
 */
export function is_pending(io) {
	const reply = io.ubus_call("uci", "confirm", { ubus_rpc_session: nobody });
	return !reply.ok && reply.meaning === "denied";
};

/** The change for whose confirmation LuCI waits, or has waited: what it keeps may be left from an earlier one. Undefined where it keeps none. */
export function waiting_change(io) {
	const reply = io.ubus_call("session", "get", { ubus_rpc_session: default_session_id });
	const found = reply.ok && reply.data !== null ? reply.data.values : null;
	const kept = is_object(found) && is_object(found.rollback) ? found.rollback : {};
	// LuCI's name for the moment.
	const ends_at = kept.timeout;
	return type(kept.session) == "string" && is_number(ends_at)
		? { session: kept.session, ends_at }
		: null;
};

/** Seconds for which a confirmation is waited for at most, as in the init script. */
export const max_wait_seconds = 600;

/**
 * The session that alone can confirm the change of the service's own file that waits, so that the change does not end it before; "" where none
 * waits. rpcd says that one waits; its copy of the file and LuCI's value say which, and both may be left from an earlier change.
 */
export function unconfirmed_session(io) {
	if (io.file_info(io.paths.unconfirmed) === null || !is_pending(io)) {
		return "";
	}
	const change = waiting_change(io);
	if (change === null) {
		return "";
	}
	const seconds_left = change.ends_at - io.time();
	return seconds_left > 0 && seconds_left <= max_wait_seconds ? change.session : "";
};
