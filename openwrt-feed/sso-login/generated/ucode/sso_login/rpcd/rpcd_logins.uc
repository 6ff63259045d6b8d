'use strict';
// Generated from src/sso_login/rpcd/rpcd_logins.ts by "make ucode"; do not edit.

/**
 * The `login` sections of /etc/config/rpcd, which keep the rights of sessions when rpcd reloads.
 *
 * A reload grants each session the rights of the first `login` section that has its `username`; a session without such a section
 * loses its rights. So every role has a section `sso_login_<role>` with an impossible password. A role with the name of a local
 * login is left out, as its sessions would get that login's rights.
 */

import { array_every, array_find, array_some, has_members, key_of, starts_with } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { ok } from 'sso_login.result';
import { is_reserved } from 'sso_login.settings.option_bounds';
import { sorted_keys } from 'sso_login.base.strings';
import { with_roles } from 'sso_login.rights.role_matching';
import { read as package_sections_read } from 'sso_login.settings.package_sections';

export const uci_package = "rpcd";
export const section_type = "login";
export const name_prefix = "sso_login_";

/**
 * A hash that no password has. rpcd accepts any password when there is an empty one, and older versions crash when the
 * option is missing.
 */
export const impossible_hash = "!";

/** The options of a role's section. Lists stay lists with one entry, as rpcd ignores plain options there; an empty list is left out. */
export function options_of(role) {
	const section = {
		username: role.name,
		password: impossible_hash,
		read: [...role.read, ...["unauthenticated"]],
	};
	if (length(role.write) > 0) {
		section.write = role.write;
	}
	return section;
};

function same_value(one, other) {
	if (!has_members(one) || !has_members(other)) {
		return one === other;
	}
	// No value of UCI has a NUL, and no list is empty.
	return join("\0", one) === join("\0", other);
}

export function same_options(one, other) {
	const names = [...sorted_keys(one), ...sorted_keys(other)];
	return array_every(names, (name) => same_value(one[key_of(name)], other[key_of(name)]));
};

export function is_sso_section(section) {
	return starts_with(section.name, name_prefix);
};

/** Whether a section is a role's, with the options that it must have. */
export function is_current(section, role) {
	const has_name = section.name === name_prefix + role.name && section.type === section_type;
	return has_name && same_options(section.options, options_of(role));
};

/** Whether a section is a local login: one of rpcd's own, and no role's. */
export function is_local(section) {
	return section.type === section_type && !is_sso_section(section);
};

/** Reads rpcd's sections; CONFIG_ERROR where they cannot be read, or there are none. */
export function read_sections(io) {
	return package_sections_read(io, uci_package);
};

/** Whether `sections` have one of the type and options of each that is wanted. Names may change: one without a name gets another. */
export function has_all(sections, wanted) {
	return array_every(wanted, (one) => array_some(sections, (found) => found.type === one.type && same_options(found.options, one.options)));
};

export function local_logins(sections) {
	return map(filter(sections, (section) => is_local(section) && type(section.options.username) == "string"), (section) => section.options.username);
};

export function conflicts(sections, all) {
	const found = [];
	for (let role in all) {
		const login = array_find(sections, (section) => is_local(section) && section.options.username === role.name);
		if (login !== null || is_reserved(role.name)) {
			push(found, { role: role.name, section: login !== null ? login.name : null });
		}
	}
	return found;
};

export function usable_roles(sections, all) {
	const left_out = map(conflicts(sections, all), (conflict) => conflict.role);
	return filter(all, (role) => !(index(left_out, role.name) >= 0));
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

/** Whether a reload of rpcd gives this role's sessions its rights: the first login section of its name is its own, and current. */
export function is_first_and_current(sections, role) {
	const first = array_find(sections, (section) => section.type === section_type && section.options.username === role.name);
	return first !== null && is_current(first, role);
};

/** The rules about claims and roles of a provider, without roles that are left out, which `has_log` logs. CONFIG_ERROR. */
export function role_rules(io, config, has_log) {
	const logins = read_sections(io);
	if (!logins.ok) {
		return logins;
	}
	if (has_log) {
		warn_of_conflicts(io, logins.data, config.roles);
	}
	return ok(with_roles(config, usable_roles(logins.data, config.roles)));
};
