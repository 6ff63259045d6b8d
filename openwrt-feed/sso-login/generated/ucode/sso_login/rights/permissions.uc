'use strict';
// Generated from src/sso_login/rights/permissions.ts by "make ucode"; do not edit.

/** The lists `read` and `write` of a role by rpcd's rules; the settings page uses this module, too. */

import { array_every, array_some, char_at, key_of, starts_with, substring } from 'sso_login.ecma';
import { luci_group } from 'sso_login.base.public_names';

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

/** The access of a role with these lists on a router with these access groups and pages. */
export function role_access(matcher, groups, pages, role) {
	const levels = {};
	let granted = [];
	let verdict = "look";
	let downloading = [];
	let leading_out = [];
	for (let group in groups) {
		for (let permission in kinds) {
			const level = group[permission];
			if (level !== null && permits(matcher, role, permission, group.name)) {
				levels[key_of(group.name)] = higher_level(levels[key_of(group.name)], level);
				verdict = higher_level(verdict, level);
				granted = [...granted, ...[group.name], ...group.gives ?? []];
				downloading = [...downloading, ...(index((group.downloads ?? []), permission) >= 0) ? [group.name] : []];
				leading_out = [...leading_out, ...(index((group.leads_out ?? []), permission) >= 0) ? [group.name] : []];
			}
		}
	}
	// One half comes with one group, and the other with another: together they read any file.
	if (length(downloading) > 0 && length(leading_out) > 0) {
		verdict = "everything";
		for (let name in [...downloading, ...leading_out]) {
			levels[key_of(name)] = verdict;
		}
	}
	const opened = filter(pages, (page) => array_every(page.groups, (name) => (index(granted, name) >= 0)));
	const found = map(opened, (page) => {
		let level = "look";
		for (let name in page.groups) {
			level = higher_level(level, levels[key_of(name)] ?? "look");
		}
		return { titles: page.titles, level };
	});
	for (let group in groups) {
		const level = levels[key_of(group.name)] ?? "look";
		// Pages that save need LuCI's own group: it is named where nothing else is as bad.
		const is_helper = group.name === luci_group && array_some(found, (page) => page.level === level);
		if (!is_helper && !array_some(opened, (page) => (index(page.groups, group.name) >= 0))) {
			const title = group.description ?? "";
			push(found, { titles: [title !== "" ? title : group.name], level });
		}
	}
	let sorted = [];
	for (let i = length(access_levels) - 1; i > 0; i--) {
		sorted = [...sorted, ...filter(found, (page) => page.level === access_levels[i])];
	}
	const names = map(groups, (group) => group.name);
	return { verdict, groups: verdict === "look" ? [] : filter(names, (name) => levels[key_of(name)] === verdict), pages: sorted };
};

export function page_message(page) {
	return { id: "page_" + page.level, params: { page: join(" > ", page.titles) } };
};

/** The pages of `role_access` as messages for a sentence: the first five, and the number of the others. */
export function causes_of(access) {
	const shown = slice(access.pages, 0, 5);
	const first = map(shown, (page) => page_message(page));
	const more = length(access.pages) - length(shown);
	return more > 0 ? [...first, ...[{ id: "pages_more", params: { page: `${more}` } }]] : first;
};

/** Groups for a sentence: the first five, and the number of the others. */
export function summarize(groups) {
	return join(", ", slice(groups, 0, 5)) + (length(groups) > 5 ? ` +${length(groups) - 5}` : "");
};
