'use strict';
// Generated from src/sso_login/passwords/upkeep.ts by "make ucode"; do not edit.

/** Keeps rpcd's sections in agreement with what was decided about passwords. */

import { array_some } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { ok } from 'sso_login.result';
import { saved_sections } from 'sso_login.settings.load';
import { is_there as guard_is_there, remove } from 'sso_login.passwords.guard';
import { state_of, is_wanted_off, clean_up, exempt_users, restore, note_failure as transitions_note_failure, note as transitions_note } from 'sso_login.passwords.transitions';
import { is_changed_by_hand, is_lockable, is_exempt, is_marked, lock as password_sections_lock } from 'sso_login.passwords.sections';
import { seconds_left, is_there as trial_is_there } from 'sso_login.passwords.trial';
import { acquire_lock as reconcile_acquire_lock } from 'sso_login.rpcd.reconcile';
import { read_sections } from 'sso_login.rpcd.logins';
import { obstacle as ways_in_obstacle } from 'sso_login.passwords.ways_in';

/** What the log says of each. */
const words_of_obstacle = {
	disabled: "disabled",
	config_wrong: "configuration",
	not_everything: "roles",
};

/** What gave passwords back, or must give them back now; undefined where they stay as they are. */
function reason_to_restore(io, sections, is_service) {
	if (array_some(sections, (section) => is_changed_by_hand(section))) {
		return "hand";
	}
	if (state_of(sections) === "trial" && seconds_left(io) == 0) {
		return "trial";
	}
	const saved = saved_sections(io);
	if (saved.ok ? !is_wanted_off(io) : is_service) {
		return "configuration";
	}
	const blocked = is_service && saved.ok ? ways_in_obstacle(io, saved.data) : null;
	return blocked !== null ? words_of_obstacle[blocked] : null;
}

/** No password is refused: what a process left that was killed while it turned them off is removed, and an option that was only set by uci is named. */
function without_marks(io) {
	const was_begun = trial_is_there(io) || guard_is_there(io);
	if (was_begun) {
		clean_up(io);
	} else if (is_wanted_off(io)) {
		event(io, "warning", "PASSWORD_LOGIN_NOT_ARMED", [["reason", "option password_login alone turns nothing off"]]);
	}
	return ok("on");
}

/** Whether passwords are refused as they are to be, and stay so: the usual case, for which no lock is taken. */
function is_settled(io, sections, is_service) {
	const users = exempt_users(io);
	const is_done = !array_some(sections, (section) => is_lockable(section, users) || is_exempt(section, users));
	const is_off = state_of(sections) !== "on";
	return is_off && is_done && reason_to_restore(io, sections, is_service) === null;
}

/**
 * Brings rpcd's sections in agreement with what was decided: passwords come back where they were to come back, and those of
 * sections that are new are refused as well. `is_service` where the service begins or reads its configuration anew: passwords then
 * come back, too, where single sign-on is off or cannot work at any provider. The answer is the state that holds then.
 */
export function upkeep(io, is_service) {
	const known = read_sections(io);
	const is_idle = known.ok && !array_some(known.data, (section) => is_marked(section));
	if (is_idle && !trial_is_there(io) && !is_wanted_off(io)) {
		if (is_service) {
			remove(io);
		}
		return ok("on");
	}
	if (known.ok && is_settled(io, known.data, is_service)) {
		return ok(state_of(known.data));
	}
	const lock = reconcile_acquire_lock(io);
	const sections = lock.ok ? read_sections(io) : lock;
	if (!sections.ok) {
		return sections;
	}
	if (!array_some(sections.data, (section) => is_marked(section))) {
		return without_marks(io);
	}
	const reason = reason_to_restore(io, sections.data, is_service);
	if (reason !== null) {
		const restored = restore(io, [["by", reason]]);
		return restored.ok ? ok("on") : restored;
	}
	const state = state_of(sections.data);
	const locked = password_sections_lock(io, exempt_users(io), state === "trial");
	if (!locked.ok) {
		return transitions_note_failure(io, locked);
	}
	if (length(locked.data) > 0) {
		transitions_note(io, state, [["by", "upkeep"]], locked.data);
	}
	return ok(state);
};
