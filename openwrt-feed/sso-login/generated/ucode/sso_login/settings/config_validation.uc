'use strict';
// Generated from src/sso_login/settings/config_validation.ts by "make ucode"; do not edit.

/** Configurations of the sections of the package, by the rules of option_table.ts and those between sections. Pure functions. */

import { array_find, array_some, key_of } from 'sso_login.ecma';
import { encode as json_encode } from 'sso_login.io.json';
import { first as public_names_first } from 'sso_login.base.public_names';
import { words_of as strings_words_of } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.json_values';
import { err, ok } from 'sso_login.result';
import { fingerprint } from 'sso_login.settings.compiled_config';
import { to_config } from 'sso_login.settings.provider_config';
import { is_provider_name } from 'sso_login.settings.option_forms';
import { option_problem, option_rules } from 'sso_login.settings.option_table';
import { of_sections } from 'sso_login.settings.role_sections';
import { provider_sections, section_of as package_sections_section_of, log_name } from 'sso_login.settings.package_sections';

/** Problems of the options for programs with each other: a login's token must not pass for a program's. */
function exchange_problems(values) {
	const audience = values.api_audience;
	if (audience === null) {
		return [];
	}
	const problems = [];
	if (audience === values.client_id) {
		push(problems, { option: "api_audience", must: { id: "not_client_id" } });
	}
	const types = strings_words_of(values.api_token_types);
	if ((index(types, "JWT") >= 0) && values.api_client === null) {
		push(problems, { option: "api_client", must: { id: "set_with_jwt" } });
	}
	return problems;
}

/** The problem of an option of a section, whose value is "" where it is absent. */
function problem_of(section, rule, value) {
	if (value === null) {
		return { id: "one_value" };
	}
	if (section.name !== public_names_first && value !== "" && rule.scope !== null) {
		return { id: "of_first" };
	}
	const has_key = section.options.token_endpoint_auth_method === "private_key_jwt";
	const is_spared = value === "" && has_key && rule.name === "client_secret";
	return is_spared ? null : option_problem(rule, value, section.name);
}

/** The values of the known options that are set; those with problems are left out. */
function validate_values(section) {
	const values = {};
	const problems = [];
	const saved = section.options;
	for (let rule in option_rules) {
		const option = rule.name;
		const given = saved[option] ?? "";
		// Most options are absent, and a request must not pay for each.
		if (saved[option] !== null || rule.kind === "required") {
			const value = type(given) == "string" ? given : rule.kind === "list" ? join(" ", given) : null;
			const must = problem_of(section, rule, value);
			if (must !== null) {
				push(problems, { option, must });
			} else if (value !== "") {
				values[option] = value;
			}
		}
	}
	return { values, problems: [...problems, ...exchange_problems(values)] };
}

/** Problems of a further provider's section beside its options: its name, or another's issuer. */
function section_problems(sections, section) {
	const problems = [];
	if (section.anonymous || !is_provider_name(section.name)) {
		push(problems, { option: "oidc", must: { id: "provider_name" } });
	}
	// The first provider goes first, then those that come before it.
	const all = provider_sections(sections);
	const first = filter(all, (other) => other.name === public_names_first);
	const issuer = text_of(section.options.issuer_url);
	const same_ = array_find([...first, ...all], (other) => other.options.issuer_url === issuer);
	if (same_ !== null && same_.name !== section.name && issuer !== "") {
		push(problems, { option: "issuer_url", must: { id: "other_issuer", params: { provider: same_.name } } });
	}
	return problems;
}

/** The values of a provider, with those of the router, and the problems of its section and of the router's options. */
export function validate_section(sections, section) {
	const validated = validate_values(section);
	if (section.name === public_names_first) {
		return validated;
	}
	const first = package_sections_section_of(sections, public_names_first);
	const router = first !== null ? validate_values(first) : { values: {}, problems: [] };
	const of_router = filter(option_rules, (rule) => rule.scope === "router");
	for (let rule in of_router) {
		validated.values[rule.name] = router.values[rule.name];
	}
	const shared = filter(router.problems, (problem) => array_some(of_router, (rule) => rule.name === problem.option));
	return { values: validated.values, problems: [...section_problems(sections, section), ...validated.problems, ...shared] };
};

/** The configuration of a provider. CONFIG_ERROR with the option and what it must be. */
export function from_sections(sections, name) {
	const section = package_sections_section_of(sections, name);
	if (section === null) {
		return err("CONFIG_ERROR", { option: name, must: { id: "oidc_section" } });
	}
	const validated = validate_section(sections, section);
	const problem = validated.problems[0];
	if (problem !== null) {
		return err("CONFIG_ERROR", { option: problem.option, must: problem.must });
	}
	const loaded = to_config(validated.values, of_sections(sections).roles, name);
	loaded.log_name = log_name(sections, name);
	return ok(loaded);
};

/** The configurations of all providers that are right, as compiled_config.ts finds them. */
export function compile(sections) {
	const configs = {};
	for (let section in provider_sections(sections)) {
		const loaded = from_sections(sections, section.name);
		if (loaded.ok) {
			loaded.data.client_secret = "";
			configs[key_of(section.name)] = loaded.data;
		}
	}
	return fingerprint(sections) + json_encode(configs);
};
