'use strict';
// Generated from src/sso_login/rights/claim_rules.ts by "make ucode"; do not edit.

/** The claims that decide about roles, by the options `email_claim` and `groups_claim`. Pure functions. */

import { array_some, index_of, is_number, key_of, starts_with, substring } from 'sso_login.ecma';
import { is_object, is_array } from 'sso_login.io.json';
import { sorted_keys } from 'sso_login.base.strings';
import { strings_of, objects_of } from 'sso_login.base.json_values';

/** The names of the claims that hold groups. */
export function groups_claims(rules) {
	return rules.groups_claim ?? ["groups"];
};

/** The claim of a name, else that of a path through objects (`realm_access.roles`), the shortest first name first; undefined if none. */
export function find(claims, name) {
	if (claims[key_of(name)] !== null) {
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

/** A groups claim as a list: an array's strings, a single string, or `with_keys` an object's keys whose values are not `false`. */
export function group_names(value, with_keys) {
	if (with_keys && is_object(value)) {
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

/** The names of the claims of the options that a token lacks. */
export function absent_claims(rules, claims) {
	return filter([...[email_claim(rules)], ...groups_claims(rules)], (name) => find(claims, name) === null);
};

/** Names of members that are shown, and bytes of each. */
const max_members = 5;
const max_member = 64;

function member_names(value) {
	const names = map(sorted_keys(value), (name) => substring(name, 0, max_member));
	return "(" + join(", ", slice(names, 0, max_members)) + ")";
}

/** The kind of a claim that is there and is no text: for the log, as such a claim must not look empty. Undefined where nothing is there. */
function kind_of(value) {
	if (type(value) == "bool") {
		return value ? "is true" : "is false";
	}
	if (is_number(value)) {
		return "is a number";
	}
	if (is_object(value) && length(sorted_keys(value)) > 0) {
		return "is an object " + member_names(value);
	}
	if (!is_array(value) || length(value) == 0) {
		return null;
	}
	const first = (objects_of(value) ?? [])[0];
	if (first !== null) {
		return "holds objects " + member_names(first);
	}
	return array_some(value, (item) => type(item) == "string") ? "is an array" : "is an array without texts";
}

/** The kind of a claim for the e-mail, or for groups, that is of no use; undefined where it is right or absent. */
export function other_kind(rules, claims, name) {
	const value = find(claims, name);
	const has_groups = length(group_names(value, rules.groups_claim !== null)) > 0;
	return has_groups && name !== email_claim(rules) ? null : kind_of(value);
};

/** The claims of the options that are of another kind than they must be, with their kinds. */
export function other_kinds(rules, claims) {
	const list = [];
	for (let name in [...[email_claim(rules)], ...groups_claims(rules)]) {
		const kind = other_kind(rules, claims, name);
		if (kind !== null) {
			push(list, name + " " + kind);
		}
	}
	return list;
};

/** Whether the provider left out groups as too many (Entra ID's overage): OpenID Connect Core section 5.6.2. */
function has_overage(claims) {
	const names = claims._claim_names;
	return claims.hasgroups === true || (is_object(names) && names.groups !== null);
}

/** The advice about groups that no rule can read, an id in `texts`; undefined without one. */
export function groups_advice(rules, claims) {
	const found = groups_of(rules, claims);
	if (found === null) {
		return has_overage(claims) ? "groups_overage" : null;
	}
	const kinds = map(groups_claims(rules), (name) => other_kind(rules, claims, name) ?? "");
	if (array_some(kinds, (kind) => starts_with(kind, "is an object"))) {
		return "groups_by_path";
	}
	return array_some(kinds, (kind) => kind !== "") ? "groups_as_texts" : null;
};
