'use strict';
// Generated from src/sso_login/rpcd/pending_change.ts by "make ucode"; do not edit.

/** A change that was applied in LuCI and waits for its confirmation: until that comes, rpcd may take it back. */

import { text_of } from 'sso_login.base.json_values';
import { waiting_change } from 'sso_login.rpcd.rpcd_sessions';

/** The name of no session: rpcd refuses to let it confirm the change of another one, and has no data where none waits. */
const nobody = "sso-login";

/** Whether a change waits for its confirmation, of whatever package; false where rpcd does not answer, as then none is taken back. */
export function is_pending(io) {
	const reply = io.ubus_call("uci", "confirm", { ubus_rpc_session: nobody });
	return !reply.ok && reply.meaning === "denied";
};

/**
 * The session that has applied the change of the service's own file that waits; "" where none waits. Only this session can confirm it, so that
 * the change does not end it before.
 */
export function unconfirmed_session(io) {
	const is_waiting = io.file_info(io.paths.unconfirmed) !== null;
	return is_waiting ? text_of(waiting_change(io).session) : "";
};
