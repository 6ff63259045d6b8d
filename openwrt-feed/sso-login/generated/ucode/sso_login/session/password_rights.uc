'use strict';
// Generated from src/sso_login/session/password_rights.ts by "make ucode"; do not edit.

/** Who may turn passwords off, and confirm that: a session of LuCI, or the shell after such a login. */

import { array_some } from 'sso_login.ecma';
import { is_fresh } from 'sso_login.base.store';
import { judge_of, is_administrator } from 'sso_login.session.administrators';
import { trial_seconds } from 'sso_login.session.password_state';
import { is_new } from 'sso_login.session.password_trial';
import { find_session, list_sso_sessions } from 'sso_login.session.session';

/** Why a session may not turn passwords off, whatever holds else. */
export function refusal_for_session(io, sid) {
	const entry = find_session(io, sid);
	if (entry === null || entry.issuer === "") {
		return "not_sso";
	}
	const judge = judge_of(io);
	return judge !== null && is_administrator(io, judge, entry) ? null : "not_everything";
};

/** Why a session may not confirm the trial. */
export function refusal_to_confirm(io, sid) {
	return refusal_for_session(io, sid) ?? (is_new(io, sid) ? null : "same_login");
};

/** Whether some live session of an administrator has what is asked for. */
function has_session(io, is_wanted) {
	const judge = judge_of(io);
	const list = list_sso_sessions(io);
	return (
		judge !== null &&
		list.ok &&
		array_some(list.data, (entry) => is_wanted(entry.sid, entry.since) && is_administrator(io, judge, entry))
	);
}

/** Why the shell may not turn passwords off: there must be a login of the last ten minutes. */
export function refusal_for_shell(io) {
	const now = io.time();
	return has_session(io, (_sid, since) => is_fresh(since, now, trial_seconds))
		? null
		: "no_login";
};

/** Why the shell may not confirm the trial: there must be a login since it began. */
export function refusal_of_shell_to_confirm(io) {
	return has_session(io, (sid) => is_new(io, sid)) ? null : "no_login";
};
