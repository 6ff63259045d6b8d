'use strict';
// Generated from src/sso_login/settings/page.ts by "make ucode"; do not edit.

/**
 * The settings as the settings page reads and checks them: options and roles as they are saved, valid or not. The client
 * secret never leaves the router; the page is told only whether there is one.
 */

import { array_concat, key_of } from 'sso_login.ecma';
import { default_section, saved_sections } from 'sso_login.settings.load';
import { of_section } from 'sso_login.settings.role_sections';
import { is_array, is_object } from 'sso_login.io.json';
import { option_rules } from 'sso_login.settings.options';
import { err, ok } from 'sso_login.result';
import { sorted_keys } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.values';

const list_names = ["email", "group", "sub", "client", "access", "read", "write"];

/** Longest input of a check: what fits into rpcd's pipe. */
export const max_input = 65536;

/** The options of section `default` as text, lists with blanks between; none when there is no such section. */
export function values_of(sections) {
	const section = default_section(sections);
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

/** The roles as they are saved, in file order. */
export function roles_of(sections) {
	const list = [];
	for (let section in sections) {
		if (section.type === "role") {
			const role = of_section(section);
			if (section.anonymous) {
				role.anonymous = true;
			}
			push(list, role);
		}
	}
	return list;
};

/** Any other option may hold anything, a former or misspelt client secret too. The check names those that are unknown. */
function shown_options() {
	const known = array_concat(map(option_rules, (rule) => rule.name), ["enabled"]);
	return filter(known, (option) => option !== "client_secret");
}

/** The known options as they are saved, without the client secret. */
export function shown_values(sections) {
	const all = values_of(sections);
	const shown = {};
	for (let option in shown_options()) {
		const value = all[key_of(option)];
		if (value !== null) {
			shown[key_of(option)] = value;
		}
	}
	return shown;
};

/** A list of texts; undefined for anything else, and an empty one where there is none. */
function read_list(value) {
	if (value !== null && !is_array(value)) {
		return null;
	}
	const list = [];
	for (let item in value ?? []) {
		if (type(item) != "string") {
			return null;
		}
		push(list, item);
	}
	return list;
}

function read_role(value) {
	if (!is_object(value) || type(value.name) != "string") {
		return err("INVALID_REQUEST", "a role is not an object with a name");
	}
	const lists = {};
	for (let name in list_names) {
		const list = read_list(value[key_of(name)]);
		if (list === null) {
			return err("INVALID_REQUEST", name + " of a role is not a list of texts");
		}
		lists[key_of(name)] = list;
	}
	const sub = lists.sub ?? [];
	const client = lists.client ?? [];
	const access = lists.access ?? [];
	const sub_issuer = text_of(value.sub_issuer);
	const role = {
		name: value.name,
		email: lists.email ?? [],
		group: lists.group ?? [],
		sub: length(sub) > 0 ? sub : null,
		sub_issuer: sub_issuer !== "" ? sub_issuer : null,
		client: length(client) > 0 ? client : null,
		access: length(access) > 0 ? access : null,
		read: lists.read ?? [],
		write: lists.write ?? [],
	};
	if (value.anonymous === true) {
		role.anonymous = true;
	}
	return ok(role);
}

/**
 * The unsaved settings of a check: `{values, roles}`, where absent `roles` mean the saved ones. `data` is undefined
 * when `values` is absent. INVALID_REQUEST for other types.
 */
export function read_settings(io, input) {
	if (input.values === null) {
		return ok(null);
	}
	if (!is_object(input.values)) {
		return err("INVALID_REQUEST", "values is not an object");
	}
	const values = {};
	for (let option in sorted_keys(input.values)) {
		const value = input.values[key_of(option)];
		if (type(value) != "string") {
			return err("INVALID_REQUEST", "a value is not a text");
		}
		values[key_of(option)] = value;
	}
	if (input.roles === null) {
		const saved = saved_sections(io);
		return ok({ values, roles: saved.ok ? roles_of(saved.data) : [] });
	}
	if (!is_array(input.roles)) {
		return err("INVALID_REQUEST", "roles is not a list");
	}
	const list = [];
	for (let item in input.roles) {
		const role = read_role(item);
		if (!role.ok) {
			return role;
		}
		push(list, role.data);
	}
	return ok({ values, roles: list });
};

/** The sections that these settings would be saved as. */
export function to_sections(settings) {
	const sections = [{ name: "default", type: "oidc", anonymous: false, options: settings.values }];
	for (let role in settings.roles) {
		const lists = {
			email: role.email,
			group: role.group,
			read: role.read,
			write: role.write,
		};
		if (role.client !== null) {
			lists.client = role.client;
		}
		if (role.access !== null) {
			lists.access = role.access;
		}
		if (role.sub !== null) {
			lists.sub = role.sub;
			lists.sub_issuer = role.sub_issuer ?? "";
		}
		push(sections, { name: role.name, type: "role", anonymous: role.anonymous === true, options: lists });
	}
	return sections;
};
