'use strict';
// Generated from src/sso_login/passwords/password_sections.ts by "make ucode"; do not edit.

/**
 * The passwords of rpcd's `login` sections. A refused password is `!`, and the original is in an option beside it. Type, user name
 * and rights stay, so live sessions keep their rights when rpcd reloads.
 */

import { array_find, array_some, key_of } from 'sso_login.ecma';
import { text_of as json_values_text_of } from 'sso_login.base.json_values';
import { impossible_hash, is_local } from 'sso_login.rpcd.rpcd_logins';
import { copy_of } from 'sso_login.rpcd.uci_commit';

/** The original, the mark of a trial, and the hash of the proved settings. A trial after the first has all. */
const original_option = "sso_login_password";
const trial_option = "sso_login_trial";
const proof_option = "sso_login_proof";

/** An option of a section; "" where it is absent or a list. */
function text_of(section, option) {
	return json_values_text_of(section.options[key_of(option)]);
}

/** Whether a section has the original of a password, or the mark of a trial; a proof alone changes no password. */
function is_marked(section) {
	return text_of(section, original_option) + text_of(section, trial_option) !== "";
}

/** Whether this service has made the password refused. */
export function is_locked(section) {
	return text_of(section, original_option) !== "" && text_of(section, "password") === impossible_hash;
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
	return array_some(locked, (section) => text_of(section, trial_option) !== "") ? "trial" : "off";
};

/** The hash that is written beside refused passwords; undefined where there is none. */
export function proved_of(sections) {
	return array_find(map(sections, (section) => text_of(section, proof_option)), (hash) => hash !== "");
};

/** Whether a local login has a password that counts and is to be refused: it is of none of `users`. */
export function is_lockable(section, users) {
	const counts = !(index(["", impossible_hash], text_of(section, "password")) >= 0) && !is_marked(section);
	return is_local(section) && counts && !(index(users, text_of(section, "username")) >= 0);
};

export function users_of(sections) {
	return map(sections, (section) => text_of(section, "username"));
};

/** The section with its password and the options of this service replaced by these. */
function with_options(section, options) {
	const changed = copy_of(section);
	for (let name in ["password", original_option, trial_option, proof_option]) {
		changed.options[key_of(name)] = options[key_of(name)];
	}
	return changed;
}

/** The section without the options of this service; the original replaces `!`, and no other password. */
function restored(section) {
	return with_options(section, { password: section.options[is_locked(section) ? original_option : "password"] });
}

/** The section with its password refused, the original, and these marks. */
function refused(section, is_trial, proof) {
	const options = { password: impossible_hash };
	options[original_option] = section.options[is_locked(section) ? original_option : "password"];
	options[trial_option] = is_trial ? "1" : null;
	options[proof_option] = proof;
	return with_options(section, options);
}

/** The sections with the passwords of all local logins refused, but those of `users`, and these marks beside them. */
export function refuse_all(sections, users, is_trial, proof) {
	return map(sections, (section) => {
		if ((index(users, text_of(section, "username")) >= 0)) {
			return restored(section);
		}
		return is_locked(section) || is_lockable(section, users) ? refused(section, is_trial, proof) : section;
	});
};

/** The sections with all passwords, and without the options of this service. */
export function restore_all(sections) {
	return map(sections, (section) => restored(section));
};
