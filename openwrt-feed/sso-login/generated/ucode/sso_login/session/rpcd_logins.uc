'use strict';
// Generated from src/sso_login/session/rpcd_logins.ts by "make ucode"; do not edit.

/**
 * The `login` sections of /etc/config/rpcd that keep the rights of single sign-on sessions when rpcd reloads.
 *
 * A reload keeps a session's values but computes its grants anew, from the first `login` section whose `username` is the
 * session's; a session without one loses its rights. So every role has a section `sso_login_<role>`, with which no
 * password login is possible, and a role that is called like a local login is left out: its sessions would get that login's rights.
 */

import { array_concat, array_every, array_find, array_includes, array_some, has_members, key_of, starts_with, substring } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { err, ok } from 'sso_login.result';
import { is_reserved } from 'sso_login.settings.options';
import { sorted_keys } from 'sso_login.base.strings';
import * as sections_of from 'sso_login.settings.sections';
import * as commit from 'sso_login.session.commit';

export const uci_package = "rpcd";
export const section_type = "login";
const name_prefix = "sso_login_";

/**
 * A hash that no password has. rpcd accepts any password when there is an empty one, and older versions crash when the
 * option is missing.
 */
export const impossible_hash = "!";

/** Lists stay lists even with one entry, since rpcd ignores plain options there; an empty one is left out. */
function options_of(role) {
	const section = {
		username: role.name,
		password: impossible_hash,
		read: array_concat((role.read ?? []), ["unauthenticated"]),
	};
	const write = role.write ?? [];
	if (length(write) > 0) {
		section.write = write;
	}
	return section;
}

function same_value(one, other) {
	if (!has_members(one) || !has_members(other)) {
		return one === other;
	}
	if (length(one) != length(other)) {
		return false;
	}
	for (let i = 0; i < length(one); i++) {
		if (one[i] !== other[i]) {
			return false;
		}
	}
	return true;
}

/** Whether two sections have the same options. */
export function same_options(one, other) {
	for (let name in array_concat(sorted_keys(one), sorted_keys(other))) {
		if (!same_value(one[key_of(name)], other[key_of(name)])) {
			return false;
		}
	}
	return true;
};

/** Whether a section is one that this service keeps for a role. */
export function is_sso_section(section) {
	return starts_with(section.name, name_prefix);
};

/** Whether a section is what a role's has to be. */
function is_current(section, role) {
	const has_name = section.name === name_prefix + role.name && section.type === section_type;
	return has_name && same_options(section.options, options_of(role));
}

/** The login section of a user name that is not this service's. */
function local_login(sections, username) {
	return array_find(sections, (section) => section.type === section_type && !is_sso_section(section) && section.options.username === username);
}

function write_failed(section) {
	return err("UCI_ERROR", { config: uci_package, section });
}

/** Makes a section anew, so that no option of an earlier one is left in it. */
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

/** Writes the roles' sections that are missing or different; the answer is how many. */
function write_missing(io, sections, roles) {
	let written = 0;
	for (let role in roles) {
		const name = name_prefix + role.name;
		const found = array_find(sections, (section) => section.name === name);
		if (found === null || !is_current(found, role)) {
			if (!write_section(io, name, options_of(role), found !== null)) {
				return write_failed(name);
			}
			written = written + 1;
		}
	}
	return ok(written);
}

/** Deletes those sections of ours whose names are not to be kept; the answer is how many. */
function delete_others(io, sections, kept) {
	let deleted = 0;
	for (let section in sections) {
		if (is_sso_section(section) && !array_includes(kept, section.name)) {
			if (!io.uci_delete(uci_package, section.name)) {
				return write_failed(section.name);
			}
			deleted = deleted + 1;
		}
	}
	return ok(deleted);
}

/** As long as these sections are in the file. */
function text_of(roles) {
	const lines = [];
	for (let role in roles) {
		const section = options_of(role);
		push(lines, "config login '" + name_prefix + role.name + "' username password " + role.name);
		for (let entry in array_concat(section.read, section.write ?? [])) {
			push(lines, "\tlist write '" + entry + "'");
		}
	}
	return join("\n", lines);
}

/** Whether the file has what it is to have: the roles' sections, and all others, to which another process may add some. */
function is_written(before, after, roles) {
	const others = filter(before, (section) => !is_sso_section(section));
	// A section without a name gets another one where its place changes.
	const are_there = array_every(others, (section) => array_some(after, (found) => found.type === section.type && same_options(found.options, section.options)));
	return are_there && array_every(roles, (role) => array_some(after, (section) => is_current(section, role)));
}

/** rpcd's sections as they are now; CONFIG_ERROR where they cannot be read, or there are none. */
export function read_sections(io) {
	return sections_of.read(io, uci_package);
};

/** The user names of rpcd's login sections, without those that this service keeps for its roles. */
export function local_logins(sections) {
	const logins = [];
	for (let section in sections) {
		const username = section.options.username;
		if (section.type === section_type && type(username) == "string" && !is_sso_section(section)) {
			push(logins, username);
		}
	}
	return logins;
};

/** The roles that are called like a local login of rpcd. */
export function conflicts(sections, all) {
	const found = [];
	for (let role in all) {
		const login = local_login(sections, role.name);
		if (login !== null || is_reserved(role.name)) {
			push(found, { role: role.name, section: login !== null ? login.name : null });
		}
	}
	return found;
};

/** The roles without those that conflict with a local login. */
export function usable_roles(sections, all) {
	const left_out = map(conflicts(sections, all), (conflict) => conflict.role);
	return filter(all, (role) => !array_includes(left_out, role.name));
};

/** Logs each role that is left out, RPCD_LOGIN_CONFLICT. */
export function warn_of_conflicts(io, sections, all) {
	for (let conflict in conflicts(sections, all)) {
		event(io, "warning", "RPCD_LOGIN_CONFLICT", [
			["role", conflict.role],
			["section", conflict.section],
		]);
	}
};

/**
 * Whether a reload of rpcd would give a session of this role what the role gives: the first login section of its name is
 * the role's own, with the right content.
 */
export function is_up_to_date(sections, role) {
	const first = array_find(sections, (section) => section.type === section_type && section.options.username === role.name);
	return first !== null && is_current(first, role);
};

/** The roles whose sections are not those of `roles`, missing ones and those of roles that are gone included. */
export function outdated_roles(sections, roles) {
	const known = map(roles, (role) => role.name);
	const names = filter(map(filter(sections, (section) => is_sso_section(section)), (section) => substring(section.name, length(name_prefix))), (name) => !array_includes(known, name));
	return array_concat(names, map(filter(roles, (role) => !is_up_to_date(sections, role)), (role) => role.name));
};

/**
 * Makes the sections `sso_login_*` those of the roles, and leaves all others unchanged. Nothing is written when nothing
 * differs. CONFIG_ERROR when the package cannot be read or is empty, UCI_ERROR when it cannot be written.
 */
export function sync(io, roles) {
	const sections = read_sections(io);
	if (!sections.ok) {
		return sections;
	}
	const before = sections.data;
	const deleted = delete_others(
		io,
		before,
		map(roles, (role) => name_prefix + role.name)
	);
	if (!deleted.ok) {
		return deleted;
	}
	const written = write_missing(io, before, roles);
	if (!written.ok || deleted.data + written.data == 0) {
		return written.ok ? ok({ changed: false }) : written;
	}
	const committed = commit.commit(io, uci_package, text_of(roles), (after) => is_written(before, after, roles));
	return committed.ok ? ok({ changed: true }) : committed;
};
