'use strict';
// Generated from src/sso_login/rights/permissions.ts by "make ucode"; do not edit.

/** The lists `read` and `write` of a role by rpcd's rules; the settings page uses this module, too. */

import { char_at, starts_with, substring } from 'sso_login.ecma';

export const kinds = ["read", "write"];

/** The access group that everybody has, because LuCI needs it. */
export const public_group = "unauthenticated";

/** Whether C's isspace skips a character between `!` and a pattern. */
function is_space(char) {
	return char === " " || (char >= "\t" && char <= "\r");
}

/** The pattern of a `!` entry without the blanks before it, "" where none follows. */
export function excluded_pattern(entry) {
	let start = 1;
	while (is_space(char_at(entry, start))) {
		start = start + 1;
	}
	return substring(entry, start);
};

/** The decision of a list about a group: a `!` entry forbids wherever it stands in the list (rpc_login_test_permission). */
function decision_of(matcher, list, group) {
	let allowed = false;
	for (let entry in list) {
		if (starts_with(entry, "!")) {
			const pattern = excluded_pattern(entry);
			if (pattern !== "" && matcher.fnmatch(pattern, group)) {
				return "forbidden";
			}
		} else if (entry !== "" && matcher.fnmatch(entry, group)) {
			allowed = true;
		}
	}
	return allowed ? "allowed" : "silent";
}

/**
 * Whether a role's lists give a permission of a group. The list `write` gives `read`, too, unless the list `read` forbids the group
 * (rpc_login_test_permission).
 */
export function permits(matcher, role, permission, group) {
	if (permission === "read") {
		const read = decision_of(matcher, role.read, group);
		if (read !== "silent" || group === public_group) {
			return read !== "forbidden";
		}
	}
	return decision_of(matcher, role.write, group) === "allowed";
};

export const access_levels = ["look", "restart", "secrets", "programs", "everything"];

/** The higher of two levels, of which one may be absent. */
export function higher_level(one, other) {
	return one === null || (index(slice(access_levels, index(access_levels, one)), other) >= 0) ? other : one;
};

/** The access level of a role with these lists on a router with these access groups. */
export function role_access(matcher, groups, role) {
	const access = { verdict: "look", groups: [] };
	for (let group in groups) {
		for (let permission in kinds) {
			const verdict = group[permission];
			if (verdict !== null && permits(matcher, role, permission, group.name)) {
				if (higher_level(access.verdict, verdict) !== access.verdict) {
					access.verdict = verdict;
					access.groups = [];
				}
				if (verdict !== "look" && verdict === access.verdict && !(index(access.groups, group.name) >= 0)) {
					push(access.groups, group.name);
				}
			}
		}
	}
	return access;
};

/** Groups for a sentence: the first five, and the number of the others. */
export function summarize(groups) {
	return join(", ", slice(groups, 0, 5)) + (length(groups) > 5 ? ` +${length(groups) - 5}` : "");
};
