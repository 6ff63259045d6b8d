'use strict';
// Generated from src/sso_login/rights/role_rights.ts by "make ucode"; do not edit.

/**
 * The rights that a session and rpcd's section get of a role. A role that is not proved to have full control lists no folder in which
 * rpcd names files by session ids (docs/security.md, "What rpcd shows"): a group of this package stands in the place of LuCI's
 * `luci-base`. A session gets other groups without such lists; rpcd's section, which cannot divide a group, does not have them.
 */

import { array_some, key_of } from 'sso_login.ecma';
import { base_group, luci_group } from 'sso_login.base.public_names';
import { has_control, add_missing, sorted_keys } from 'sso_login.base.strings';
import { lists_sessions as access_level_lists_sessions } from 'sso_login.rights.access_level';
import { grants_of, read_groups, grants_for as acl_grants_for } from 'sso_login.rights.acl';
import { has_full_control } from 'sso_login.rights.full_control';
import { kinds, permits, public_group } from 'sso_login.rights.permissions';

/** Whether a name, as an entry of a list, matches only itself. */
function is_plain(name) {
	return !has_control(name) && !array_some(["*", "?", "[", "\\", "!"], (char) => (index(name, char) >= 0));
}

/** Whether a grant of the scope `file` lists a folder in which rpcd names files by session ids. */
function lists_sessions(io, pair) {
	return access_level_lists_sessions(io, pair[0], pair[1]);
}

/** The names of the groups that have such a grant, in any of their files; rpcd's section cannot leave it out of them. */
function groups_that_list(io, groups) {
	const list = filter(groups, (group) => array_some(kinds, (permission) => array_some((grants_of(group, permission).file ?? []), (pair) => lists_sessions(io, pair))));
	return map(list, (group) => group.name);
}

function own_lists(role) {
	return { read: role.read ?? [], write: role.write ?? [] };
}

/**
 * The names of the groups that lists give, never patterns, which would match a group that a package brings later. Groups whose names look
 * like patterns are left out.
 */
function written_out(io, groups, role, extent) {
	const lists = { read: [], write: [] };
	const without = extent === "without groups that list" ? groups_that_list(io, groups) : [];
	for (let group in filter(groups, (one) => is_plain(one.name) && one.name !== base_group)) {
		const is_base = group.name === luci_group && extent !== "all";
		const name = is_base ? base_group : group.name;
		const is_given = is_base || !(index(without, group.name) >= 0);
		const writes = is_given && permits(io, role, "write", group.name);
		const reads = is_given && permits(io, role, "read", group.name);
		// The list `write` gives `read`, too, and everybody has the public group.
		const is_implied = writes || name === public_group;
		if (reads !== is_implied) {
			add_missing(lists.read, [reads ? name : "!" + name]);
		}
		if (writes) {
			add_missing(lists.write, [name]);
		}
	}
	return lists;
}

/** A role as rpcd's section has it. */
export function of_role(io, groups, role) {
	const own = own_lists(role);
	const extent = has_full_control(io, groups, own) ? "all" : "without groups that list";
	const lists = written_out(io, groups, own, extent);
	return { name: role.name, read: lists.read, write: lists.write };
};

/** The same of all roles, by the router's access groups. */
export function of_roles(io, roles) {
	const groups = read_groups(io).groups;
	return map(roles, (role) => of_role(io, groups, role));
};

/**
 * The grants of a session of roles; of several roles each is granted by itself, so a `!` of one never takes from another. Without a role of
 * full control no grant lists a folder in which rpcd names files by session ids.
 */
export function grants_for(io, groups, roles) {
	const own = map(roles, (role) => own_lists(role));
	const is_full = array_some(own, (lists) => has_full_control(io, groups, lists));
	const extent = is_full ? "all" : "without lists";
	const grants = acl_grants_for(
		io,
		groups,
		map(own, (lists) => written_out(io, groups, lists, extent))
	);
	if (is_full) {
		return grants;
	}
	const kept = {};
	for (let scope in sorted_keys(grants)) {
		const pairs = filter((grants[key_of(scope)] ?? []), (pair) => scope !== "file" || !lists_sessions(io, pair));
		if (length(pairs) > 0) {
			kept[key_of(scope)] = pairs;
		}
	}
	return kept;
};
