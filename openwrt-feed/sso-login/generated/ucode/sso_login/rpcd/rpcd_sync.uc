'use strict';
// Generated from src/sso_login/rpcd/rpcd_sync.ts by "make ucode"; do not edit.

/** Writes the roles' sections (rpcd_logins.ts) into /etc/config/rpcd. */

import { array_every, array_some, key_of } from 'sso_login.ecma';
import { err, ok } from 'sso_login.result';
import { commit } from 'sso_login.rpcd.uci_commit';
import { uci_package, section_type, options_of, name_prefix, is_sso_section, has_all, is_current as rpcd_logins_is_current, read_sections } from 'sso_login.rpcd.rpcd_logins';

function write_failed(section) {
	return err("UCI_ERROR", { config: uci_package, section });
}

/** Writes a section, after deleting an existing one, so that no option of it is left. */
function write_section(io, name, values, exists) {
	if (exists && !io.uci_delete(uci_package, name)) {
		return false;
	}
	let done = io.uci_add(uci_package, name, section_type);
	for (let option in ["username", "password", "read", "write"]) {
		const value = values[key_of(option)];
		done = done && (value === null || io.uci_set(uci_package, name, option, value));
	}
	return done;
}

/** A text as long as these sections in the file, for which there must be room (uci_commit.ts). */
export function growth_text(roles) {
	const lines = [];
	for (let role in roles) {
		const section = options_of(role);
		push(lines, "config login '" + name_prefix + role.name + "' username password " + role.name);
		for (let entry in [...section.read, ...section.write ?? []]) {
			push(lines, "\tlist write '" + entry + "'");
		}
	}
	return join("\n", lines);
};

/** Whether the file has the roles' sections and all others; another process may have added some. */
function is_written(before, after, roles) {
	const others = filter(before, (section) => !is_sso_section(section));
	return (
		has_all(after, others) &&
		array_every(roles, (role) => array_some(after, (section) => rpcd_logins_is_current(section, role)))
	);
}

/** The sections of roles that are not configured, and the roles whose section is missing or wrong. */
function differences(sections, roles) {
	const own = filter(sections, (section) => is_sso_section(section));
	const kept = map(roles, (role) => name_prefix + role.name);
	return {
		gone: filter(own, (section) => !(index(kept, section.name) >= 0)),
		behind: filter(roles, (role) => !array_some(own, (section) => rpcd_logins_is_current(section, role))),
	};
}

/** The names of roles whose sections are missing, wrong, or left of a deleted role. */
export function outdated_roles(sections, roles) {
	const found = differences(sections, roles);
	const names = map(found.gone, (section) => substr(section.name, length(name_prefix)));
	return [...names, ...map(found.behind, (role) => role.name)];
};

/**
 * Makes the sections `sso_login_*` those of the roles, and leaves all others unchanged; returns whether something
 * differed, as nothing is written otherwise.
 * CONFIG_ERROR when the package cannot be read or is empty, UCI_ERROR when it cannot be written.
 */
export function sync(io, roles) {
	const sections = read_sections(io);
	if (!sections.ok) {
		return sections;
	}
	const before = sections.data;
	const found = differences(before, roles);
	for (let section in found.gone) {
		if (!io.uci_delete(uci_package, section.name)) {
			return write_failed(section.name);
		}
	}
	for (let role in found.behind) {
		const name = name_prefix + role.name;
		const exists = array_some(before, (section) => section.name === name);
		if (!write_section(io, name, options_of(role), exists)) {
			return write_failed(name);
		}
	}
	if (length(found.gone) + length(found.behind) == 0) {
		return ok(false);
	}
	const committed = commit(io, uci_package, growth_text(roles), (after) => is_written(before, after, roles)
	);
	return committed.ok ? ok(true) : committed;
};
