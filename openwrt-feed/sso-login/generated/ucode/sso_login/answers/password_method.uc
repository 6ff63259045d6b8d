'use strict';
// Generated from src/sso_login/answers/password_method.ts by "make ucode"; do not edit.

/** The state of passwords for LuCI, and the ubus method `password_login`. */

import { list } from 'sso_login.io.json';
import { text_of } from 'sso_login.base.json_values';
import { err, ok } from 'sso_login.result';
import { refusal_for_session, is_single } from 'sso_login.passwords.administrators';
import { pairs, setting } from 'sso_login.rpcd.log_identity';
import { end_sessions as local_sessions_end_sessions } from 'sso_login.passwords.local_sessions';
import { refusal_to_turn_off, turn_on, happen } from 'sso_login.passwords.password_events';
import { users_of as password_sections_users_of, is_locked as password_sections_is_locked, is_lockable, state_of as password_sections_state_of } from 'sso_login.passwords.password_sections';
import { exempt_users } from 'sso_login.passwords.password_state';
import { seconds_left as password_trial_seconds_left } from 'sso_login.passwords.password_trial';
import { read_sections } from 'sso_login.rpcd.rpcd_logins';
import { list_local_sessions, find_session } from 'sso_login.rpcd.rpcd_sessions';
import { find as ways_in_find } from 'sso_login.passwords.ways_in';
import { open as login_page_open } from 'sso_login.settings.login_page';
import { saved_sections } from 'sso_login.settings.saved_config';
import { unlisted } from 'sso_login.check.proxy';
import { find as way_back_find, root_without_password } from 'sso_login.check.way_back';

/** The live sessions that passwords opened. */
function sessions(io) {
	const known = read_sections(io);
	const exempt = exempt_users(io);
	const all = known.ok ? known.data : [];
	const ending = password_sections_users_of(
		filter(all, (section) => password_sections_is_locked(section) || is_lockable(section, exempt))
	);
	return map(list_local_sessions(io), (entry) => ({
		who: entry.username,
		until: entry.until,
		program: !entry.is_at_luci,
		ends: (index(ending, entry.username) >= 0) && !(index(exempt, entry.username) >= 0),
	}));
}

/** The state by rpcd's sections, and the seconds until a trial ends; 0 without one. */
function state_now(io) {
	const known = read_sections(io);
	const state = known.ok ? password_sections_state_of(known.data) : "unknown";
	return { state, seconds_left: state === "trial" ? password_trial_seconds_left(io) : 0 };
}

/** The faults for which nobody can administer by single sign-on, by the saved sections. */
function faults(io) {
	const saved = saved_sections(io);
	const found = saved.ok ? ways_in_find(io, saved.data) : null;
	return found !== null && found.obstacle !== null ? found.faults : [];
}

/** Without the button nobody is told what to do once no password counts. */
function refusal_by_page(io, change) {
	return change === "off" && login_page_open(io) === "without_button" ? "no_button" : null;
}

/** The reason why a session may not confirm the trial of passwords in this state. */
function confirm_refusal_of(io, sid, state) {
	if (state === "trial") {
		return refusal_for_session(io, sid, "confirm");
	}
	return state === "unknown" ? "rpcd_unreadable" : "state";
}

/**
 * The state for a caller; `sid` is the session that rpcd has verified, "" for the shell. `may_see_all` shows sessions that passwords
 * opened, and addresses. `with_page` opens LuCI's login page for `refusal`.
 */
export function answer(io, sid, may_see_all, with_page) {
	const now = state_now(io);
	const refusal_without_page = refusal_to_turn_off(io) ?? refusal_for_session(io, sid, "off");
	return {
		state: now.state,
		seconds_left: now.seconds_left,
		refusal: refusal_without_page ?? (with_page ? refusal_by_page(io, "off") : null),
		confirm_refusal: confirm_refusal_of(io, sid, now.state),
		faults: list(faults(io)),
		way_back: way_back_find(io),
		root_without_password: root_without_password(io),
		single_administrator: is_single(io),
		password_sessions: list(may_see_all ? sessions(io) : []),
		unlisted_proxy: may_see_all ? unlisted(io) : null,
	};
};

/** The pairs of the log for a session that makes a change. */
function cause_of(io, sid) {
	const entry = find_session(io, sid);
	const by = [["by", "session"]];
	return entry !== null
		? [...by, ...pairs(setting(io), entry.email, entry.sub), ...[["user", entry.role]]]
		: by;
}

/**
 * Makes a change, which `refusal_of` may refuse unless it turns passwords on or is forced; `by` is the cause for the log.
 * PASSWORD_LOGIN_REFUSED, UCI_ERROR, CONFIG_ERROR.
 */
export function make_change(io, wanted, refusal_of, by, is_forced) {
	if (wanted === "on") {
		return turn_on(io, by);
	}
	const refusal = is_forced ? null : (refusal_of(wanted) ?? refusal_by_page(io, wanted));
	if (refusal !== null) {
		return err("PASSWORD_LOGIN_REFUSED", { reason: refusal });
	}
	const confirmation = is_forced ? "force" : "confirm";
	return happen(io, wanted === "off" ? "turn_off" : confirmation, by);
};

/** Ends the sessions of refused passwords, where `end_sessions` says so, and returns the state after a change. */
export function finish_change(io, end_sessions) {
	const now = state_now(io);
	const ended = end_sessions ? local_sessions_end_sessions(io) : 0;
	return { state: now.state, seconds_left: now.seconds_left, ended };
};

export function is_change(state) {
	return state === "on" || state === "off" || state === "confirm";
};

/** `password_login {state, end_sessions}`. INVALID_REQUEST, and as above. */
export function call(io, input) {
	const sid = text_of(input.ubus_rpc_session);
	const wanted = text_of(input.state);
	if (!is_change(wanted)) {
		return err("INVALID_REQUEST", "state is none of off, on, confirm");
	}
	const refusal_of = (change) => refusal_for_session(io, sid, change);
	const changed = make_change(io, wanted, refusal_of, cause_of(io, sid), false);
	return changed.ok ? ok(finish_change(io, input.end_sessions === true)) : changed;
};
