'use strict';
// Generated from src/sso_login/rights/preview.ts by "make ucode"; do not edit.

/** The rights that claims would give, and the reasons; no session is created. */

import { array_every, key_of } from 'sso_login.ecma';
import { list } from 'sso_login.io.json';
import { luci_group } from 'sso_login.base.public_names';
import { text_of } from 'sso_login.base.json_values';
import { email_claim, groups_claims, group_names, find as claim_rules_find } from 'sso_login.rights.claim_rules';
import { user_of, rules_listing, find_roles_for_user as role_matching_find_roles_for_user } from 'sso_login.rights.role_matching';
import { ok } from 'sso_login.result';
import { of_groups } from 'sso_login.rights.access_level';
import { read_groups, groups_in } from 'sso_login.rights.acl';
import { all_pages } from 'sso_login.rights.menu';
import { role_access } from 'sso_login.rights.permissions';
import { mark as unknown_groups_mark } from 'sso_login.rights.unknown_groups';
import { grants_of_roles } from 'sso_login.rights.role_rights';

function reasons_for(role, rules, claims, client) {
	const user = user_of(rules, claims, client);
	const reasons = [];
	for (let rule in rules_listing(role, user)) {
		if (rule === "email") {
			push(reasons, { rule, claim: email_claim(rules), value: user.email ?? "" });
		} else if (rule !== "group") {
			push(reasons, { rule, claim: "sub", value: text_of(user.sub) });
		}
		for (let claim in rule === "group" ? groups_claims(rules) : []) {
			const groups = group_names(claim_rules_find(claims, claim), rules.groups_claim !== null);
			for (let value in filter(groups, (group) => (index((role.group ?? []), group) >= 0))) {
				push(reasons, { rule, claim, value });
			}
		}
	}
	return reasons;
}

/** The reasons for each matching role; `client` is the client of an access token. */
export function reasons_of(rules, claims, match, client) {
	const reasons = {};
	for (let role in match.roles) {
		reasons[key_of(role.name)] = reasons_for(role, rules, claims, client);
	}
	return reasons;
};

/** The rights that claims would give; `client` is the client of an access token. USER_NOT_AUTHORIZED. */
export function find(io, rules, claims, client) {
	const match = role_matching_find_roles_for_user(rules, claims, client);
	if (!match.ok) {
		return match;
	}
	const read = read_groups(io);
	const all = read.groups;
	const levels = unknown_groups_mark(of_groups(io, all), read.ignored);
	const menu_pages = all_pages(io);
	const can = {};
	for (let role in match.data.roles) {
		const found = role_access(io, levels, menu_pages, role);
		can[key_of(role.name)] = { verdict: found.verdict, groups: list(found.groups), pages: list(found.pages) };
	}
	const grants = grants_of_roles(io, all, match.data.roles);
	const groups = groups_in(grants);
	const pages = filter(menu_pages, (page) => array_every(page.groups, (group) => (index(groups, group) >= 0)));
	const shown = {
		roles: list(map(match.data.roles, (role) => role.name)),
		username: match.data.role_name,
		because: reasons_of(rules, claims, match.data, client),
		can,
		pages: list(map(pages, (page) => list(page.titles))),
		logs_out: (index(groups, luci_group) >= 0),
	};
	return ok({ shown, grants });
};
