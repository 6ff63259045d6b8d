'use strict';
// Generated from src/sso_login/settings/provider_config.ts by "make ucode"; do not edit.

/** The configuration as the service uses it. */

import { parse_integer, split_words } from 'sso_login.base.strings';
import { option_rules } from 'sso_login.settings.option_table';

/** An option's value in the configuration; undefined for an absent text, number or list. */
function value_of(rule, text) {
	if (rule.kind === "required") {
		return text ?? "";
	}
	if (rule.kind === "flag") {
		return text === "1";
	}
	if (text === null || rule.kind === "text") {
		return text;
	}
	if (rule.kind === "number") {
		return parse_integer(text);
	}
	const words = split_words(text, " ");
	return length(words) > 0 ? words : null;
}

/** The configuration of a provider by values that are right; a missing one is the default, or "" where it is required. */
export function to_config(values, roles, provider) {
	const config = { roles, provider };
	const sent = [];
	for (let rule in option_rules) {
		const text = values[rule.name] ?? rule.fallback;
		const value = value_of(rule, text);
		config[rule.name] = value;
		if (rule.sent === true && value !== null) {
			push(sent, [rule.name, rule.kind === "list" ? join(" ", value) : `${value}`]);
		}
	}
	config.sent = length(sent) > 0 ? sent : null;
	return config;
};
