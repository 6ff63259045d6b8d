'use strict';
// Generated from src/sso_login/passwords/ways_in.ts by "make ucode"; do not edit.

/** The ways in while passwords are refused: providers at which users log in, and change everything. */

import { array_some } from 'sso_login.ecma';
import { first } from 'sso_login.base.names';
import { text_of } from 'sso_login.base.values';
import { provider_sections } from 'sso_login.settings.sections';
import { from_sections } from 'sso_login.settings.validation';
import { of_sections } from 'sso_login.settings.role_sections';
import { lists_somebody } from 'sso_login.rights.roles';
import { read_groups } from 'sso_login.rights.acl';
import { change_everything } from 'sso_login.passwords.administrators';
import { read_sections, usable_roles } from 'sso_login.rpcd.logins';

function switched_on(sections) {
	return filter(provider_sections(sections), (section) => section.options.enabled === "1");
}

function open_providers(sections) {
	return filter(switched_on(sections), (section) => from_sections(sections, section.name).ok);
}

/** Whether somebody can log in with a role that changes everything by itself. */
export function has_administrator(io, sections) {
	const open = open_providers(sections);
	const all = of_sections(sections);
	const logins = read_sections(io);
	const usable = all.ok && logins.ok ? usable_roles(logins.data, all.data) : [];
	const groups = read_groups(io).groups;
	return array_some(usable, (role) => array_some(open, (section) => lists_somebody(role, section.name, text_of(section.options.issuer_url))) &&
			change_everything(io, groups, [role]));
};

/** The reason why nobody gets in by single sign-on; undefined where somebody does. */
export function obstacle(io, sections) {
	if (length(switched_on(sections)) == 0) {
		return "disabled";
	}
	const open = open_providers(sections);
	if (length(open) == 0) {
		return "config_wrong";
	}
	const is_first = array_some(open, (section) => section.name === first);
	return is_first || has_administrator(io, sections) ? null : "not_everything";
};
