'use strict';
// Generated from src/sso_login/passwords/sections.ts by "make ucode"; do not edit.

/**
 * The passwords of rpcd's `login` sections. A password that is to open no session is `!`, which rpcd refuses, and the original
 * is beside it. Type, user name and rights stay: sessions that live keep what they may when rpcd reloads.
 */

import { array_every, array_some, key_of } from 'sso_login.ecma';
import { err, ok } from 'sso_login.result';
import { commit as commit_commit } from 'sso_login.base.commit';
import { impossible_hash, is_local, uci_package, read_sections, same_options } from 'sso_login.rpcd.logins';

/** The original, and the mark of a trial. */
const original_option = "sso_login_password";
const trial_option = "sso_login_trial";

/** The options that are ever written. */
const written_options = ["password", original_option, trial_option];

function text_option(section, option) {
	const value = section.options[key_of(option)];
	return type(value) == "string" ? value : "";
}

/** Whether this service has put something beside the password. */
export function is_marked(section) {
	return text_option(section, original_option) !== "" || text_option(section, trial_option) !== "";
};

/** Whether the password is refused by this service's doing. */
export function is_locked(section) {
	return (
		text_option(section, original_option) !== "" && text_option(section, "password") === impossible_hash
	);
};

/** Whether somebody put another password where one is refused: the way back by hand. */
export function is_changed_by_hand(section) {
	return text_option(section, original_option) !== "" && !is_locked(section);
};

export function is_on_trial(section) {
	return is_locked(section) && text_option(section, trial_option) !== "";
};

/** Whether a section has a password that can be refused, and is none of those users whose password stays. */
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

/** Whether a section's password is refused although its user's is to stay. */
export function is_exempt(section, users) {
	return is_locked(section) && (index(users, text_option(section, "username")) >= 0);
};

/** Whether no local login's password opens a session, by this service's doing. */
export function are_all_refused(sections) {
	const logins = filter(sections, (section) => is_local(section));
	const is_refused = (section) => section.options.password === impossible_hash;
	return array_some(logins, (section) => is_locked(section)) && array_every(logins, (section) => is_refused(section));
};

/** The user names of those sections. */
export function users_of(sections) {
	return map(sections, (section) => text_option(section, "username"));
};

/** The section's options with another password, original and mark of a trial; "" and undefined leave them out. */
function with_passwords(section, password, original, trial) {
	const options = {};
	for (let name in keys(section.options)) {
		options[key_of(name)] = section.options[key_of(name)];
	}
	options.password = password !== "" ? password : null;
	options[original_option] = original;
	options[trial_option] = trial;
	return options;
}

/** A password that is there counts, whoever wrote it; in the place of `!` comes the original. */
function unlocked(section) {
	return with_passwords(section, text_option(section, is_locked(section) ? original_option : "password"));
}

/** Writes those of the three options that are others now. */
function write_section(io, section, options) {
	let done = true;
	for (let name in written_options) {
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
 * Gives sections other options, all in one commit; `choose` says which, and undefined leaves a section unchanged. The answer is the
 * user names of those that were changed. CONFIG_ERROR where the package cannot be read, UCI_ERROR where it cannot be written.
 */
function change(io, choose) {
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
			growth =
				growth + `\toption ${original_option} '${text_option(section, "password")}'\n\toption ${trial_option} '1'\n`;
			if (!write_section(io, section, options)) {
				return err("UCI_ERROR", { config: uci_package, section: section.name });
			}
		}
	}
	if (length(changed) == 0) {
		return ok([]);
	}
	// A section without a name gets another one with its options.
	const is_written = (after) => array_every(wanted, (one) => array_some(after, (found) => found.type === one.type && same_options(found.options, one.options)));
	const committed = commit_commit(io, uci_package, growth, is_written);
	return committed.ok ? ok(users_of(changed)) : committed;
}

/** Refuses the passwords of all local logins but those of `users`, whose own count again. */
export function lock(io, users, is_trial) {
	return change(io, (section) => {
		if (is_lockable(section, users)) {
			const original = text_option(section, "password");
			return with_passwords(section, impossible_hash, original, is_trial ? "1" : null);
		}
		return is_exempt(section, users) ? unlocked(section) : null;
	});
};

/** Gives all passwords back, and takes away all that this service put beside them. */
export function unlock(io) {
	return change(io, (section) => (is_marked(section) ? unlocked(section) : null));
};

/** Takes away the mark of a trial. */
export function confirm(io) {
	return change(io, (section) => is_on_trial(section)
			? with_passwords(section, text_option(section, "password"), text_option(section, original_option))
			: null
	);
};
