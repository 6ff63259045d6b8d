'use strict';
// Generated from src/sso_login/passwords/password_transitions.ts by "make ucode"; do not edit.

/**
 * Turns the passwords of rpcd's local logins off and on. They are turned off on trial; the trial ends by itself unless somebody
 * who has logged in since confirms it. The state is what rpcd's sections say; the option `password_login` and the other files serve
 * later steps. Each order of steps is such that a killed process leaves passwords that count, or a trial that ends.
 */

import { array_some } from 'sso_login.ecma';
import { event, detail_pairs } from 'sso_login.base.log';
import { package_name, first } from 'sso_login.base.public_names';
import { words_of as strings_words_of } from 'sso_login.base.strings';
import { err, ok } from 'sso_login.result';
import { settings_hash } from 'sso_login.settings.login_settings';
import { saved_sections } from 'sso_login.settings.saved_config';
import { option_of, section_of } from 'sso_login.settings.package_sections';
import { commit } from 'sso_login.rpcd.uci_commit';
import { remove as guard_remove, release_room, install, is_there as guard_is_there } from 'sso_login.passwords.guard';
import { is_locked, is_on_trial, are_all_refused as password_sections_are_all_refused, settings_hash_of as password_sections_settings_hash_of, unlock as password_sections_unlock, lock as password_sections_lock, is_lockable } from 'sso_login.passwords.password_sections';
import { settings_hash_of as password_trial_settings_hash_of, finish as password_trial_finish, is_there as password_trial_is_there, seconds_left, postpone, begin as password_trial_begin, trial_seconds } from 'sso_login.passwords.password_trial';
import { demand } from 'sso_login.passwords.password_rule';
import { acquire_lock, release_lock } from 'sso_login.rpcd.reconcile';
import { read_sections } from 'sso_login.rpcd.rpcd_logins';
import { find as ways_in_find } from 'sso_login.passwords.ways_in';

const state_option = "password_login";
const users_option = "password_user";

/** The command that turns passwords on, for the shell. */
export const way_back_command = "sso-login password-login on";

/** Seconds after which a trial that could not be ended is tried again. */
const retry_seconds = 10;
/** Tenths of a second to wait for the init script. */
const max_waits = 50;

export function state_of(sections) {
	if (!array_some(sections, (section) => is_locked(section))) {
		return "on";
	}
	return array_some(sections, (section) => is_on_trial(section)) ? "trial" : "off";
};

/** The users whose passwords stay on: a list, or one text as the settings page saves it. */
export function exempt_users(io) {
	return strings_words_of(option_of(io, users_option));
};

/** Whether the option `password_login` is `off`: it is set before the first password is refused, and deleted after the last is restored. */
export function is_wanted_off(io) {
	return option_of(io, state_option) === "off";
};

/** Whether this service has made every password refused; false where rpcd's sections cannot be read. */
export function are_all_refused(io) {
	const sections = read_sections(io);
	return sections.ok && password_sections_are_all_refused(sections.data);
};

function start_init(io) {
	io.start(io.paths.system_dir + "/init.d/" + package_name, "start");
}

/** Applies password_rule.ts to refused passwords. */
export function demand_of(io, sections) {
	const proved = password_sections_settings_hash_of(sections);
	const current = settings_hash(io);
	return demand(state_of(sections), proved, current, password_trial_settings_hash_of(io));
};

/** Logs a new state, its cause, and the users whose passwords changed. */
export function note(io, state, by, users) {
	const facts = [["state", state]];
	const way_back = state !== "on" ? way_back_command : null;
	const outcome = [
		["users", length(users) > 0 ? join(",", users) : null],
		["way_back", way_back],
	];
	event(io, "notice", "PASSWORD_LOGIN", [...facts, ...by, ...outcome]);
};

/** Logs why passwords could not be changed, and returns the failure. */
export function note_failure(io, failure) {
	const facts = [["error", failure.error]];
	event(io, "err", "PASSWORD_LOGIN_STUCK", [...facts, ...detail_pairs(failure.details)]);
	return failure;
};

/** Sets the option `password_login`, or deletes it. CONFIG_ERROR, UCI_ERROR. */
function save_option(io, value) {
	const sections = saved_sections(io);
	if (!sections.ok) {
		return sections;
	}
	const section = section_of(sections.data, first);
	if (section === null) {
		return err("CONFIG_ERROR", { option: first, must: { id: "oidc_section" } });
	}
	if (section.options[state_option] === value) {
		return ok(true);
	}
	const count = length(sections.data);
	const done = value !== null
			? io.uci_set(package_name, first, state_option, value)
			: io.uci_delete(package_name, first, state_option);
	if (!done) {
		return err("UCI_ERROR", { config: package_name, option: state_option });
	}
	return commit(io, package_name, `\toption ${state_option} 'off'\n`, (after) => {
		const found = section_of(after, first);
		return found !== null && found.options[state_option] === value && length(after) >= count;
	});
}

/** Removes what belongs to passwords that are off: the option, the trial, and the script for the boot. */
export function clean_up(io) {
	if (is_wanted_off(io)) {
		save_option(io, null);
	}
	password_trial_finish(io);
	guard_remove(io);
};

