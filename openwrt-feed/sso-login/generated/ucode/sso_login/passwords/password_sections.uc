'use strict';
// Generated from src/sso_login/passwords/password_sections.ts by "make ucode"; do not edit.

/**
 * The passwords of rpcd's `login` sections. A refused password is `!`, and the original is in an option beside it. Type, user name
 * and rights stay, so live sessions keep their rights when rpcd reloads.
 */

import { array_every, array_find, array_some, key_of } from 'sso_login.ecma';
import { err, ok } from 'sso_login.result';
import { commit as uci_commit_commit, rewrite as uci_commit_rewrite } from 'sso_login.rpcd.uci_commit';
import { impossible_hash, is_local, same_options, has_all, uci_package, read_sections } from 'sso_login.rpcd.rpcd_logins';

/** The original, the mark of a trial, and the hash of the proved settings. A trial after the first has all. */
const original_option = "sso_login_password";
const trial_option = "sso_login_trial";
const proof_option = "sso_login_proof";

const marking_options = [original_option, trial_option, proof_option];

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

/** The section's options with a password and, where it is refused, the marks beside it; "" deletes an option. */
function with_password(section, password, original, trial, proved) {
	const options = {};
	for (let name in keys(section.options)) {
		options[key_of(name)] = section.options[key_of(name)];
	}
	options.password = password !== "" ? password : null;
	options[original_option] = original !== "" ? original : null;
	options[trial_option] = trial !== "" ? trial : null;
	options[proof_option] = proved !== "" ? proved : null;
	return { section, options };
}

/** The options without those of this service; the original replaces `!`, and no other password. */
function restored(section) {
	return with_password(section, text_option(section, is_locked(section) ? original_option : "password"), "", "", "");
}

/** The sections with the passwords of all local logins refused, but those of `users`, and these marks beside them. */
export function refuse_all(sections, users, is_trial, proved) {
	return map(sections, (section) => {
		const is_refused = is_locked(section);
		if (is_refused && (index(users, text_option(section, "username")) >= 0)) {
			return restored(section);
		}
		const original = text_option(section, is_refused ? original_option : "password");
		return is_refused || is_lockable(section, users)
			? with_password(section, impossible_hash, original, is_trial ? "1" : "", proved)
			: { section, options: section.options };
	});
};

/** The sections with all passwords, and without the options of this service. */
export function restore_all(sections) {
	return map(sections, (section) => (is_marked(section) ? restored(section) : { section, options: section.options }));
};

/** Those that are not as they are wanted. */
export function differing(all) {
	return filter(all, (one) => !same_options(one.options, one.section.options));
};

function is_written(sections, all) {
	return has_all(
		sections,
		map(all, (one) => ({ type: one.section.type, options: one.options }))
	);
}

/** Gives UCI the options that differ. UCI_ERROR. */
function stage(io, all) {
	// To read the package drops what a commit that failed has left.
	io.uci_sections(uci_package);
	for (let one in differing(all)) {
		let done = true;
		for (let name in [...["password"], ...marking_options]) {
			const value = one.options[key_of(name)];
			const before = one.section.options[key_of(name)];
			if (value !== null && value !== before) {
				done = done && io.uci_set(uci_package, one.section.name, name, value);
			} else if (value === null && before !== null) {
				done = done && io.uci_delete(uci_package, one.section.name, name);
			}
		}
		if (!done) {
			return err("UCI_ERROR", { config: uci_package, section: one.section.name });
		}
	}
	return ok(true);
}

/** Writes the sections in one commit. UCI_ERROR. */
export function commit(io, all) {
	const staged = stage(io, all);
	if (!staged.ok) {
		return staged;
	}
	let growth = "";
	for (let one in differing(all)) {
		for (let name in marking_options) {
			const value = one.options[key_of(name)];
			growth = type(value) == "string" ? growth + `\toption ${name} '${value}'\n` : growth;
		}
	}
	return uci_commit_commit(io, uci_package, growth, (after) => is_written(after, all));
};

/** Writes the file itself, where UCI has no room for its own; returns whether the sections are so afterwards. */
export function rewrite(io, all) {
	const sections = map(all, (one) => ({
		name: one.section.name,
		type: one.section.type,
		anonymous: one.section.anonymous,
		options: one.options,
	}));
	return uci_commit_rewrite(io, uci_package, sections);
};

/** Leaves the sections uncommitted, for what reads them until the next boot; false where they are not so afterwards. */
export function save(io, all) {
	const is_saved = stage(io, all).ok && io.uci_save(uci_package);
	const sections = read_sections(io);
	return is_saved && sections.ok && is_written(sections.data, all);
};
