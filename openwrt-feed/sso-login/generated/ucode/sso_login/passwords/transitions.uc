'use strict';
// Generated from src/sso_login/passwords/transitions.ts by "make ucode"; do not edit.

/**
 * Whether passwords open sessions of rpcd. They are turned off on trial; the trial ends by itself unless somebody who has logged in
 * since confirms it. What is in rpcd's sections says what holds; the option `password_login` and the other files are there for what
 * comes after. In each order of steps below, a process that is killed leaves passwords that count, or a trial that ends.
 */

import { array_some, is_number } from 'sso_login.ecma';
import { is_object } from 'sso_login.io.json';
import { event, detail_pairs } from 'sso_login.base.log';
import { package_name } from 'sso_login.base.names';
import { words_of } from 'sso_login.base.strings';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { saved_sections } from 'sso_login.settings.load';
import { default_section } from 'sso_login.settings.sections';
import { commit as commit_commit } from 'sso_login.base.commit';
import { remove, release_room, install } from 'sso_login.passwords.guard';
import { is_locked as password_sections_is_locked, is_on_trial, are_all_refused as password_sections_are_all_refused, unlock, lock as password_sections_lock, is_lockable, confirm as password_sections_confirm, users_of } from 'sso_login.passwords.sections';
import { finish as trial_finish, is_there as trial_is_there, seconds_left, postpone, begin as trial_begin, trial_seconds } from 'sso_login.passwords.trial';
import { acquire_lock as reconcile_acquire_lock } from 'sso_login.rpcd.reconcile';
import { read_sections } from 'sso_login.rpcd.logins';
import { list_sso_sessions, destroy_session } from 'sso_login.rpcd.sessions';
import { obstacle as ways_in_obstacle } from 'sso_login.passwords.ways_in';

const state_option = "password_login";
const users_option = "password_user";

/** The way back, in the shell. */
export const way_back_command = "sso-login password-login on";

/** Seconds until a trial that could not be ended is ended again. */
const retry_seconds = 10;

/** What rpcd's sections say. */
export function state_of(sections) {
	const is_locked = array_some(sections, (section) => password_sections_is_locked(section));
	if (!is_locked) {
		return "on";
	}
	return array_some(sections, (section) => is_on_trial(section)) ? "trial" : "off";
};

/** The users whose passwords stay: a list, or one text as the settings page saves it. */
export function exempt_users(io) {
	const option = io.uci_get(package_name, "default", users_option);
	return words_of(option.ok ? option.data : null);
};

/** Whether the option says so: it is written before a password is refused, and taken away after they came back. */
export function is_wanted_off(io) {
	const option = io.uci_get(package_name, "default", state_option);
	return option.ok && option.data === "off";
};

/** Whether no password opens a session, by this service's doing. Where that is not to be found out, one may. */
export function are_all_refused(io) {
	const sections = read_sections(io);
	return sections.ok && password_sections_are_all_refused(sections.data);
};

/** Logs who changed what, and how. */
export function note(io, state, by, users) {
	const facts = [["state", state]];
	const more = [["users", join(",", users)]];
	const way_back = state === "on" ? [] : [["way_back", way_back_command]];
	event(io, "notice", "PASSWORD_LOGIN", [...facts, ...by, ...[...more, ...way_back]]);
};

/** Logs why passwords are not what they are to be. */
export function note_failure(io, failure) {
	const facts = [["error", failure.error]];
	event(io, "err", "PASSWORD_LOGIN_STUCK", [...facts, ...detail_pairs(failure.details)]);
	return failure;
};

/** Says in this service's own package that passwords are to be refused, or no more. */
function save_option(io, value) {
	const sections = saved_sections(io);
	const section = sections.ok ? default_section(sections.data) : null;
	if (!sections.ok || section === null) {
		return sections.ok ? err("CONFIG_ERROR", { option: "default", must: { id: "oidc_section" } }) : sections;
	}
	if (section.options[state_option] === value) {
		return ok(true);
	}
	const count = length(sections.data);
	const done = value !== null
			? io.uci_set(package_name, "default", state_option, value)
			: io.uci_delete(package_name, "default", state_option);
	if (!done) {
		return err("UCI_ERROR", { config: package_name, option: state_option });
	}
	return commit_commit(io, package_name, `\toption ${state_option} 'off'\n`, (after) => {
		const found = default_section(after);
		return found !== null && found.options[state_option] === value && length(after) >= count;
	});
}

