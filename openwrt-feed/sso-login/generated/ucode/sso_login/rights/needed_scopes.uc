'use strict';
// Generated from src/sso_login/rights/needed_scopes.ts by "make ucode"; do not edit.

/** The scopes that bring the claims by which roles match users. Pure functions. */

import { array_some, key_of } from 'sso_login.ecma';
import { split_words, add_missing } from 'sso_login.base.strings';
import { email_claim, groups_claims } from 'sso_login.rights.claim_rules';
import { counts_at, allows } from 'sso_login.rights.role_matching';

/** The scopes by the claims that they bring (OpenID Connect Core section 5.4); providers that have a scope for groups call it so. */
const scopes = {
	email: "email",
	groups: "groups",
	preferred_username: "profile",
};

/** The claims that roles for people go by at the provider. */
function claims_of(roles, request) {
	const own = filter(roles, (role) => counts_at(role, request.provider) && allows(role, "web"));
	const claims = [];
	if (array_some(own, (role) => length((role.email ?? [])) > 0)) {
		push(claims, email_claim(request));
	}
	return array_some(own, (role) => length((role.group ?? [])) > 0) ? [...claims, ...groups_claims(request)] : claims;
}

/** The scopes of the claims that roles go by, as far as the provider is not asked for them. Some providers send such claims all the same. */
export function unrequested(roles, request) {
	const requested = split_words(request.scope, " ");
	const missing = [];
	for (let claim in claims_of(roles, request)) {
		const scope = scopes[key_of(claim)];
		add_missing(missing, scope === null || (index(requested, scope) >= 0) ? [] : [scope]);
	}
	return missing;
};
