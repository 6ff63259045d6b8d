'use strict';
// Generated from src/sso_login/settings/load.ts by "make ucode"; do not edit.

/**
 * The configuration: the UCI package `sso-login`, validated by the rules of options.ts (specification, "Configuration").
 * Only `load` and `saved_sections` use `io`.
 */

import { array_concat, array_find, array_includes } from 'sso_login.ecma';
import { split_words, parse_integer } from 'sso_login.base.strings';
import { package_name } from 'sso_login.base.names';
import { err, ok } from 'sso_login.result';
import { to_config } from 'sso_login.settings.config';
import { option_rules, option_problem, min_session_timeout, max_session_timeout } from 'sso_login.settings.options';
import { of_sections } from 'sso_login.settings.role_sections';
import { read } from 'sso_login.settings.sections';

/** The section that holds the options; undefined when it is missing. */
export function default_section(sections) {
	return array_find(sections, (candidate) => candidate.name === "default" && candidate.type === "oidc");
};

/** An option's value as one text, where it may have it. */
function single_text(rule, value) {
	if (type(value) == "string") {
		return value;
	}
	return rule.is_list === true ? join(" ", value) : null;
}

/** What the options for programs demand of each other: a login's token must not pass for a program's. */
function exchange_problems(values) {
	const audience = values.api_audience;
	if (audience === null) {
		return [];
	}
	const problems = [];
	if (audience === values.client_id) {
		push(problems, { option: "api_audience", must: { id: "not_client_id" } });
	}
	const types = split_words(values.api_token_types ?? "", " ");
	if (array_includes(types, "JWT") && values.api_client === null) {
		push(problems, { option: "api_client", must: { id: "set_with_jwt" } });
	}
	return problems;
}

/** The values of all known options, and what is wrong with the others, which are left out. */
export function validate_values(section) {
	const values = {};
	const problems = [];
	const has_key = section.options.token_endpoint_auth_method === "private_key_jwt";
	for (let rule in option_rules) {
		const given = section.options[rule.name];
		const value = given !== null ? single_text(rule, given) : "";
		let must = value === null ? { id: "one_value" } : null;
		const is_required = rule.required && !(has_key && rule.name === "client_secret");
		if (value !== null && (value !== "" || is_required)) {
			must = option_problem(rule, value);
		}
		if (must !== null) {
			push(problems, { option: rule.name, must });
		} else {
			values[rule.name] = value !== "" ? value : rule.fallback;
		}
	}
	return { values, problems: array_concat(problems, exchange_problems(values)) };
};

/**
 * The configuration that the sections of the package make, or CONFIG_ERROR with the option and what it must be.
 * `luci_time` is LuCI's own session time-out, used where `session_timeout` is absent.
 */
export function from_sections(sections, luci_timeout) {
	const section = default_section(sections);
	if (section === null) {
		return err("CONFIG_ERROR", { option: "default", must: { id: "oidc_section" } });
	}
	const validated = validate_values(section);
	const problem = validated.problems[0];
	if (problem !== null) {
		return err("CONFIG_ERROR", { option: problem.option, must: problem.must });
	}
	const all_roles = of_sections(sections);
	return all_roles.ok ? ok(to_config(validated.values, all_roles.data, luci_timeout)) : all_roles;
};

/** LuCI's session time-out in seconds within the bounds of `session_timeout`; undefined when it has none. */
function luci_session_time(io) {
	const option = io.uci_get("luci", "sauth", "sessiontime");
	if (!option.ok || type(option.data) != "string") {
		return null;
	}
	const seconds = parse_integer(option.data);
	return seconds !== null && seconds > 0
		? max(min_session_timeout, min(max_session_timeout, seconds))
		: null;
}

/** The sections of the package; CONFIG_ERROR when it cannot be read or is empty. */
export function saved_sections(io) {
	return read(io, package_name);
};

/** Loads and checks the configuration; CONFIG_ERROR with the option at fault otherwise. */
export function load(io) {
	const saved = saved_sections(io);
	return saved.ok ? from_sections(saved.data, luci_session_time(io)) : saved;
};
