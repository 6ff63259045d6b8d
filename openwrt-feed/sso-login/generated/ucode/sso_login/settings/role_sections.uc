'use strict';
// Generated from src/sso_login/settings/role_sections.ts by "make ucode"; do not edit.

/** Role sections (specification, "Role sections"). Pure functions. */

import { array_every, key_of } from 'sso_login.ecma';
import { err, ok } from 'sso_login.result';

export const list_names = ["email", "group", "sub", "client", "access", "provider", "read", "write"];

/** A role of its lists, as `list_of` has them; those that most roles lack only where they have members. */
export function of_lists(name, sub_issuer, list_of) {
	const optional = (list) => {
		const members = list_of(list);
		return length(members) > 0 ? members : null;
	};
	return {
		name,
		email: list_of("email"),
		group: list_of("group"),
		sub: optional("sub"),
		sub_issuer,
		client: optional("client"),
		access: optional("access"),
		provider: optional("provider"),
		read: list_of("read"),
		write: list_of("write"),
	};
};

/** A list; a single option counts as a list of one, and empty members are left out. */
function list_option(section, option) {
	const value = section.options[key_of(option)];
	if (value === null) {
		return [];
	}
	const members = type(value) == "string" ? [value] : value;
	return filter(members, (member) => member !== "");
}

/** The ways in that `access` may name. */
const ways_in = ["web", "api"];

export const access_rule = { id: "some_of", params: { words: "web, api" } };

/** Whether a role's ways in are known ones. */
export function knows_access(role) {
	return array_every((role.access ?? []), (way) => (index(ways_in, way) >= 0));
};

/** A role section's name and lists, whatever they are. */
export function of_section(section) {
	const sub_issuer = list_option(section, "sub_issuer")[0];
	return of_lists(section.name, sub_issuer, (list) => list_option(section, list));
};

/** All role sections in file order; CONFIG_ERROR when one has no name, subjects without an issuer, or an unknown way in. */
export function of_sections(sections) {
	const roles = [];
	for (let section in sections) {
		if (section.type === "role") {
			if (section.anonymous) {
				return err("CONFIG_ERROR", { option: "role", role: section.name, must: { id: "role_name" } });
			}
			const role = of_section(section);
			if (role.sub !== null && role.sub_issuer === null) {
				return err("CONFIG_ERROR", { option: "sub_issuer", role: role.name, must: { id: "set" } });
			}
			if (!knows_access(role)) {
				return err("CONFIG_ERROR", { option: "access", role: role.name, must: access_rule });
			}
			push(roles, role);
		}
	}
	return ok(roles);
};
