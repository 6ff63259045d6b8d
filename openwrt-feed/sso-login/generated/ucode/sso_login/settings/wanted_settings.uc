'use strict';
// Generated from src/sso_login/settings/wanted_settings.ts by "make ucode"; do not edit.

/** The settings that a deployment names (`sso-login apply`): options of the first provider, all roles, an authority. Pure functions. */

import { array_find, array_some, is_number, key_of } from 'sso_login.ecma';
import { is_array, is_object } from 'sso_login.io.json';
import { first as public_names_first } from 'sso_login.base.public_names';
import { consists_of, sorted_keys } from 'sso_login.base.strings';
import { strings_of, text_of as json_values_text_of, objects_of } from 'sso_login.base.json_values';
import { err, ok } from 'sso_login.result';
import { section_of as package_sections_section_of } from 'sso_login.settings.package_sections';

function refuse(reason) {
	return err("INVALID_REQUEST", { reason });
}

/** Whether UCI takes a name: it ignores a section or an option of another one, and says nothing. */
function is_uci_name(name) {
	return name !== "" && consists_of(name, "uci_name");
}

/** A value as UCI has it: a text, or the members of a list; undefined for another type. */
function value_of(value) {
	if (is_number(value)) {
		return `${value}`;
	}
	if (type(value) == "string") {
		return value;
	}
	const members = strings_of(value);
	return is_array(value) && members !== null && length(members) == length(value) ? members : null;
}

/** The options of these names; `where` says of what. An empty list is an absent option. */
function read_options(where, given, names) {
	const options = {};
	for (let name in names) {
		const value = value_of(given[key_of(name)]);
		if (!is_uci_name(name)) {
			return refuse(`${where}: an option's name has only A-Z a-z 0-9 _, and "${name}" has others`);
		}
		if (value === null) {
			return refuse(`${where}: ${name} is neither a text, nor a number, nor a list of texts`);
		}
		options[key_of(name)] = type(value) == "string" || length(value) > 0 ? value : "";
	}
	return ok(options);
}

function read_role(given) {
	const name = json_values_text_of(given.name);
	if (!is_uci_name(name) || name === public_names_first) {
		return refuse(`a role's name has only A-Z a-z 0-9 _, and is not default: "${name}"`);
	}
	const names = filter(sorted_keys(given), (one) => one !== "name");
	const options = read_options(`role ${name}`, given, names);
	if (!options.ok) {
		return options;
	}
	const set = {};
	for (let option in filter(sorted_keys(options.data), (one) => options.data[key_of(one)] !== "")) {
		set[key_of(option)] = options.data[key_of(option)];
	}
	return ok({ name, type: "role", anonymous: false, options: set });
}

function read_roles(given) {
	const objects = objects_of(given);
	if (!is_array(given) || objects === null || length(objects) < length(given)) {
		return refuse("roles is not a list of objects");
	}
	const roles = [];
	for (let object in objects) {
		const role = read_role(object);
		if (!role.ok) {
			return role;
		}
		if (array_some(roles, (other) => other.name === role.data.name)) {
			return refuse(`there are two roles ${role.data.name}`);
		}
		push(roles, role.data);
	}
	return ok(roles);
}

const members = ["options", "roles", "ca", "register"];

/** The settings of `{options, roles, ca, register}`; INVALID_REQUEST, and then nothing of them is used. */
export function read(input) {
	const unknown = array_find(sorted_keys(input), (name) => !(index(members, name) >= 0));
	if (unknown !== null) {
		return refuse(`${unknown} is none of ${join(", ", members)}`);
	}
	const given = input.options ?? {};
	const register = input.register;
	if (!is_object(given) || (register !== null && !is_object(register))) {
		return refuse("options and register are objects");
	}
	const options = read_options("options", given, sorted_keys(given));
	if (!options.ok) {
		return options;
	}
	const wanted = { options: options.data };
	if (input.roles !== null) {
		const roles = read_roles(input.roles);
		if (!roles.ok) {
			return roles;
		}
		wanted.roles = roles.data;
	}
	if (input.ca !== null) {
		wanted.ca = json_values_text_of(input.ca);
	}
	if (register !== null) {
		wanted.register = { issuer: json_values_text_of(register.issuer), token: json_values_text_of(register.token) };
	}
	return ok(wanted);
};

/** The sections of the package with the wanted settings: other options, providers and, where roles are wanted, no other role. */
export function sections_with(saved, wanted) {
	const before = package_sections_section_of(saved, public_names_first);
	const options = {};
	const known = before !== null ? before.options : {};
	for (let option in sorted_keys(known)) {
		options[key_of(option)] = known[key_of(option)];
	}
	for (let option in sorted_keys(wanted.options)) {
		const value = wanted.options[key_of(option)];
		options[key_of(option)] = value !== "" ? value : null;
	}
	const first = { name: public_names_first, type: "oidc", anonymous: false, options };
	const others = filter(saved, (section) => section.name !== public_names_first && (wanted.roles === null || section.type !== "role"));
	return [...[first], ...others, ...wanted.roles ?? []];
};

/** A section as one text, to compare: UCI's texts have no line ends. */
function text_of(section) {
	const lines = [`${section.type} ${section.name}`];
	for (let option in sorted_keys(section.options)) {
		const value = section.options[key_of(option)];
		if (value !== null) {
			push(lines, type(value) == "string" ? `option ${option} ${value}` : "list " + option + "\n " + join("\n ", value));
		}
	}
	return join("\n", lines);
}

/** Whether two lists of sections say the same; the order of roles counts. */
export function are_same(a, b) {
	const all_of = (sections) => {
		const roles = map(filter(sections, (section) => section.type === "role"), (section) => text_of(section));
		const others = map(filter(sections, (section) => section.type !== "role"), (section) => text_of(section));
		return join("\n\n", [...sort(others, (one, other) => (one < other ? -1 : 1)), ...roles]);
	};
	return all_of(a) === all_of(b);
};
