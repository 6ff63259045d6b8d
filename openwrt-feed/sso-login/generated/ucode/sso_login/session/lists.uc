'use strict';
// Generated from src/sso_login/session/lists.ts by "make ucode"; do not edit.

/** The lists `read` and `write` of a role, by rpcd's rules. The settings page asks them too. */

import { array_includes, array_index_of, char_at, starts_with, substring } from 'sso_login.ecma';

export const permissions = ["read", "write"];

/** The access group that everybody has: LuCI cannot do without it. */
export const public_group = "unauthenticated";

/** The characters of C's isspace, which may stand between `!` and a pattern. */
function is_space(char) {
	return char === " " || (char >= "\t" && char <= "\r");
}

/** The pattern of a `!` entry without the blanks before it, "" when none follows. */
export function excluded_pattern(entry) {
	let start = 1;
	while (is_space(char_at(entry, start))) {
		start = start + 1;
	}
	return substring(entry, start);
};

/**
 * Whether a list allows or forbids a group, or says nothing about it: any `!` entry that matches forbids, wherever it
 * stands in the list (rpc_login_test_permission).
 */
function answer_of(matcher, list, group) {
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
 * Whether a role's lists give a permission of a group. What is said of `write` holds for `read` too, unless the `read`
 * list itself forbids the group (rpc_login_test_permission).
 */
export function permits(matcher, lists, permission, group) {
	if (permission === "read") {
		const read = answer_of(matcher, lists.read, group);
		if (read !== "silent" || group === public_group) {
			return read !== "forbidden";
		}
	}
	return answer_of(matcher, lists.write, group) === "allowed";
};

export const verdicts = ["look", "secrets", "programs", "everything"];

/** The worse of two verdicts, of which one may be absent. */
export function worse(one, other) {
	return one === null || array_includes(slice(verdicts, array_index_of(verdicts, one)), other) ? other : one;
};

/** What somebody with these lists can do on a router with these groups. */
export function reach_of(matcher, groups, lists) {
	const causes = { verdict: "look", groups: [] };
	for (let group in groups) {
		for (let permission in permissions) {
			const verdict = group[permission];
			if (verdict !== null && permits(matcher, lists, permission, group.name)) {
				if (worse(causes.verdict, verdict) !== causes.verdict) {
					causes.verdict = verdict;
					causes.groups = [];
				}
				if (verdict !== "look" && verdict === causes.verdict && !array_includes(causes.groups, group.name)) {
					push(causes.groups, group.name);
				}
			}
		}
	}
	return causes;
};

/** Groups as a sentence names them: the first few, and how many there are beside. */
export function few(groups) {
	return join(", ", slice(groups, 0, 5)) + (length(groups) > 5 ? ` +${length(groups) - 5}` : "");
};
