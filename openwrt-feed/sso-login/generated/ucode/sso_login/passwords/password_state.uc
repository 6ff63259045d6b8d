'use strict';
// Generated from src/sso_login/passwords/password_state.ts by "make ucode"; do not edit.

/** The state of passwords, read from rpcd's sections and the file of the trial, and what is configured about it. */

import { array_every, array_some } from 'sso_login.ecma';
import { words_of as strings_words_of } from 'sso_login.base.strings';
import { ok } from 'sso_login.result';
import { read_sections, is_local, impossible_hash } from 'sso_login.rpcd.rpcd_logins';
import { option_of } from 'sso_login.settings.package_sections';
import { state_of as password_sections_state_of, proved_of, is_locked as password_sections_is_locked } from 'sso_login.passwords.password_sections';
import { is_overdue, read as password_trial_read } from 'sso_login.passwords.password_trial';

/** The command that turns passwords on, for the shell. */
export const way_back_command = "sso-login password-login on";

export const state_option = "password_login";
const users_option = "password_user";

/** The column of a state; `proved` is the hash of the proved settings, and `trial` the one that lasts. */
function column_of(io, state, proved, trial) {
	if (state === "on") {
		return "on";
	}
	if (state === "trial") {
		const lasting = proved !== null ? "again" : "first";
		return trial !== null ? lasting : "over";
	}
	if (is_overdue(io)) {
		return "interrupted";
	}
	return proved !== null ? "off" : "unproved";
}

/** CONFIG_ERROR where rpcd's sections cannot be read. */
export function read(io) {
	const known = read_sections(io);
	if (!known.ok) {
		return known;
	}
	const sections = known.data;
	const state = password_sections_state_of(sections);
	const proved = proved_of(sections);
	const trial = state === "trial" ? password_trial_read(io) : null;
	return ok({ state, column: column_of(io, state, proved, trial), sections, proved, trial });
};

/** The users whose passwords stay on: a list, or one text as the settings page saves it. */
export function exempt_users(io) {
	return strings_words_of(option_of(io, users_option));
};

/** Whether the option `password_login` is `off`: it is set before the first password is refused, and deleted after the last is restored. */
export function is_wanted_off(io) {
	return option_of(io, state_option) === "off";
};

/** Whether every local login's password is refused, at least one by this service; false where rpcd's sections cannot be read. */
export function are_all_refused(io) {
	const known = read_sections(io);
	const logins = filter((known.ok ? known.data : []), (section) => is_local(section));
	const is_refused = (section) => section.options.password === impossible_hash;
	return (
		array_some(logins, (section) => password_sections_is_locked(section)) && array_every(logins, (section) => is_refused(section))
	);
};