/** Restores all passwords; `by` is the cause for the log. On a full flash it uses the reserve. UCI_ERROR and CONFIG_ERROR, which it logs. */
export function restore(io, by) {
	let unlocked = password_sections_unlock(io, true);
	if (!unlocked.ok) {
		release_room(io);
		unlocked = password_sections_unlock(io, true);
	}
	if (!unlocked.ok) {
		const failure = note_failure(io, unlocked);
		// rpcd reads uncommitted changes, too, which is what a read-only flash leaves.
		unlocked = password_sections_unlock(io, false);
		if (!unlocked.ok) {
			return failure;
		}
	}
	clean_up(io);
	if (length(unlocked.data) > 0) {
		note(io, "on", by, unlocked.data);
	}
	return ok(true);
};

/** Restores passwords after a trial; a trial that another process has confirmed meanwhile is only finished. The caller holds the lock. */
function end_trial(io) {
	const sections = read_sections(io);
	if (!sections.ok) {
		return note_failure(io, sections);
	}
	if (state_of(sections.data) === "off" && demand_of(io, sections.data) !== "try") {
		password_trial_finish(io);
		return ok(true);
	}
	return restore(io, [["by", "trial"]]);
}

/**
 * Ends a trial whose time is over. Without a trial it costs one look at the run directory. Every program calls it, so that
 * passwords come back even where some of them do not run.
 */
export function end_overdue_trial(io) {
	if (!password_trial_is_there(io) || seconds_left(io) > 0 || !acquire_lock(io).ok) {
		return;
	}
	// Another process may have postponed it while this one waited for the lock.
	if (seconds_left(io) == 0 && !end_trial(io).ok) {
		postpone(io, retry_seconds);
	}
	// The supervisor calls this, too, and its process lasts.
	release_lock(io);
};

/**
 * Begins a trial of the settings in force: the file first, then the script for the boot and the option, and last the sections. Where it
 * fails the caller takes everything back.
 */
function begin_trial(io, by, proved) {
	if (!password_trial_begin(io, settings_hash(io))) {
		return err("INTERNAL_ERROR", { reason: "the run directory cannot be written" });
	}
	const installed = install(io);
	const saved = installed.ok ? save_option(io, "off") : installed;
	if (!saved.ok) {
		return saved;
	}
	const locked = password_sections_lock(io, exempt_users(io), { is_trial: true, settings_hash: proved });
	if (!locked.ok) {
		return locked;
	}
	const facts = [["seconds", trial_seconds]];
	note(io, "trial", [...by, ...facts], locked.data);
	// Procd waits for the end.
	start_init(io);
	return ok(true);
}

/** Puts passwords that are refused on trial for the settings in force; where that fails they return. The caller holds the lock. */
export function try_settings(io, sections) {
	const begun = begin_trial(io, [["by", "settings"]], password_sections_settings_hash_of(sections));
	if (begun.ok) {
		return ok("trial");
	}
	note_failure(io, begun);
	const restored = restore(io, [["by", "trial"]]);
	return restored.ok ? ok("on") : restored;
};

/** The reason why nobody can turn passwords off now. */
export function obstacle(io) {
	const sections = read_sections(io);
	if (!sections.ok) {
		return "rpcd_unreadable";
	}
	const saved = saved_sections(io);
	const blocked = saved.ok ? ways_in_find(io, saved.data).obstacle : "config_wrong";
	if (blocked !== null) {
		return blocked;
	}
	if (state_of(sections.data) !== "on") {
		return "state";
	}
	const users = exempt_users(io);
	return array_some(sections.data, (section) => is_lockable(section, users)) ? null : "no_passwords";
};

function refuse(reason) {
	return err("PASSWORD_LOGIN_REFUSED", { reason });
}

/** Turns passwords off on trial; `by` is the caller for the log, who may do it. */
export function arm(io, by) {
	const lock = acquire_lock(io);
	if (!lock.ok) {
		return lock;
	}
	const refusal = obstacle(io);
	if (refusal !== null) {
		return refuse(refusal);
	}
	const begun = begin_trial(io, by, "");
	if (!begun.ok) {
		clean_up(io);
	}
	return begun;
};

/** Ends the trial with passwords off; `by` as in `arm`. A forced one takes the settings in force as proved, with a trial or without. */
export function confirm(io, by, is_forced) {
	const lock = acquire_lock(io);
	if (!lock.ok) {
		return lock;
	}
	// Of passwords that are refused it is the state that forbids to turn them off.
	const blocked = obstacle(io);
	if (blocked !== "state" || (!is_forced && seconds_left(io) == 0)) {
		return refuse(blocked ?? "state");
	}
	const settings = settings_hash(io);
	if (settings === "") {
		return refuse("config_wrong");
	}
	if (!is_forced && settings !== password_trial_settings_hash_of(io)) {
		return refuse("same_login");
	}
	const confirmed = password_sections_lock(io, exempt_users(io), { is_trial: false, settings_hash: settings });
	if (!confirmed.ok) {
		return confirmed;
	}
	password_trial_finish(io);
	if (length(confirmed.data) > 0) {
		note(io, "off", by, confirmed.data);
	}
	return ok(true);
};

/** Turns passwords on, also while another process keeps the lock: the result is read again. */
export function turn_on(io, by) {
	acquire_lock(io);
	if (!read_sections(io).ok) {
		// The init script restores rpcd's file by the script of the guard, which needs nothing of this service, and then removes that.
		start_init(io);
		for (let waits = 0; waits < max_waits && (guard_is_there(io) || !read_sections(io).ok); waits++) {
			io.sleep(0.1);
		}
	}
	return restore(io, by);
};
