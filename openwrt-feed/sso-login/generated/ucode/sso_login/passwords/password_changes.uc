'use strict';
// Generated from src/sso_login/passwords/password_changes.ts by "make ucode"; do not edit.

/** Events of passwords that the files of this router tell of. */

import { array_some } from 'sso_login.ecma';
import { settings_hash as login_settings_settings_hash } from 'sso_login.settings.login_settings';
import { saved_sections } from 'sso_login.settings.saved_config';
import { is_pending } from 'sso_login.rpcd.pending_change';
import { is_there as guard_is_there } from 'sso_login.passwords.guard';
import { is_changed_by_hand } from 'sso_login.passwords.password_sections';
import { is_wanted_off } from 'sso_login.passwords.password_state';
import { table } from 'sso_login.passwords.password_table';
import { is_there as password_trial_is_there } from 'sso_login.passwords.password_trial';
import { find as ways_in_find } from 'sso_login.passwords.ways_in';

const words_of_obstacle = {
	disabled: "disabled",
	config_wrong: "configuration",
	not_everything: "roles",
};

function happening(event, cause, settings_hash) {
	return { event, by: [["by", cause]], settings_hash };
}

function nothing_new() {
	return happening("settings_kept", "upkeep");
}

/** The reason in the configuration that keeps administrators out; only the service judges more than the option itself. */
function find_broken(io, looker) {
	const saved = saved_sections(io);
	if (!saved.ok) {
		return looker === "service" ? "configuration" : null;
	}
	// Deleted by hand: the option is set as long as passwords are off.
	if (!is_wanted_off(io)) {
		return "configuration";
	}
	const obstacle = looker === "service" ? ways_in_find(io, saved.data).obstacle : null;
	return obstacle !== null ? words_of_obstacle[obstacle] : null;
}

/** The event of the settings in force, which may be those on trial, the proved ones, or others. */
function find_settings(io, now) {
	const settings_hash = login_settings_settings_hash(io);
	const last = now.trial !== null ? now.trial.settings_hash : now.proved;
	if (settings_hash === null || settings_hash === last) {
		return nothing_new();
	}
	if (settings_hash === now.proved) {
		return happening("settings_back", "settings", settings_hash);
	}
	return happening("settings_new", now.column === "unproved" ? "upgrade" : "settings", settings_hash);
}

/** The event, whether or not its change is confirmed. */
function find_any(io, now, looker) {
	if (array_some(now.sections, (section) => is_changed_by_hand(section))) {
		return happening("broken", "hand");
	}
	if (now.column === "on") {
		// Left by a process that was killed, or beside a file of rpcd that replaced ours.
		const is_left = password_trial_is_there(io) || guard_is_there(io);
		return is_left ? happening("broken", "rpcd") : nothing_new();
	}
	if (now.column === "over") {
		return happening("time_over", "trial");
	}
	const cause = find_broken(io, looker);
	if (cause !== null) {
		return happening("broken", cause);
	}
	const of_settings = find_settings(io, now);
	// With new settings the begin of their trial was interrupted, and each look would begin it anew. With the proved ones a confirmation was
	// interrupted, and passwords stay off.
	const is_begin = now.column === "interrupted" && of_settings.event === "settings_new";
	return is_begin ? happening("time_over", "trial") : of_settings;
}

export function next_of(now, event) {
	return table[event][now.column];
};

/**
 * The event that the files tell of. A change that waits for its confirmation is none yet. For the service it is broken also where nobody can
 * administer by single sign-on.
 */
export function find(io, now, looker) {
	const found = find_any(io, now, looker);
	const is_change = found.event !== "time_over" && next_of(now, found.event) !== "same";
	return is_change && is_pending(io) ? nothing_new() : found;
};
