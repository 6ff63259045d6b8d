'use strict';
// Generated from src/sso_login/passwords/ways_in.ts by "make ucode"; do not edit.

/** The ways in while passwords are refused: people who log in by single sign-on with roles that together change everything. */

import { array_some } from 'sso_login.ecma';
import { kind_of, max_file } from 'sso_login.settings.certificates';
import { text_of } from 'sso_login.base.json_values';
import { alg_of as client_authentication_alg_of } from 'sso_login.protocol.client_authentication';
import { newest } from 'sso_login.jose.client_keys';
import { read_groups, change_everything, groups_beyond } from 'sso_login.rights.acl';
import { summarize } from 'sso_login.rights.permissions';
import { matches, allows } from 'sso_login.rights.role_matching';
import { read_sections, usable_roles } from 'sso_login.rpcd.rpcd_logins';
import { of_sections } from 'sso_login.settings.role_sections';
import { provider_sections } from 'sso_login.settings.package_sections';
import { from_sections } from 'sso_login.settings.config_validation';
import { of_uhttpd } from 'sso_login.settings.web_ports';

/** The fault for which nobody can log in at a provider, as far as the router knows; undefined where there is none. */
function provider_fault(io, sections, provider) {
	const config = from_sections(sections, provider);
	if (!config.ok) {
		return { id: "provider_wrong", params: { provider } };
	}
	const ca_file = config.data.ca_file;
	if (ca_file !== null && kind_of(io.read_file(ca_file, max_file) ?? "") === "none") {
		return { id: "provider_ca_file", params: { provider, file: ca_file } };
	}
	const alg = client_authentication_alg_of(config.data);
	const has_key = config.data.token_endpoint_auth_method === "private_key_jwt";
	return has_key && newest(io, alg) === null
		? { id: "provider_key", params: { provider, alg } }
		: null;
}

/** Whether a role lists some person at a provider of this issuer, and counts in a browser. */
export function lists_somebody(role, provider, issuer) {
	const email = (role.email ?? [])[0];
	const sub = (role.sub ?? [])[0];
	return matches(role, { email, groups: role.group ?? [], sub, issuer, provider });
};

/** The fault for which nobody has a role at these providers; undefined where there is none. */
function role_fault(role, open, is_usable) {
	const params = { role: role.name };
	if (!is_usable) {
		return { id: "role_of_login", params };
	}
	if (length([...role.email, ...role.group, ...role.sub ?? []]) == 0) {
		return { id: "role_lists_nobody", params };
	}
	if (!allows(role, "web")) {
		return { id: "role_for_programs", params };
	}
	const is_somewhere = array_some(open, (section) => lists_somebody(role, section.name, text_of(section.options.issuer_url)));
	return is_somewhere ? null : { id: "role_without_provider", params };
}

/** Adds the fault of each member to `faults`, and returns the members without one. */
function without_faults(members, faults, fault_of) {
	return filter(members, (member) => {
		const fault = fault_of(member);
		if (fault !== null) {
			push(faults, fault);
		}
		return fault === null;
	});
}

/** The ways in by the sections of this service, saved or not. */
export function find(io, sections) {
	const faults = [];
	const ports = of_uhttpd(io);
	if (ports !== null && length(ports) == 0) {
		return { obstacle: "config_wrong", faults: [{ id: "no_https" }] };
	}
	const providers = filter(provider_sections(sections), (section) => section.options.enabled === "1");
	if (length(providers) == 0) {
		return { obstacle: "disabled", faults: [{ id: "all_off" }] };
	}
	const open = without_faults(providers, faults, (section) => provider_fault(io, sections, section.name));
	const all = of_sections(sections).roles;
	if (length(open) == 0) {
		return { obstacle: "config_wrong", faults };
	}
	const logins = read_sections(io);
	const usable = map(usable_roles(logins.ok ? logins.data : [], all), (role) => role.name);
	const roles = without_faults(all, faults, (role) => role_fault(role, open, (index(usable, role.name) >= 0)));
	const groups = read_groups(io).groups;
	if (change_everything(io, groups, roles)) {
		return { faults };
	}
	const missing = summarize(groups_beyond(io, groups, roles));
	const lack = missing !== "" ? { id: "roles_lack", params: { groups: missing } } : { id: "no_group" };
	push(faults, length(all) > 0 ? lack : { id: "no_role" });
	return { obstacle: "not_everything", faults };
};
