'use strict';
// Generated from src/sso_login/rpcd/session_rules.ts by "make ucode"; do not edit.

/** The rules by which sessions stay alive: providers and roles as they are configured now. */

import { array_every, array_find } from 'sso_login.ecma';
import { words_of as strings_words_of } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.json_values';
import { ok } from 'sso_login.result';
import { saved_sections } from 'sso_login.settings.saved_config';
import { provider_sections } from 'sso_login.settings.package_sections';
import { of_sections } from 'sso_login.settings.role_sections';
import { matches } from 'sso_login.rights.role_matching';
import { read_sections, usable_roles, same_options } from 'sso_login.rpcd.rpcd_logins';

/** Reads the rules from the saved configuration; CONFIG_ERROR when this package's sections or rpcd's cannot be read. */
export function read_rules(io) {
	const sections = saved_sections(io);
	if (!sections.ok) {
		return sections;
	}
	const all = of_sections(sections.data);
	const logins = read_sections(io);
	if (!logins.ok) {
		return logins;
	}
	return ok({
		providers: provider_sections(sections.data),
		all_roles: all.roles,
		faults: all.faults,
		roles: usable_roles(logins.data, all.roles),
		logins: logins.data,
	});
};

function lists_of(role) {
	return { read: role.read ?? [], write: role.write ?? [] };
}

/** Whether a role still has the lists of access groups that it had at the login. */
export function has_same_lists(rules, role_at_login) {
	const now = array_find(rules.roles, (role) => role.name === role_at_login.name);
	return now !== null && same_options(lists_of(now), lists_of(role_at_login));
};

/** Whether this router is another client of the provider than at the login; a login of an earlier version does not tell, nor a missing option. */
function is_other_client(options, entry) {
	const now = text_of(options.client_id);
	const are_known = entry.client_id !== "" && now !== "";
	return are_known && entry.client_id !== now;
}

/** Whether a program may still exchange tokens for its audience, and as its client; true for a person's session. */
function still_admitted(options, entry) {
	if (entry.client === "") {
		return true;
	}
	const clients = strings_words_of(options.api_client);
	const is_client = length(clients) == 0 || (index(clients, entry.client) >= 0);
	return is_client && entry.audience !== "" && options.api_audience === entry.audience;
}

/** Whether a session's user still has every role of the session: `user`, or by the identity in the session's values. */
export function still_authorized(rules, entry, user) {
	const section = array_find(rules.providers, (provider) => provider.name === entry.provider);
	const options = section !== null ? section.options : {};
	if (options.enabled !== "1" || entry.issuer !== options.issuer_url) {
		return false;
	}
	if (is_other_client(options, entry) || !still_admitted(options, entry)) {
		return false;
	}
	return array_every([...[entry.role], ...entry.roles], (name) => {
		const role = array_find(rules.roles, (candidate) => candidate.name === name);
		return role !== null && matches(role, user ?? entry);
	});
};
