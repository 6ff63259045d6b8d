'use strict';
// Generated from src/sso_login/settings/load.ts by "make ucode"; do not edit.

/**
 * The configuration: the UCI package `sso-login`, validated by the rules of options.ts (specification, "Configuration").
 * Only `load` and `saved_sections` touch the world.
 */

import { array_find, key_of } from 'sso_login.ecma';
import { split_words, parse_integer } from 'sso_login.base.strings';
import { package_name } from 'sso_login.base.names';
import { err, ok } from 'sso_login.result';
import { option_rules, option_problem, min_session_timeout, max_session_timeout } from 'sso_login.settings.options';
import * as roles from 'sso_login.settings.roles';

/** Seconds. */
const default_session_timeout = 3600;

/** The section that holds the options; undefined when it is missing. */
export function default_section(sections) {
	return array_find(sections, (candidate) => candidate.name === "default" && candidate.type === "oidc");
};

/** An option's value as one text, where it may have it. */
function text_of(rule, value) {
	if (type(value) == "string") {
		return value;
	}
	return rule.is_list === true ? join(" ", value) : null;
}

/** The values of all known options, and what is wrong with the others, which are left out. */
export function validate_values(section) {
	const values = {};
	const problems = [];
	for (let rule in option_rules) {
		const value = text_of(rule, section.options[key_of(rule.name)] ?? "");
		const must = value !== null ? option_problem(rule, value) : { id: "one_value" };
		if (must !== null) {
			push(problems, { option: rule.name, must });
		} else {
			values[key_of(rule.name)] = value !== "" ? value : rule.fallback;
		}
	}
	return { values, problems };
};

/** A value that the rules always give: required, or with a fallback. */
function text_value(values, option) {
	return values[key_of(option)] ?? "";
}

/** The words of a list; undefined where the option is absent. */
function list_value(values, option) {
	const words = split_words(text_value(values, option), " ");
	return length(words) > 0 ? words : null;
}

function number_value(values, option) {
	return parse_integer(text_value(values, option));
}

/** A configuration of values that are right; a missing one without a default is "". */
export function to_config(values, all_roles, luci_time) {
	return {
		issuer_url: text_value(values, "issuer_url"),
		internal_issuer_url: values.internal_issuer_url,
		client_id: text_value(values, "client_id"),
		client_secret: text_value(values, "client_secret"),
		redirect_uri: text_value(values, "redirect_uri"),
		scope: text_value(values, "scope"),
		clock_tolerance: number_value(values, "clock_tolerance") ?? 0,
		roles: all_roles,
		webui_path: text_value(values, "webui_path"),
		token_endpoint_auth_method: text_value(values, "token_endpoint_auth_method"),
		ca_file: values.ca_file,
		http_timeout: number_value(values, "http_timeout"),
		at_hash_required: values.at_hash === "required",
		id_token_algs: list_value(values, "id_token_algs"),
		allow_unverified_email: values.allow_unverified_email === "1",
		groups_claim: list_value(values, "groups_claim"),
		email_claim: values.email_claim,
		acr_values: list_value(values, "acr_values"),
		max_age: number_value(values, "max_age"),
		prompt: values.prompt,
		session_timeout: number_value(values, "session_timeout") ?? luci_time ?? default_session_timeout,
		post_logout_redirect_uri: values.post_logout_redirect_uri,
		backchannel_logout: values.backchannel_logout === "1",
		log_identity: values.log_identity === "1",
	};
};

/**
 * The configuration that the sections of the package make, or CONFIG_ERROR with the option and what it must be.
 * `luci_time` is LuCI's own session time-out, used where `session_timeout` is absent.
 */
export function from_sections(sections, luci_time) {
	const section = default_section(sections);
	if (section === null) {
		return err("CONFIG_ERROR", { option: "default", must: { id: "oidc_section" } });
	}
	const validated = validate_values(section);
	const problem = validated.problems[0];
	if (problem !== null) {
		return err("CONFIG_ERROR", { option: problem.option, must: problem.must });
	}
	const all_roles = roles.of_sections(sections);
	return all_roles.ok ? ok(to_config(validated.values, all_roles.data, luci_time)) : all_roles;
};

/** LuCI's session time-out in seconds within the bounds of our own option; undefined when it has none. */
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

/** The sections of the package; CONFIG_ERROR when UCI cannot read them. */
export function saved_sections(io) {
	const sections = io.uci_sections(package_name);
	return sections.ok ? sections : err("CONFIG_ERROR", sections.details);
};

/** Loads and checks the configuration; CONFIG_ERROR with the option at fault otherwise. */
export function load(io) {
	const sections = saved_sections(io);
	return sections.ok ? from_sections(sections.data, luci_session_time(io)) : sections;
};
