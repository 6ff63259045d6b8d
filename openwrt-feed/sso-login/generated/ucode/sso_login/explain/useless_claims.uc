'use strict';
// Generated from src/sso_login/explain/useless_claims.ts by "make ucode"; do not edit.

/** Claims for e-mail and groups that are absent, or of a kind that no rule can read. */

import { array_some, is_number, key_of, starts_with, substring } from 'sso_login.ecma';
import { is_object, is_array } from 'sso_login.io.json';
import { sorted_keys, split_words } from 'sso_login.base.strings';
import { objects_of } from 'sso_login.base.json_values';
import { email_claim, groups_claims, find as claim_rules_find, group_names, groups_of } from 'sso_login.rights.claim_rules';
import { counts_at } from 'sso_login.rights.role_matching';

/** The names of the claims of the options that a token lacks. */
export function absent_claims(rules, claims) {
	return filter([...[email_claim(rules)], ...groups_claims(rules)], (name) => claim_rules_find(claims, name) === null);
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
	const value = claim_rules_find(claims, name);
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
function has_overage(rules, claims) {
	const names = claims._claim_names;
	const left_out = is_object(names) ? names : {};
	return claims.hasgroups === true || array_some(groups_claims(rules), (name) => left_out[key_of(name)] !== null);
}

/** Signs between names that are one text. */
const separators = [",", ";", "|", "[", "]", '"', "'", "\n"];

/** The words of a text, each between blanks. */
function words_of(text) {
	let rest = text;
	for (let sign in separators) {
		rest = join(" ", split(rest, sign));
	}
	return " " + join(" ", split_words(rest, " ")) + " ";
}

/** Whether one of these texts is none of the others, and holds one of them; a distinguished name (RFC 4514) holds none. */
function holds_one(texts, others) {
	const longer = filter(texts, (text) => !(index(text, "=") >= 0) && !(index(others, text) >= 0));
	return array_some(longer, (text) => array_some(others, (name) => (index(words_of(text), words_of(name)) >= 0)));
}

/** The advice about groups that a role lists, and that did not come or no rule can read, an id in `texts`; undefined without one. */
export function groups_advice(rules, claims) {
	const groups = groups_of(rules, claims);
	if (groups === null) {
		const absent = array_some(rules.roles, (role) => length((role.group ?? [])) > 0) ? "groups_absent" : null;
		return has_overage(rules, claims) ? "groups_overage" : absent;
	}
	const kinds = map(groups_claims(rules), (name) => other_kind(rules, claims, name) ?? "");
	if (array_some(kinds, (kind) => starts_with(kind, "is an object"))) {
		return "groups_by_path";
	}
	if (array_some(kinds, (kind) => kind !== "")) {
		return "groups_as_texts";
	}
	let listed = [];
	for (let role in filter(rules.roles, (one) => counts_at(one, rules.provider))) {
		listed = [...listed, ...role.group ?? []];
	}
	return holds_one(groups, listed) || holds_one(listed, groups) ? "groups_in_one_text" : null;
};

/** The facts about the claims of a user who lacks a role: claims of the options that are absent, and advice about groups. */
export function facts_of(rules, claims) {
	const absent = absent_claims(rules, claims);
	const advice = groups_advice(rules, claims);
	return {
		absent_claims: length(absent) > 0 ? join(",", absent) : null,
		hint: advice !== null ? { id: advice } : null,
	};
};
