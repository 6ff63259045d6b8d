'use strict';
// Generated from src/sso_login/passwords/password_events.ts by "make ucode"; do not edit.

/** The events of passwords: what has happened, and the one function that writes what the table says of it, under the lock. */

import { array_some } from 'sso_login.ecma';
import { event as log_event } from 'sso_login.base.log';
import { package_name } from 'sso_login.base.public_names';
import { err, ok } from 'sso_login.result';
import { settings_hash as login_settings_settings_hash } from 'sso_login.settings.login_settings';
import { saved_sections } from 'sso_login.settings.saved_config';
import { acquire_lock, release_lock } from 'sso_login.rpcd.reconcile';
import { uci_package, read_sections } from 'sso_login.rpcd.rpcd_logins';
import { remove_left } from 'sso_login.rpcd.uci_commit';
import { refusal_for_session } from 'sso_login.passwords.administrators';
import { is_there as guard_is_there } from 'sso_login.passwords.guard';
import { next_of, find as password_changes_find } from 'sso_login.passwords.password_changes';
import { is_lockable } from 'sso_login.passwords.password_sections';
import { way_back_command, read as password_state_read, is_wanted_off, exempt_users } from 'sso_login.passwords.password_state';
import { trial_seconds, is_overdue, postpone } from 'sso_login.passwords.password_trial';
import { is_complete, note_failure as password_writes_note_failure, make_all } from 'sso_login.passwords.password_writes';
import { find as ways_in_find } from 'sso_login.passwords.ways_in';

/** Seconds after which a trial that could not be ended is tried again. */
const retry_seconds = 10;

/** Tenths of a second to wait for the init script, which takes its time on a busy router. */
const max_waits = 300;

/** The state after an event that is not refused. `off` proves the settings in force; any other state keeps the proved ones. */
function target_of(now, next, settings_hash) {
	const state = next === "same" || next === "refused" ? now.state : next;
	return {
		state,
		proved: next === "off" ? settings_hash : now.proved,
		// The hash is known wherever a trial begins: without the configuration that is refused before (refusal_by_state, find_settings).
		new_trial: next === "trial" ? { settings_hash: settings_hash ?? "" } : null,
	};
}

/** Logs a new state, its cause, and the users whose sections changed. */
function note(io, target, by, users) {
	const facts = [["state", target.state]];
	const outcome = [
		["seconds", target.new_trial !== null ? trial_seconds : null],
		["users", length(users) > 0 ? join(",", users) : null],
		["way_back", target.state !== "on" ? way_back_command : null],
	];
	log_event(io, "notice", "PASSWORD_LOGIN", [...facts, ...by, ...outcome]);
}

function start_init(io) {
	io.start(io.paths.system_dir + "/init.d/" + package_name, "start");
}

/** Whether an event leaves all as it is. While passwords are on, an option that somebody set alone is not ours, and stays, too. */
function leaves_all(io, now, what) {
	const is_same = next_of(now, what.event) === "same";
	return is_same && (now.state === "on" || is_complete(io, now, target_of(now, "same", null)));
}

/**
 * Whether the log tells of a state that was made. States are not compared: a change of the state always changes rpcd's sections, whose users
 * are in `written`, as a confirmation takes the trial's marks away.
 */
function is_news(what, next, target, written) {
	// Passwords were on already, as where a file of rpcd replaced ours.
	const has_removed_option = what.event === "broken" && (index(written.done, "option") >= 0);
	// As after the restore of a backup, which has no reserve.
	const lacked_guard = next === "same" && (index(written.done, "guard") >= 0);
	return target.new_trial !== null || length(written.users) > 0 || has_removed_option || lacked_guard;
}

/** Turns passwords on where the trial of new settings cannot begin: by these nobody may be able to log in. It is logged as the end of that trial. */
function come_back(io, now, failure) {
	password_writes_note_failure(io, failure);
	const on = { state: "on" };
	const restored = make_all(io, now, on);
	if (!restored.ok) {
		password_writes_note_failure(io, restored);
		return restored;
	}
	note(io, on, [["by", "trial"]], restored.data.users);
	return ok("on");
}

/**
 * Ends an event whose state could not be written, as `failure` says, and returns the state that it leaves, or the failure. A trial writes rpcd's
 * sections last, so these are as `now` has them.
 */
function give_up(io, now, next, target, failure) {
	if (target.new_trial !== null && now.state !== "on") {
		return come_back(io, now, failure);
	}
	if (target.new_trial !== null) {
		// Takes the trial's file, guard and option back, as far as that can be done; the caller is told.
		make_all(io, now, { state: "on" });
		return failure;
	}
	if (next === "off") {
		// Passwords stay refused: the caller is told, or the next look tries again.
		return failure;
	}
	password_writes_note_failure(io, failure);
	return failure;
}