/** Takes away what is there for passwords that are off: the option, the trial, and what gives them back at a boot. */
export function clean_up(io) {
	if (is_wanted_off(io)) {
		save_option(io, null);
	}
	trial_finish(io);
	remove(io);
};

/**
 * Gives all passwords back; `by` says who or what did. A full flash does not hinder it: room was kept for it. UCI_ERROR and
 * CONFIG_ERROR, which the log has, too.
 */
export function restore(io, by) {
	let unlocked = unlock(io);
	if (!unlocked.ok) {
		release_room(io);
		unlocked = unlock(io);
	}
	if (!unlocked.ok) {
		return note_failure(io, unlocked);
	}
	clean_up(io);
	if (length(unlocked.data) > 0) {
		note(io, "on", by, unlocked.data);
	}
	return ok(true);
};

/**
 * Ends a trial whose time is over. It costs one look at the run directory while there is none, and is called by whatever runs:
 * so no single thing has to work for passwords to come back.
 */
export function end_overdue(io) {
	if (!trial_is_there(io) || seconds_left(io) > 0 || !reconcile_acquire_lock(io).ok) {
		return;
	}
	const sections = read_sections(io);
	if (seconds_left(io) > 0) {
		return;
	}
	if (sections.ok && state_of(sections.data) === "off") {
		trial_finish(io);
		return;
	}
	const restored = sections.ok ? restore(io, [["by", "trial"]]) : note_failure(io, sections);
	if (!restored.ok) {
		postpone(io, retry_seconds);
	}
};

/** Turns passwords off on trial; `by` as above. Nothing has changed where it fails. */
function lock_on_trial(io, by) {
	const sessions = list_sso_sessions(io);
	if (!sessions.ok) {
		return sessions;
	}
	if (!trial_begin(io, sessions.data)) {
		return err("INTERNAL_ERROR", { reason: "the run directory cannot be written" });
	}
	const prepared = install(io);
	const saved = prepared.ok ? save_option(io, "off") : prepared;
	const locked = saved.ok ? password_sections_lock(io, exempt_users(io), true) : saved;
	if (!locked.ok) {
		clean_up(io);
		return locked;
	}
	const facts = [["seconds", trial_seconds]];
	note(io, "trial", [...by, ...facts], locked.data);
	// The init script lets procd wait for the end.
	io.start(io.paths.system_dir + "/init.d/" + package_name, "start");
	return ok(true);
}

/** Why passwords cannot be turned off now, whoever asks. */
export function obstacle(io) {
	const sections = read_sections(io);
	if (!sections.ok) {
		return "rpcd_unreadable";
	}
	const saved = saved_sections(io);
	const blocked = saved.ok ? ways_in_obstacle(io, saved.data) : "config_wrong";
	if (blocked !== null) {
		return blocked;
	}
	if (state_of(sections.data) !== "on") {
		return "state";
	}
	const users = exempt_users(io);
	return array_some(sections.data, (section) => is_lockable(section, users)) ? null : "no_passwords";
};

/** Turns passwords off on trial. The caller has found out who asks. */
export function arm(io, by) {
	const lock = reconcile_acquire_lock(io);
	if (!lock.ok) {
		return lock;
	}
	const refusal = obstacle(io);
	return refusal === null ? lock_on_trial(io, by) : err("PASSWORD_LOGIN_REFUSED", { reason: refusal });
};

/** Ends the trial with passwords off. The caller has found out who asks. */
export function confirm(io, by) {
	const lock = reconcile_acquire_lock(io);
	if (!lock.ok) {
		return lock;
	}
	const sections = read_sections(io);
	if (!sections.ok || state_of(sections.data) !== "trial" || seconds_left(io) == 0) {
		return err("PASSWORD_LOGIN_REFUSED", { reason: sections.ok ? "state" : "rpcd_unreadable" });
	}
	const confirmed = password_sections_confirm(io);
	if (!confirmed.ok) {
		return confirmed;
	}
	trial_finish(io);
	note(io, "off", by, confirmed.data);
	return ok(true);
};

/** Turns passwords on. Another process that keeps the lock does not hinder it: what was written is read again. */
export function turn_on(io, by) {
	reconcile_acquire_lock(io);
	return restore(io, by);
};

/** All of these sessions; none where rpcd does not answer. */
export function live_sessions(io) {
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

/** Ends the sessions that passwords of these logins opened; the answer is how many. */
export function end_sessions(io) {
	const sections = read_sections(io);
	const locked = filter((sections.ok ? sections.data : []), (section) => password_sections_is_locked(section));
	const users = users_of(locked);
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
