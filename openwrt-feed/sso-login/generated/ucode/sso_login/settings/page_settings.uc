'use strict';
// Generated from src/sso_login/settings/page_settings.ts by "make ucode"; do not edit.

/**
 * The settings for the settings page: options and roles as they are saved, valid or not. The client secret never leaves the
 * router.
 */

import { key_of } from 'sso_login.ecma';
import { saved_sections } from 'sso_login.settings.saved_config';
import { section_of as package_sections_section_of } from 'sso_login.settings.package_sections';
import { of_section, list_names } from 'sso_login.settings.role_sections';
import { is_object, is_array } from 'sso_login.io.json';
import { first as public_names_first } from 'sso_login.base.public_names';
import { section_rows } from 'sso_login.settings.option_table';
import { err, ok } from 'sso_login.result';
import { sorted_keys } from 'sso_login.base.strings';
import { strings_of, text_of } from 'sso_login.base.json_values';
import { complete as unsaved_secret_complete } from 'sso_login.settings.unsaved_secret';

/** Bytes of the longest input, which fit into rpcd's pipe. */
export const max_input = 65536;

/** Options as texts, lists with blanks between. */
function texts_of(options) {
	const values = {};
	for (let option in sorted_keys(options)) {
		const value = options[key_of(option)] ?? "";
		values[key_of(option)] = type(value) == "string" ? value : join(" ", value);
	}
	return values;
}

/** The options of a provider's section as texts; none without such a section. */
export function values_of(sections, provider) {
	const section = package_sections_section_of(sections, provider);
	return section !== null ? texts_of(section.options) : {};
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

function read_role(value) {
	if (!is_object(value) || type(value.name) != "string") {
		return err("INVALID_REQUEST", "a role is not an object with a name");
	}
	const options = {};
	for (let name in list_names) {
		const list = value[name];
		const members = strings_of(list) ?? [];
		if (list !== null && (!is_array(list) || length(members) < length(list))) {
			return err("INVALID_REQUEST", name + " of a role is not a list of texts");
		}
		// One runtime writes an empty list as it writes an empty object.
		if (length(members) > 0) {
			options[name] = members;
		}
	}
	options.sub_issuer = text_of(value.sub_issuer);
	return ok({ name: value.name, type: "role", anonymous: value.anonymous === true, options });
}

function read_provider(value) {
	if (!is_object(value)) {
		return err("INVALID_REQUEST", "a provider is not an object");
	}
	const values = value.values;
	if (!is_object(values)) {
		return err("INVALID_REQUEST", "values is not an object");
	}
	const options = {};
	for (let option in sorted_keys(values)) {
		const text = values[key_of(option)];
		if (type(text) != "string") {
			return err("INVALID_REQUEST", "a value is not a text");
		}
		options[key_of(option)] = text;
	}
	return ok({ name: text_of(value.name), type: "oidc", anonymous: false, options });
}

/**
 * Unsaved settings of the input `{values, providers, roles}`; absent `providers` and `roles` mean the saved ones. `data` is undefined
 * where `values` is absent. INVALID_REQUEST for other types.
 */
export function read_settings(io, input) {
	if (input.values === null) {
		return ok(null);
	}
	const first = read_provider({ name: public_names_first, values: input.values });
	if (!first.ok) {
		return first;
	}
	const sections = [first.data];
	const saved = input.roles === null || input.providers === null ? saved_sections(io) : ok([]);
	for (let part in [
		{ name: "providers", type: "oidc", read: read_provider },
		{ name: "roles", type: "role", read: read_role },
	]) {
		const given = input[key_of(part.name)];
		if (given !== null && !is_array(given)) {
			return err("INVALID_REQUEST", part.name + " is not a list");
		}
		for (let item in given ?? []) {
			const member = part.read(item);
			if (!member.ok) {
				return member;
			}
			push(sections, member.data);
		}
		const kept = given === null && saved.ok ? filter(saved.data, (section) => section.type === part.type) : [];
		for (let section in filter(kept, (one) => one.name !== public_names_first)) {
			push(sections, section);
		}
	}
	const provider = text_of(input.provider);
	return ok({ sections, provider: provider !== "" ? provider : null });
};

/** Unsaved sections with the saved secrets, and the providers to which those may not be sent. */
export function completed_sections(unsaved, saved) {
	const unsendable = [];
	const sections = map(unsaved, (section) => {
		if (section.type !== "oidc") {
			return section;
		}
		const completed = unsaved_secret_complete(texts_of(section.options), values_of(saved, section.name));
		if (!completed.sendable) {
			push(unsendable, section.name);
		}
		return { name: section.name, type: section.type, anonymous: section.anonymous, options: completed.values };
	});
	return { sections, unsendable };
};
