'use strict';
// Generated from src/sso_login/passwords/password_sections.ts by "make ucode"; do not edit.

/**
 * The passwords of rpcd's `login` sections. A refused password is `!`, and the original is in an option beside it. Type, user name
 * and rights stay, so live sessions keep their rights when rpcd reloads.
 */

import { array_every, array_find, array_some, key_of } from 'sso_login.ecma';
import { err, ok } from 'sso_login.result';
import { commit } from 'sso_login.rpcd.uci_commit';
import { impossible_hash, is_local, uci_package, read_sections, same_options, has_all } from 'sso_login.rpcd.rpcd_logins';

/** The original, the mark of a trial, and the settings hash (password_rule.ts). */
const original_option = "sso_login_password";
const trial_option = "sso_login_trial";
const hash_option = "sso_login_proof";

const marking_options = [original_option, trial_option, hash_option];

function text_option(section, option) {
	const value = section.options[key_of(option)];
	return type(value) == "string" ? value : "";
}

/** Whether a section has an option of this service. */
export function is_marked(section) {
	return text_option(section, original_option) !== "" || text_option(section, trial_option) !== "";
};

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

export function is_on_trial(section) {
	return is_locked(section) && text_option(section, trial_option) !== "";
};

/** The settings hash that is written beside refused passwords; "" where there is none. */
export function settings_hash_of(sections) {
	const found = array_find(sections, (section) => is_locked(section) && text_option(section, hash_option) !== "");
	return found !== null ? text_option(found, hash_option) : "";
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

/** Whether a password is refused although its user is one of `users`. */
export function is_exempt(section, users) {
	return is_locked(section) && (index(users, text_option(section, "username")) >= 0);
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

/** The section's options with this password, original and marks; "" and undefined delete an option. */
function with_passwords(section, password, original, marks) {
	const options = {};
	for (let name in keys(section.options)) {
		options[key_of(name)] = section.options[key_of(name)];
	}
	options.password = password !== "" ? password : null;
	options[original_option] = original;
	options[trial_option] = marks !== null && marks.is_trial ? "1" : null;
	options[hash_option] = marks !== null && marks.settings_hash !== "" ? marks.settings_hash : null;
	return options;
}

/** The section's options without those of this service; the original replaces `!`, and no other password. */
function unlocked(section) {
	return with_passwords(section, text_option(section, is_locked(section) ? original_option : "password"));
}

/** Writes the options that have changed. */
function write_section(io, section, options) {
	let done = true;
	for (let name in [...["password"], ...marking_options]) {
		const value = options[key_of(name)];
		const before = section.options[key_of(name)];
		if (value !== null && value !== before) {
			done = done && io.uci_set(uci_package, section.name, name, value);
		} else if (value === null && before !== null) {
			done = done && io.uci_delete(uci_package, section.name, name);
		}
	}
	return done;
}

/**
 * Writes the options that `choose` returns for each section, in one commit; undefined leaves a section unchanged. Returns the user
 * names of changed sections. CONFIG_ERROR where the package cannot be read, UCI_ERROR where it cannot be written.
 */
function change(io, choose, is_committed) {
	const sections = read_sections(io);
	if (!sections.ok) {
		return sections;
	}
	const wanted = [];
	const changed = [];
	let growth = "";
	for (let section in sections.data) {
		const options = choose(section) ?? section.options;
		push(wanted, { type: section.type, options });
		if (!same_options(options, section.options)) {
			push(changed, section);
			for (let name in marking_options) {
				const value = options[key_of(name)];
				growth = type(value) == "string" ? growth + `\toption ${name} '${value}'\n` : growth;
			}
			if (!write_section(io, section, options)) {
				return err("UCI_ERROR", { config: uci_package, section: section.name });
			}
		}
	}
	if (length(changed) == 0) {
		return ok([]);
	}
	if (!is_committed) {
		const is_saved = io.uci_save(uci_package);
		return is_saved ? ok(users_of(changed)) : err("UCI_ERROR", { config: uci_package });
	}
	const committed = commit(io, uci_package, growth, (after) => has_all(after, wanted)
	);
	return committed.ok ? ok(users_of(changed)) : committed;
}

/** Refuses the passwords of all local logins but those of `users`, which it restores; refused ones get these marks. */
export function lock(io, users, marks) {
	return change(
		io,
		(section) => {
			if (is_exempt(section, users)) {
				return unlocked(section);
			}
			const is_refused = is_locked(section);
			const original = text_option(section, is_refused ? original_option : "password");
			return is_refused || is_lockable(section, users)
				? with_passwords(section, impossible_hash, original, marks)
				: null;
		},
		true
	);
};

/** Restores all passwords, and deletes the options of this service; until the next boot where that is not to be committed. */
export function unlock(io, is_committed) {
	return change(io, (section) => (is_marked(section) ? unlocked(section) : null), is_committed);
};
