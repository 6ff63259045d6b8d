'use strict';
// Generated from src/sso_login/passwords/password_sections.ts by "make ucode"; do not edit.

/**
 * The passwords of rpcd's `login` sections. A refused password is `!`, and the original is in an option beside it. Type, user name
 * and rights stay, so live sessions keep their rights when rpcd reloads.
 */

import { array_every, array_find, array_some, key_of } from 'sso_login.ecma';
import { impossible_hash, is_local } from 'sso_login.rpcd.rpcd_logins';
import { copy_of } from 'sso_login.rpcd.uci_commit';

/** The original, the mark of a trial, and the hash of the proved settings. A trial after the first has all. */
const original_option = "sso_login_password";
const trial_option = "sso_login_trial";
const proof_option = "sso_login_proof";

function text_option(section, option) {
	const value = section.options[key_of(option)];
	return type(value) == "string" ? value : "";
}

/** Whether a section has an option of this service. */
function is_marked(section) {
	return text_option(section, original_option) !== "" || text_option(section, trial_option) !== "";
}

/** Whether this service has made the password refused. */
export function is_locked(section) {
	return (
		text_option(section, original_option) !== "" && text_option(section, "password") === impossible_hash
	);
};

/** Whether somebody has changed by hand what this service wrote: a password beside its original, or the mark of a trial alone. */
export function is_changed_by_hand(section) {
	return is_marked(section) && !is_locked(section);
};

export function state_of(sections) {
	const locked = filter(sections, (section) => is_locked(section));
	if (length(locked) == 0) {
		return "on";
	}
	return array_some(locked, (section) => text_option(section, trial_option) !== "") ? "trial" : "off";
};

/** The hash that is written beside refused passwords; undefined where there is none. */
export function proved_of(sections) {
	const hashes = map(filter(sections, (section) => is_locked(section)), (section) => text_option(section, proof_option));
	return array_find(hashes, (hash) => hash !== "");
};

/** Whether a local login has a password that counts and is to be refused: it is of none of `users`. */
export function is_lockable(section, users) {
	const password = text_option(section, "password");
	const has_password = password !== "" && password !== impossible_hash;
	return (
		is_local(section) &&
		has_password &&
		!is_marked(section) &&
		!(index(users, text_option(section, "username")) >= 0)
	);
};

/** Whether every local login's password is refused, at least one by this service. */
export function are_all_refused(sections) {
	const logins = filter(sections, (section) => is_local(section));
	const is_refused = (section) => section.options.password === impossible_hash;
	return array_some(logins, (section) => is_locked(section)) && array_every(logins, (section) => is_refused(section));
};

export function users_of(sections) {
	return map(sections, (section) => text_option(section, "username"));
};

/** The section with a password and, where it is refused, the marks beside it; "" deletes an option. */
function with_password(section, password, original, trial, proof) {
	const changed = copy_of(section);
	changed.options.password = password !== "" ? password : null;
	changed.options[original_option] = original !== "" ? original : null;
	changed.options[trial_option] = trial !== "" ? trial : null;
	changed.options[proof_option] = proof !== "" ? proof : null;
	return changed;
}

/** The section without the options of this service; the original replaces `!`, and no other password. */
function restored(section) {
	return with_password(section, text_option(section, is_locked(section) ? original_option : "password"), "", "", "");
}

/** The sections with the passwords of all local logins refused, but those of `users`, and these marks beside them. */
export function refuse_all(sections, users, is_trial, proof) {
	return map(sections, (section) => {
		const is_refused = is_locked(section);
		if (is_refused && (index(users, text_option(section, "username")) >= 0)) {
			return restored(section);
		}
		const original = text_option(section, is_refused ? original_option : "password");
		return is_refused || is_lockable(section, users)
			? with_password(section, impossible_hash, original, is_trial ? "1" : "", proof)
			: section;
	});
};

/** The sections with all passwords, and without the options of this service. */
export function restore_all(sections) {
	return map(sections, (section) => (is_marked(section) ? restored(section) : section));
};
