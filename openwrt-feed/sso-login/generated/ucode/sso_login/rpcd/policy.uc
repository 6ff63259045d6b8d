'use strict';
// Generated from src/sso_login/rpcd/policy.ts by "make ucode"; do not edit.

/** What live sessions depend on: the configuration as it is now, without the options that end no session. */

import { array_every, array_find } from 'sso_login.ecma';
import { words_of } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.values';
import { ok } from 'sso_login.result';
import { saved_sections } from 'sso_login.settings.load';
import { provider_sections } from 'sso_login.settings.sections';
import { of_sections } from 'sso_login.settings.role_sections';
import * as roles from 'sso_login.rights.roles';
import { read_sections, usable_roles } from 'sso_login.rpcd.logins';

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
	const logins = read_sections(io);
	if (!logins.ok) {
		return logins;
	}
	return ok({
		providers: provider_sections(sections.data),
		all_roles: all.data,
		roles: usable_roles(logins.data, all.data),
		logins: logins.data,
	});
};

/** Whether a session came in by a way that is still open: a program for its audience, and as one of the clients where there are some. */
function still_admitted(options, entry) {
	if (entry.client === "") {
		return true;
	}
	const clients = words_of(options.api_client);
	const is_client = length(clients) == 0 || (index(clients, entry.client) >= 0);
	return is_client && entry.audience !== "" && options.api_audience === entry.audience;
}

/** Whether a session's user still has all roles that it was given, by the identity that it keeps. */
export function still_authorized(policy, entry) {
	const section = array_find(policy.providers, (provider) => provider.name === entry.provider);
	const options = section !== null ? section.options : {};
	if (options.enabled !== "1" || entry.issuer !== options.issuer_url) {
		return false;
	}
	// A session of an earlier version does not say of which client it is, and an option that is missing does not end any.
	const client_id = text_of(options.client_id);
	const is_other = entry.client_id !== "" && client_id !== "" && entry.client_id !== client_id;
	if (is_other || !still_admitted(options, entry)) {
		return false;
	}
	return array_every([...[entry.role], ...entry.roles], (name) => {
		const role = array_find(policy.roles, (candidate) => candidate.name === name);
		return role !== null && roles.matches(role, entry);
	});
};
