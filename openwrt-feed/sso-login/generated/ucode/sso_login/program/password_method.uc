'use strict';
// Generated from src/sso_login/program/password_method.ts by "make ucode"; do not edit.

/** What LuCI is told of passwords, and the ubus method `password_login`. */

import { list } from 'sso_login.io.json';
import { text_of } from 'sso_login.base.values';
import { err, ok } from 'sso_login.result';
import { judge_of, refusal_for_session, refusal_to_confirm, is_single } from 'sso_login.passwords.administrators';
import { pairs, setting } from 'sso_login.rpcd.log_identity';
import { exempt_users, live_sessions, state_of, obstacle as transitions_obstacle, turn_on, confirm as transitions_confirm, arm, end_sessions as transitions_end_sessions } from 'sso_login.passwords.transitions';
import { users_of, is_locked, is_lockable } from 'sso_login.passwords.sections';
import { seconds_left as trial_seconds_left } from 'sso_login.passwords.trial';
import { read_sections } from 'sso_login.rpcd.logins';
import { find_session } from 'sso_login.rpcd.sessions';
import { find as way_back_find, root_without_password } from 'sso_login.passwords.way_back';

/** The live sessions that passwords opened. */
function sessions(io) {
	const known = read_sections(io);
	const exempt = exempt_users(io);
	const all = known.ok ? known.data : [];
	const ending = users_of(
		filter(all, (section) => is_locked(section) || is_lockable(section, exempt))
	);
	return map(live_sessions(io), (entry) => ({
		who: entry.username,
		until: entry.until,
		program: !entry.is_at_luci,
		ends: (index(ending, entry.username) >= 0) && !(index(exempt, entry.username) >= 0),
	}));
}

/** What rpcd's sections say, and the seconds until a trial ends; 0 where there is none. */
function state_now(io) {
	const known = read_sections(io);
	const state = known.ok ? state_of(known.data) : "on";
	return { state, seconds_left: state === "trial" ? trial_seconds_left(io) : 0 };
}

/** What holds now, for a caller: `sid` is the session that rpcd's caller proved to have, "" for the shell. */
export function answer(io, sid) {
	const now = state_now(io);
	const judge = judge_of(io);
	return {
		state: now.state,
		seconds_left: now.seconds_left,
		refusal: transitions_obstacle(io) ?? refusal_for_session(io, sid),
		confirm_refusal: now.state === "trial" ? refusal_to_confirm(io, sid) : "state",
		way_back: way_back_find(io),
		root_without_password: root_without_password(io),
		single_administrator: judge !== null && is_single(io, judge),
		password_sessions: list(sessions(io)),
	};
};

/** Who a session is, for the log. */
function who(io, sid) {
	const entry = find_session(io, sid);
	const by = [["by", "session"]];
	return entry !== null
		? [...by, ...pairs(setting(io), entry.email, entry.sub), ...[["user", entry.role]]]
		: by;
}

/** Does what is wanted, `on`, `off` on trial, or `confirm`, unless there is a `refusal`; `by` says for the log who wants it. */
export function change(io, wanted, refusal, by) {
	if (refusal !== null) {
		return err("PASSWORD_LOGIN_REFUSED", { reason: refusal });
	}
	if (wanted === "on") {
		return turn_on(io, by);
	}
	return wanted === "confirm" ? transitions_confirm(io, by) : arm(io, by);
};

/** The state after a change, which may end the sessions of passwords that count no more. */
export function outcome(io, end_sessions) {
	const now = state_now(io);
	const ended = end_sessions ? transitions_end_sessions(io) : 0;
	return { state: now.state, seconds_left: now.seconds_left, ended };
};

/** Why a session may not do what is wanted. */
function refusal_of(io, wanted, sid) {
	if (wanted === "on") {
		return null;
	}
	return wanted === "confirm"
		? refusal_to_confirm(io, sid)
		: refusal_for_session(io, sid);
}

/** `password_login {state, end_sessions}`: `off` on trial, `confirm`, `on`. PASSWORD_LOGIN_REFUSED, UCI_ERROR. */
export function call(io, input) {
	const sid = text_of(input.ubus_rpc_session);
	const wanted = text_of(input.state);
	if (!(index(["on", "off", "confirm"], wanted) >= 0)) {
		return err("INVALID_REQUEST", "state is none of off, on, confirm");
	}
	const changed = change(io, wanted, refusal_of(io, wanted, sid), who(io, sid));
	return changed.ok ? ok(outcome(io, input.end_sessions === true)) : changed;
};
