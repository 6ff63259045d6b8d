'use strict';
// Generated from src/sso_login/passwords/password_writes.ts by "make ucode"; do not edit.

/** The writes that make a state of passwords, in the order of the table; each is made only where it is missing. */

import { array_every } from 'sso_login.ecma';
import { event, detail_pairs } from 'sso_login.base.log';
import { first, package_name } from 'sso_login.base.public_names';
import { err, ok } from 'sso_login.result';
import { uci_package } from 'sso_login.rpcd.rpcd_logins';
import { make as uci_commit_make, rewrite, save as uci_commit_save, copy_of, differing } from 'sso_login.rpcd.uci_commit';
import { section_of as package_sections_section_of } from 'sso_login.settings.package_sections';
import { saved_sections } from 'sso_login.settings.saved_config';
import { release_room, is_there as guard_is_there, remove as guard_remove, is_current as guard_is_current, install } from 'sso_login.passwords.guard';
import { restore_all, refuse_all, users_of as password_sections_users_of } from 'sso_login.passwords.password_sections';
import { exempt_users, state_option, is_wanted_off } from 'sso_login.passwords.password_state';
import { writes } from 'sso_login.passwords.password_table';
import { begin as password_trial_begin, is_there as password_trial_is_there, finish as password_trial_finish } from 'sso_login.passwords.password_trial';

/** The change of rpcd's sections. */
function change_of(io, now, target) {
	const users = exempt_users(io);
	const after = target.state === "on"
			? restore_all(now.sections)
			: refuse_all(now.sections, users, target.state === "trial", target.proved);
	return { config: uci_package, before: now.sections, after };
}

/** Logs why passwords could not be changed. */
export function note_failure(io, failure) {
	const facts = [["error", failure.error]];
	event(io, "err", "PASSWORD_LOGIN_STUCK", [...facts, ...detail_pairs(failure.details)]);
};

/** Makes a change that turns passwords on, by whatever a full run directory, a full flash or a read-only one permits. UCI_ERROR. */
function make_by_any_means(io, change) {
	let made = uci_commit_make(io, change);
	if (!made.ok) {
		release_room(io);
		made = uci_commit_make(io, change);
	}
	if (made.ok || rewrite(io, change)) {
		return ok(true);
	}
	// Uncommitted changes are read, too, until the next boot.
	if (uci_commit_save(io, change)) {
		note_failure(io, made);
		return ok(true);
	}
	return made;
}

/** Sets the option `password_login`, or deletes it. CONFIG_ERROR, UCI_ERROR. */
function write_option(io, value) {
	const saved = saved_sections(io);
	if (!saved.ok) {
		return saved;
	}
	const section = package_sections_section_of(saved.data, first);
	if (section === null) {
		return err("CONFIG_ERROR", { option: first, must: { id: "oidc_section" } });
	}
	const changed = copy_of(section);
	changed.options[state_option] = value;
	const after = map(saved.data, (one) => (one.name === changed.name ? changed : one));
	const change = { config: package_name, before: saved.data, after };
	return value === null ? make_by_any_means(io, change) : uci_commit_make(io, change);
}

function trial_action(io, target) {
	const trial = target.new_trial;
	if (trial !== null) {
		return () => password_trial_begin(io, trial.settings_hash);
	}
	const is_left = target.state !== "trial" && password_trial_is_there(io);
	return is_left ? () => password_trial_finish(io) : null;
}

function guard_action(io, target) {
	if (target.state === "on") {
		return guard_is_there(io) ? () => guard_remove(io) : null;
	}
	return guard_is_current(io) ? null : () => install(io);
}

/** Passwords that are off without the option are `broken` (`password_changes.find`), so only the begin of a trial sets it. */
function option_action(io, target) {
	const is_set = is_wanted_off(io);
	if (target.state === "on") {
		return is_set ? () => write_option(io, null) : null;
	}
	return target.new_trial !== null && !is_set ? () => write_option(io, "off") : null;
}

function sections_action(io, now, target) {
	const change = change_of(io, now, target);
	if (length(differing(change)) == 0) {
		return null;
	}
	return target.state === "on" ? () => make_by_any_means(io, change) : () => uci_commit_make(io, change);
}

/** The action of a write for a state; undefined where it is made already. */
function action_of(io, now, target, write) {
	if (write === "trial_file") {
		return trial_action(io, target);
	}
	if (write === "guard") {
		return guard_action(io, target);
	}
	return write === "option" ? option_action(io, target) : sections_action(io, now, target);
}

/** Whether all is written for a state. */
export function is_complete(io, now, target) {
	return array_every(writes[target.state], (write) => action_of(io, now, target, write) === null);
};

/**
 * Makes the writes that are missing. A trial begins only where all succeed; else that of rpcd's sections must, and the others are made as
 * far as they can be. UCI_ERROR, CONFIG_ERROR, INTERNAL_ERROR.
 */
export function make_all(io, now, target) {
	const done = [];
	const users = password_sections_users_of(differing(change_of(io, now, target)));
	for (let write in writes[target.state]) {
		const action = action_of(io, now, target, write);
		if (action !== null) {
			const made = action();
			const must_succeed = target.new_trial !== null || write === "sections";
			if (!made.ok && must_succeed) {
				return made;
			}
			if (made.ok) {
				push(done, write);
			}
		}
	}
	return ok({ done, users });
};
