'use strict';
// Generated from src/sso_login/passwords/password_upkeep.ts by "make ucode"; do not edit.

/** Repairs rpcd's sections where passwords are not as they should be. */

import { array_some } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { ok } from 'sso_login.result';
import { saved_sections } from 'sso_login.settings.saved_config';
import { is_there as guard_is_there, remove as guard_remove } from 'sso_login.passwords.guard';
import { state_of as password_transitions_state_of, is_wanted_off, exempt_users, clean_up as password_transitions_clean_up, restore, note_failure as password_transitions_note_failure, note as password_transitions_note } from 'sso_login.passwords.password_transitions';
import { is_changed_by_hand, is_marked, is_lockable, is_exempt, lock as password_sections_lock } from 'sso_login.passwords.password_sections';
import { seconds_left, is_there as password_trial_is_there } from 'sso_login.passwords.password_trial';
import { acquire_lock } from 'sso_login.rpcd.reconcile';
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

/** The state where nothing has to be written, which is usual and takes no lock; else undefined. */
function settled_state(io, sections, is_service) {
	if (!has_marks(sections)) {
		return password_trial_is_there(io) || is_wanted_off(io) ? null : "on";
	}
	const state = password_transitions_state_of(sections);
	const users = exempt_users(io);
	const is_incomplete = array_some(sections, (section) => is_lockable(section, users) || is_exempt(section, users));
	return is_incomplete || reason_to_restore(io, sections, is_service) !== null ? null : state;
}

/** Removes what a killed process has left that had refused no password yet; warns of an option that was set by hand. */
function clean_up(io) {
	if (password_trial_is_there(io) || guard_is_there(io)) {
		password_transitions_clean_up(io);
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
	const state = password_transitions_state_of(sections);
	const locked = password_sections_lock(io, exempt_users(io), state === "trial");
	if (!locked.ok) {
		return password_transitions_note_failure(io, locked);
	}
	if (length(locked.data) > 0) {
		password_transitions_note(io, state, [["by", "upkeep"]], locked.data);
	}
	return ok(state);
}

/**
 * Makes rpcd's sections what the option `password_login` and the trial say, and returns the state. `is_service` is set when the
 * service starts or its configuration changes: passwords then also come back where nobody can administer by single sign-on.
 */
export function upkeep(io, is_service) {
	const known = read_sections(io);
	const settled = known.ok ? settled_state(io, known.data, is_service) : null;
	if (settled !== null) {
		if (settled === "on" && is_service) {
			guard_remove(io);
		}
		return ok(settled);
	}
	const lock = acquire_lock(io);
	if (!lock.ok) {
		return lock;
	}
	const sections = read_sections(io);
	return sections.ok ? repair(io, sections.data, is_service) : sections;
};
