'use strict';
// Generated from src/sso_login/passwords/password_upkeep.ts by "make ucode"; do not edit.

/** Repairs rpcd's sections where passwords are not as they should be. */

import { array_some } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { ok } from 'sso_login.result';
import { settings_hash } from 'sso_login.settings.login_settings';
import { saved_sections } from 'sso_login.settings.saved_config';
import { refusal_for_session } from 'sso_login.passwords.administrators';
import { is_current as guard_is_current, is_there as guard_is_there, install, remove as guard_remove } from 'sso_login.passwords.guard';
import { state_of as password_transitions_state_of, is_wanted_off, exempt_users, demand_of, clean_up as password_transitions_clean_up, note as password_transitions_note, restore, try_settings, note_failure as password_transitions_note_failure, confirm } from 'sso_login.passwords.password_transitions';
import { is_changed_by_hand, is_marked, is_lockable, is_exempt, settings_hash_of as password_sections_settings_hash_of, lock as password_sections_lock } from 'sso_login.passwords.password_sections';
import { seconds_left, is_there as password_trial_is_there, finish as password_trial_finish } from 'sso_login.passwords.password_trial';
import { acquire_lock, release_lock } from 'sso_login.rpcd.reconcile';
import { read_sections } from 'sso_login.rpcd.rpcd_logins';
import { find as ways_in_find } from 'sso_login.passwords.ways_in';

const words_of_obstacle = {
	disabled: "disabled",
	config_wrong: "configuration",
	not_everything: "roles",
};

/** The reason why passwords must be restored, for the log; undefined where they stay refused. */
function reason_to_restore(io, sections, is_service) {
	if (array_some(sections, (section) => is_changed_by_hand(section))) {
		return "hand";
	}
	if (password_transitions_state_of(sections) === "trial" && seconds_left(io) == 0) {
		return "trial";
	}
	const saved = saved_sections(io);
	if (saved.ok ? !is_wanted_off(io) : is_service) {
		return "configuration";
	}
	const obstacle = is_service && saved.ok ? ways_in_find(io, saved.data).obstacle : null;
	return obstacle !== null ? words_of_obstacle[obstacle] : null;
}

function has_marks(sections) {
	return array_some(sections, (section) => is_marked(section));
}

/** Whether nothing has to be written, which is usual and takes no lock. */
function is_settled(io, sections, is_service) {
	if (!has_marks(sections)) {
		return !password_trial_is_there(io) && !is_wanted_off(io);
	}
	const users = exempt_users(io);
	return (
		!array_some(sections, (one) => is_lockable(one, users) || is_exempt(one, users)) &&
		guard_is_current(io) &&
		demand_of(io, sections) === "keep" &&
		reason_to_restore(io, sections, is_service) === null
	);
}

/** Removes what is left where no password is refused: of a killed process, or beside a file of rpcd that replaced ours; warns of an option that was set by hand. */
function clean_up(io) {
	if (password_trial_is_there(io) || guard_is_there(io)) {
		const is_replaced = is_wanted_off(io);
		password_transitions_clean_up(io);
		if (is_replaced && !is_wanted_off(io)) {
			password_transitions_note(io, "on", [["by", "rpcd"]], []);
		}
	} else if (is_wanted_off(io)) {
		event(io, "warning", "PASSWORD_LOGIN_NOT_ARMED", [["reason", "option password_login alone turns nothing off"]]);
	}
}

/** Restores all passwords where they must be, else refuses those of sections that are new. The caller holds the lock. */
function repair(io, sections, is_service) {
	if (!has_marks(sections)) {
		clean_up(io);
		return ok("on");
	}
	const reason = reason_to_restore(io, sections, is_service);
	if (reason !== null) {
		const restored = restore(io, [["by", reason]]);
		return restored.ok ? ok("on") : restored;
	}
	const demand = demand_of(io, sections);
	if (demand === "try") {
		return try_settings(io, sections);
	}
	const is_trial = demand === "keep" && password_transitions_state_of(sections) === "trial";
	const known = password_sections_settings_hash_of(sections);
	const proved = demand === "confirm" ? settings_hash(io) : known;
	const state = is_trial ? "trial" : "off";
	const locked = password_sections_lock(io, exempt_users(io), { is_trial, settings_hash: proved });
	if (!locked.ok) {
		return password_transitions_note_failure(io, locked);
	}
	if (!is_trial) {
		password_trial_finish(io);
	}
	// Missing after a backup was restored, which may have turned passwords off.
	const is_installed = !guard_is_current(io) && install(io).ok;
	if (length(locked.data) > 0 || is_installed) {
		const by = demand === "keep" ? "upkeep" : known !== "" ? "settings" : "upgrade";
		password_transitions_note(io, state, [["by", by]], locked.data);
	}
	return ok(state);
}

/**
 * Makes rpcd's sections what the option `password_login` and the trial say, and returns the state. `is_service` is set when the
 * service starts or its configuration changes: passwords then also come back where nobody can administer by single sign-on.
 */
export function upkeep(io, is_service) {
	const known = read_sections(io);
	if (known.ok && is_settled(io, known.data, is_service)) {
		const state = password_transitions_state_of(known.data);
		if (state === "on" && is_service) {
			guard_remove(io);
		}
		return ok(state);
	}
	const lock = acquire_lock(io);
	if (!lock.ok) {
		return lock;
	}
	const sections = read_sections(io);
	const repaired = sections.ok ? repair(io, sections.data, is_service) : sections;
	// The start of a login waits for its provider next, and sync-roles needs the lock to end sessions.
	release_lock(io);
	return repaired;
};

/** The settings hash at the start of a login; repairs before, and so begins a trial where the settings are others than the proved ones. */
export function hash_at_start(io) {
	upkeep(io, false);
	return settings_hash(io);
};

/** After a login: an administrator's by settings that are on trial once more confirms them. `who` is the user for the log. */
export function after_login(io, sid, who) {
	const sections = read_sections(io);
	const is_again = sections.ok &&
		password_transitions_state_of(sections.data) === "trial" &&
		password_sections_settings_hash_of(sections.data) !== "";
	if (is_again && refusal_for_session(io, sid, "confirm") === null) {
		const by = [["by", "login"]];
		confirm(io, [...by, ...who], false);
	}
};
