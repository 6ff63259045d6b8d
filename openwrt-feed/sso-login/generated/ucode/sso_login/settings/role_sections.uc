'use strict';
// Generated from src/sso_login/settings/role_sections.ts by "make ucode"; do not edit.

/** Role sections (specification, "Role sections"). Pure functions. */

import { array_every, key_of } from 'sso_login.ecma';

export const list_names = ["email", "group", "sub", "client", "access", "provider", "read", "write"];

/** A role by its lists; empty ones are left out of those that most roles lack. */
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

/** A list of a section without empty members; a single option counts as a list of one. */
function list_option(section, option) {
	const value = section.options[key_of(option)];
	if (value === null) {
		return [];
	}
	const members = type(value) == "string" ? [value] : value;
	return filter(members, (member) => member !== "");
}

const access_kinds = ["web", "api"];

/** The role of a section, valid or not. */
export function of_section(section) {
	return of_lists(section.name, list_option(section, "sub_issuer")[0], (list) => list_option(section, list));
};

/** The fault of a role; undefined for one that is right. */
export function fault_of(role, anonymous) {
	const fault = (option, must) => ({ option, role: role.name, must });
	if (anonymous) {
		return fault("role", { id: "role_name" });
	}
	if (role.sub !== null && role.sub_issuer === null) {
		return fault("sub_issuer", { id: "set" });
	}
	return array_every((role.access ?? []), (kind) => (index(access_kinds, kind) >= 0))
		? null
		: fault("access", { id: "some_of", params: { words: join(", ", access_kinds) } });
};

/** The roles that are right, in file order, and the faults of the others, which nobody has: one mistake closes one role. */
export function of_sections(sections) {
	const roles = [];
	const faults = [];
	for (let section in filter(sections, (candidate) => candidate.type === "role")) {
		const role = of_section(section);
		const fault = fault_of(role, section.anonymous);
		if (fault === null) {
			push(roles, role);
		} else {
			push(faults, fault);
		}
	}
	return { roles, faults };
};
