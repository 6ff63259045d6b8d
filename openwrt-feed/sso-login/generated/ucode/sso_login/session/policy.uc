'use strict';
// Generated from src/sso_login/session/policy.ts by "make ucode"; do not edit.

/** What live sessions depend on: the configuration as it is now, without the options that end no session. */

import { array_every, array_find, key_of } from 'sso_login.ecma';
import { words_of } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.values';
import { ok } from 'sso_login.result';
import { saved_sections, provider_sections } from 'sso_login.settings.load';
import { of_sections } from 'sso_login.settings.role_sections';
import * as roles from 'sso_login.settings.roles';
import { read_sections, usable_roles } from 'sso_login.session.rpcd_logins';

/** Reads the policy from the saved configuration; CONFIG_ERROR when the roles or rpcd's sections cannot be read. */
export function read_policy(io) {
	const sections = saved_sections(io);
	if (!sections.ok) {
		return sections;
	}
	const all = of_sections(sections.data);
	if (!all.ok) {
		return all;
	}
	const providers = {};
	for (let section in provider_sections(sections.data)) {
		const saved = section.options;
		providers[key_of(section.name)] = {
			enabled: saved.enabled === "1",
			issuer: text_of(saved.issuer_url),
			client_id: text_of(saved.client_id),
			audience: text_of(saved.api_audience),
			clients: words_of(saved.api_client),
		};
	}
	const logins = read_sections(io);
	if (!logins.ok) {
		return logins;
	}
	return ok({
		providers,
		all_roles: all.data,
		roles: usable_roles(logins.data, all.data),
		logins: logins.data,
	});
};

/** Whether a session came in by a way that is still open. */
function still_admitted(policy, entry) {
	if (entry.client === "") {
		return true;
	}
	const is_client = length(policy.clients) == 0 || (index(policy.clients, entry.client) >= 0);
	return is_client && policy.audience !== "" && policy.audience === entry.audience;
}

/** Whether a session's user still has all roles that it was given, by the identity that it keeps. */
export function still_authorized(policy, entry) {
	const provider = policy.providers[key_of(entry.provider)];
	if (provider === null || !provider.enabled || entry.issuer !== provider.issuer) {
		return false;
	}
	// A session of an earlier version does not say of which client it is, and an option that is missing does not end any.
	const is_other = entry.client_id !== "" && provider.client_id !== "" && entry.client_id !== provider.client_id;
	if (is_other || !still_admitted(provider, entry)) {
		return false;
	}
	return array_every([...[entry.role], ...entry.roles], (name) => {
		const role = array_find(policy.roles, (candidate) => candidate.name === name);
		return role !== null && roles.matches(role, entry);
	});
};
