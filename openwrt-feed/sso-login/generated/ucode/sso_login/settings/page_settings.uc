'use strict';
// Generated from src/sso_login/settings/page_settings.ts by "make ucode"; do not edit.

/**
 * The settings for the settings page: options and roles as they are saved, valid or not. The client secret never leaves the
 * router.
 */

import { array_some, key_of } from 'sso_login.ecma';
import { saved_sections } from 'sso_login.settings.saved_config';
import { section_of, provider_sections } from 'sso_login.settings.package_sections';
import { of_section, list_names, of_lists } from 'sso_login.settings.role_sections';
import { is_object, is_array } from 'sso_login.io.json';
import { first } from 'sso_login.base.public_names';
import { section_rows } from 'sso_login.settings.option_table';
import { err, ok } from 'sso_login.result';
import { sorted_keys } from 'sso_login.base.strings';
import { text_of, strings_of } from 'sso_login.base.json_values';
import { complete as unsaved_secret_complete } from 'sso_login.settings.unsaved_secret';

/** Bytes of the longest input, which fit into rpcd's pipe. */
export const max_input = 65536;

/** The options of a provider's section as texts, lists with blanks between; none without such a section. */
export function values_of(sections, provider) {
	const section = section_of(sections, provider);
	const values = {};
	if (section === null) {
		return values;
	}
	for (let option in sorted_keys(section.options)) {
		const value = section.options[key_of(option)] ?? "";
		values[key_of(option)] = type(value) == "string" ? value : join(" ", value);
	}
	return values;
};

export function roles_of(sections) {
	const roles = filter(sections, (section) => section.type === "role");
	return map(roles, (section) => {
		const role = of_section(section);
		role.anonymous = section.anonymous ? true : null;
		return role;
	});
};

/** The known options as they are saved, without the client secret. An unknown option may hold a misspelt client secret. */
export function shown_values(sections, provider) {
	const all = values_of(sections, provider);
	const shown = {};
	for (let row in filter(section_rows(), (known) => known.name !== "client_secret")) {
		const value = all[key_of(row.name)];
		if (value !== null) {
			shown[key_of(row.name)] = value;
		}
	}
	return shown;
};

export function further_of(sections) {
	const all = map(provider_sections(sections), (section) => section.name);
	return filter(all, (name) => name !== first);
};

export function further_values(sections) {
	return map(further_of(sections), (name) => ({ name, values: values_of(sections, name) }));
};

function read_role(value) {
	if (!is_object(value) || type(value.name) != "string") {
		return err("INVALID_REQUEST", "a role is not an object with a name");
	}
	for (let name in list_names) {
		const list = value[name];
		if (list !== null && (!is_array(list) || array_some(list, (item) => type(item) != "string"))) {
			return err("INVALID_REQUEST", name + " of a role is not a list of texts");
		}
	}
	const sub_issuer = text_of(value.sub_issuer);
	const role = of_lists(
		value.name,
		sub_issuer !== "" ? sub_issuer : null,
		(list) => strings_of(value[list]) ?? []
	);
	if (value.anonymous === true) {
		role.anonymous = true;
	}
	return ok(role);
}

/** An object of texts. */
function read_values(given) {
	if (!is_object(given)) {
		return err("INVALID_REQUEST", "values is not an object");
	}
	const values = {};
	for (let option in sorted_keys(given)) {
		const value = given[key_of(option)];
		if (type(value) != "string") {
			return err("INVALID_REQUEST", "a value is not a text");
		}
		values[key_of(option)] = value;
	}
	return ok(values);
}

function read_provider(value) {
	if (!is_object(value)) {
		return err("INVALID_REQUEST", "a provider is not an object");
	}
	const values = read_values(value.values);
	return values.ok ? ok({ name: text_of(value.name), values: values.data }) : values;
}

/** An array of the input, each member read by `read`; INVALID_REQUEST. */
function read_list(input, name, read) {
	const given = input[key_of(name)];
	if (!is_array(given)) {
		return err("INVALID_REQUEST", name + " is not a list");
	}
	const list = [];
	for (let item in given) {
		const member = read(item);
		if (!member.ok) {
			return member;
		}
		push(list, member.data);
	}
	return ok(list);
}

/**
 * The unsaved settings `{values, providers, roles}`; absent `providers` and `roles` mean the saved ones. `data` is undefined where
 * `values` is absent. INVALID_REQUEST for other types.
 */
export function read_settings(io, input) {
	if (input.values === null) {
		return ok(null);
	}
	const values = read_values(input.values);
	if (!values.ok) {
		return values;
	}
	const saved = input.roles === null || input.providers === null ? saved_sections(io) : ok([]);
	const sections = saved.ok ? saved.data : [];
	const providers = input.providers === null ? ok(further_values(sections)) : read_list(input, "providers", read_provider);
	if (!providers.ok) {
		return providers;
	}
	const roles = input.roles === null ? ok(roles_of(sections)) : read_list(input, "roles", read_role);
	if (!roles.ok) {
		return roles;
	}
	const named = text_of(input.provider);
	const provider = named !== "" ? named : null;
	return ok({ values: values.data, providers: providers.data, roles: roles.data, provider });
};

/** The sections that a save of these settings would write. */
export function to_sections(settings) {
	const sections = [
		{ name: first, type: "oidc", anonymous: false, options: settings.values },
	];
	for (let further in settings.providers ?? []) {
		push(sections, { name: further.name, type: "oidc", anonymous: false, options: further.values });
	}
	for (let role in settings.roles) {
		const lists = {};
		for (let name in list_names) {
			const listed = role[name];
			if (listed !== null) {
				lists[name] = listed;
			}
		}
		if (role.sub !== null) {
			lists.sub_issuer = role.sub_issuer ?? "";
		}
		push(sections, { name: role.name, type: "role", anonymous: role.anonymous === true, options: lists });
	}
	return sections;
};

/** The same sections with the saved secrets, and the providers to which those may not be sent. */
export function completed_sections(settings, saved) {
	const unsendable = [];
	const fill = (name, values) => {
		const completed = unsaved_secret_complete(values, values_of(saved, name));
		if (!completed.sendable) {
			push(unsendable, name);
		}
		return completed.values;
	};
	const values = fill(first, settings.values);
	const providers = map((settings.providers ?? []), (further) => ({
		name: further.name,
		values: fill(further.name, further.values),
	}));
	return { sections: to_sections({ values, providers, roles: settings.roles }), unsendable };
};