/** Makes what the table says of an event. The caller holds the lock. */
function carry_out(io, now, what) {
	if (leaves_all(io, now, what)) {
		return ok(now.state);
	}
	const next = next_of(now, what.event);
	const target = target_of(now, next, what.settings_hash);
	const written = make_all(io, now, target);
	if (!written.ok) {
		return give_up(io, now, next, target, written);
	}
	if (is_news(what, next, target, written.data)) {
		note(io, target, what.by, written.data.users);
	}
	if (target.new_trial !== null) {
		// The init script has procd run the supervisor, which ends the trial.
		start_init(io);
	}
	return ok(target.state);
}

/** Carries out what is found; a trial that could not be ended is tried again later. */
function carry_out_found(io, looker) {
	const now = password_state_read(io);
	const done = now.ok ? carry_out(io, now.data, password_changes_find(io, now.data, looker)) : now;
	if (!done.ok && is_overdue(io)) {
		postpone(io, retry_seconds);
	}
	return done;
}

/** Whether somebody set the option by hand: this service installs the guard before. */
function is_option_alone(io) {
	return is_wanted_off(io) && !guard_is_there(io);
}

/**
 * Looks for what has happened to passwords, makes of it what the table says, and returns the state. For the service, passwords also come back
 * where nobody can administer by single sign-on.
 */
export function catch_up(io, looker) {
	if (looker === "service") {
		remove_left(io, uci_package);
		remove_left(io, package_name);
	}
	const now = password_state_read(io);
	// Nothing is to be written as a rule, which takes no lock.
	if (now.ok && leaves_all(io, now.data, password_changes_find(io, now.data, looker))) {
		if (is_option_alone(io)) {
			const facts = [["reason", "option password_login alone turns nothing off"]];
			log_event(io, "warning", "PASSWORD_LOGIN_NOT_ARMED", facts);
		}
		return ok(now.data.state);
	}
	const lock = acquire_lock(io);
	if (!lock.ok) {
		return lock;
	}
	const done = carry_out_found(io, looker);
	release_lock(io);
	return done;
};

/**
 * Ends a trial whose time is over. Without a trial it costs one look at the run directory. Every program calls it, so that
 * passwords come back even where some of them do not run.
 */
export function end_overdue_trial(io) {
	if (is_overdue(io)) {
		catch_up(io, "other");
	}
};

/** The reason why an event of a caller may not happen. */
function refusal_by_state(io, now, event, settings_hash) {
	if (event === "turn_on") {
		return null;
	}
	const saved = saved_sections(io);
	const obstacle = saved.ok ? ways_in_find(io, saved.data).obstacle : "config_wrong";
	if (obstacle !== null) {
		return obstacle;
	}
	if (next_of(now, event) === "refused") {
		return "state";
	}
	if (event === "turn_off") {
		const users = exempt_users(io);
		return array_some(now.sections, (one) => is_lockable(one, users)) ? null : "no_passwords";
	}
	// `confirm` and `logged_in` count only for the settings that are on trial; `settings_hash` is that of those in force.
	const is_tried = now.trial !== null && now.trial.settings_hash === settings_hash;
	return event === "force" || is_tried ? null : "same_login";
}

/** The reason why nobody can turn passwords off now. */
export function refusal_to_turn_off(io) {
	const now = password_state_read(io);
	return now.ok ? refusal_by_state(io, now.data, "turn_off") : "rpcd_unreadable";
};

function carry_out_wanted(io, what) {
	const now = password_state_read(io);
	if (!now.ok) {
		return what.event === "turn_on" ? now : err("PASSWORD_LOGIN_REFUSED", { reason: "rpcd_unreadable" });
	}
	const refusal = refusal_by_state(io, now.data, what.event, what.settings_hash);
	return refusal === null ? carry_out(io, now.data, what) : err("PASSWORD_LOGIN_REFUSED", { reason: refusal });
}

/**
 * Makes an event of a caller, who may do that, happen; `by` is the cause for the log. PASSWORD_LOGIN_REFUSED, UCI_ERROR, CONFIG_ERROR,
 * INTERNAL_ERROR.
 */
export function happen(io, event, by) {
	const lock = acquire_lock(io);
	// Whatever holds it, passwords come back.
	if (!lock.ok && event !== "turn_on") {
		return lock;
	}
	// Without the C module, which makes hashes, passwords come back all the same.
	const settings_hash = event !== "turn_on" ? login_settings_settings_hash(io) : null;
	const done = carry_out_wanted(io, { event, by, settings_hash });
	release_lock(io);
	return done;
};

/** Turns passwords on, also where rpcd's sections cannot be read. */
export function turn_on(io, by) {
	if (!read_sections(io).ok) {
		// The init script restores rpcd's file by the script of the guard, which needs nothing of this service, and then removes that. Without
		// the guard there is nothing to wait for.
		start_init(io);
		for (let waits = 0; waits < max_waits && guard_is_there(io); waits++) {
			io.sleep(0.1);
		}
	}
	return happen(io, "turn_on", by);
};

/** After a login: an administrator's confirms a trial `again`; a first one is confirmed by `confirm` alone. `who` is the user for the log. */
export function after_login(io, sid, who) {
	if (refusal_for_session(io, sid, "confirm") === null) {
		const by = [["by", "login"]];
		happen(io, "logged_in", [...by, ...who]);
	}
};
