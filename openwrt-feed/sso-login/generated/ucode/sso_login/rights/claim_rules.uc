'use strict';
// Generated from src/sso_login/rights/claim_rules.ts by "make ucode"; do not edit.

/** The claims that decide about roles, by the options `email_claim` and `groups_claim`. Pure functions. */

import { index_of, key_of, substring } from 'sso_login.ecma';
import { is_object, is_array } from 'sso_login.io.json';
import { sorted_keys } from 'sso_login.base.strings';
import { strings_of } from 'sso_login.base.json_values';

/** The names of the claims that hold groups. */
export function groups_claims(rules) {
	return rules.groups_claim ?? ["groups"];
};

/** The claim of a name, else of a path through objects (`realm_access.roles`), the shortest first name first; undefined if none, or "". */
export function find(claims, name) {
	if ((claims[key_of(name)] ?? "") !== "") {
		return claims[key_of(name)];
	}
	let dot = index(name, ".");
	while (dot >= 0) {
		const inner = claims[key_of(substring(name, 0, dot))];
		const found = is_object(inner) ? find(inner, substring(name, dot + 1)) : null;
		if (found !== null) {
			return found;
		}
		dot = index_of(name, ".", dot + 1);
	}
	return null;
};

/** The name of the claim that holds the e-mail. */
export function email_claim(rules) {
	return rules.email_claim ?? "email";
};

/** The claim that holds the e-mail, of any type. */
export function email_of(rules, claims) {
	return find(claims, email_claim(rules));
};

/** Whether claims deny that the user's e-mail is verified. */
export function denies_email(claims) {
	const mark = claims.email_verified;
	return mark !== null && mark !== true && mark !== "true";
};

/** A groups claim as a list: an array's strings, a single string, or `with_keys` an object's keys whose values are not `false`. */
export function group_names(value, with_keys) {
	// An empty array of ucode has no keys.
	if (with_keys && is_object(value) && !is_array(value)) {
		return filter(sorted_keys(value), (key) => value[key_of(key)] !== false);
	}
	return type(value) == "string" ? [value] : (strings_of(value) ?? []);
};

/** The groups of all groups claims; undefined where no such claim is there. Keys of objects count where the option is set. */
export function groups_of(rules, claims) {
	let groups;
	for (let name in groups_claims(rules)) {
		const claim = find(claims, name);
		if (claim !== null) {
			groups = [...(groups ?? []), ...group_names(claim, rules.groups_claim !== null)];
		}
	}
	return groups;
};

/** Whether claims have an e-mail. */
export function has_email(rules, claims) {
	const email = email_of(rules, claims);
	return type(email) == "string" && email !== "";
};
