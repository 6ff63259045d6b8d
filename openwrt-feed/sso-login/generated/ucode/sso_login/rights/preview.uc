'use strict';
// Generated from src/sso_login/rights/preview.ts by "make ucode"; do not edit.

/** The rights that claims would give, and the reasons; no session is created. */

import { key_of } from 'sso_login.ecma';
import { list as json_list } from 'sso_login.io.json';
import { text_of } from 'sso_login.base.values';
import { email_claim, groups_claims, group_names, find as claim_rules_find } from 'sso_login.rights.claim_rules';
import * as roles from 'sso_login.rights.roles';
import { of_groups } from 'sso_login.rights.access_level';
import { read_groups } from 'sso_login.rights.acl';
import { role_access } from 'sso_login.rights.permissions';

/** The access of each matching role, by name. */
export function access_of_roles(io, match) {
	const groups = of_groups(io, read_groups(io).groups);
	const access = {};
	for (let role in match.roles) {
		const found = role_access(io, groups, role);
		access[key_of(role.name)] = { verdict: found.verdict, groups: json_list(found.groups) };
	}
	return access;
};

function reasons_for(role, rules, claims, client) {
	const user = roles.user_of(rules, claims, client);
	const reasons = [];
	const is_machine = roles.is_program(user);
	// Elsewhere it is the subject that counts, and nothing else.
	const counts = roles.counts_at(role, rules.provider);
	if (counts && roles.lists_client(role, user)) {
		push(reasons, { rule: "client", claim: "sub", value: text_of(user.sub) });
	}
	if (counts && !is_machine && roles.lists_email(role, user.email)) {
		push(reasons, { rule: "email", claim: email_claim(rules), value: user.email ?? "" });
	}
	if (!is_machine && roles.lists_sub(role, user)) {
		push(reasons, { rule: "sub", claim: "sub", value: text_of(user.sub) });
	}
	for (let claim in counts ? groups_claims(rules) : []) {
		const groups = group_names(claim_rules_find(claims, claim), rules.groups_claim !== null);
		for (let value in filter(groups, (group) => (index((role.group ?? []), group) >= 0))) {
			push(reasons, { rule: "group", claim, value });
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
