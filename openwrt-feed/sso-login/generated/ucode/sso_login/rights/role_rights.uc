'use strict';
// Generated from src/sso_login/rights/role_rights.ts by "make ucode"; do not edit.

/**
 * The rights that a session and rpcd's section get of a role. A role that is not proved to have full control lists no folder in which
 * rpcd names files by session ids (docs/security.md, "What rpcd shows"): a group of this package stands in the place of LuCI's
 * `luci-base`. A session gets other groups without such grants; rpcd's section, which cannot divide a group, does not have them.
 */

import { array_some, key_of } from 'sso_login.ecma';
import { reduced_luci_group, luci_group } from 'sso_login.base.public_names';
import { has_control, sorted_keys } from 'sso_login.base.strings';
import { lists_sessions } from 'sso_login.rights.access_level';
import { granted_by, read_groups, grants_where } from 'sso_login.rights.acl';
import { has_full_control } from 'sso_login.rights.full_control';
import { kinds as permissions_kinds, permits, public_group } from 'sso_login.rights.permissions';

/** Whether a name, as an entry of a list, matches only itself. */
function is_plain(name) {
	return !has_control(name) && !array_some(["*", "?", "[", "\\", "!"], (char) => (index(name, char) >= 0));
}

/** Whether a grant of the scope `file` shows session ids: it lists a folder in which rpcd names files by them. */
function shows_sessions(io, pair) {
	return lists_sessions(io, pair[0], pair[1]);
}

/** The names of the groups that have such a grant, in any of their files; rpcd's section cannot leave it out of them. */
function groups_that_show_sessions(io, groups) {
	const list = filter(groups, (group) => array_some(permissions_kinds, (permission) => array_some((granted_by(group, permission).file ?? []), (pair) => shows_sessions(io, pair))));
	return map(list, (group) => group.name);
}

export function judge(io, groups, role) {
	const lists = { read: role.read ?? [], write: role.write ?? [] };
	return { name: role.name, lists, is_full: has_full_control(io, groups, lists) };
};

/**
 * The permissions that a role's lists give of each group, by names, never patterns, which would match a group that a package brings later. Groups whose
 * names look like patterns are left out; `is_full` says whether `luci-base` stands for itself.
 */
function permissions_by_group(io, groups, lists, is_full) {
	const found = [];
	const seen = {};
	for (let group in groups) {
		if (seen[key_of(group.name)] === null && is_plain(group.name) && group.name !== reduced_luci_group) {
			seen[key_of(group.name)] = true;
			push(found, {
				name: group.name === luci_group && !is_full ? reduced_luci_group : group.name,
				reads: permits(io, lists, "read", group.name),
				writes: permits(io, lists, "write", group.name),
			});
		}
	}
	return found;
}

/** A judged role as rpcd's section has it. */
export function section_of(io, groups, role) {
	const without = role.is_full ? [] : groups_that_show_sessions(io, groups);
	const section = { name: role.name, read: [], write: [] };
	for (let group in permissions_by_group(io, groups, role.lists, role.is_full)) {
		const is_given = !(index(without, group.name) >= 0);
		const reads = is_given && group.reads;
		const writes = is_given && group.writes;
		// Without an entry in `read` the section reads what its list `write` names, and the public group, which each section lists. An entry is
		// needed where the role differs: the name adds the group, and the name with `!`, which wins wherever it stands, takes it away.
		const reads_without_entry = writes || group.name === public_group;
		if (reads !== reads_without_entry) {
			push(section.read, reads ? group.name : "!" + group.name);
		}
		if (writes) {
			push(section.write, group.name);
		}
	}
	return section;
};

export function of_role(io, groups, role) {
	return section_of(io, groups, judge(io, groups, role));
};

/** The same of all roles, by the router's access groups. */
export function of_roles(io, roles) {
	const groups = read_groups(io).groups;
	return map(roles, (role) => of_role(io, groups, role));
};

function without_session_ids(io, grants) {
	const kept = {};
	for (let scope in sorted_keys(grants)) {
		const pairs = filter((grants[key_of(scope)] ?? []), (pair) => scope !== "file" || !shows_sessions(io, pair));
		if (length(pairs) > 0) {
			kept[key_of(scope)] = pairs;
		}
	}
	return kept;
}

/**
 * The grants of a session of judged roles; of several roles each is granted by itself, so a `!` of one never takes from another. Without a
 * role of full control no grant lists a folder in which rpcd names files by session ids.
 */
export function grants_of_judged(io, groups, roles) {
	const is_full = array_some(roles, (role) => role.is_full);
	const read = {};
	const write = {};
	for (let role in roles) {
		for (let group in permissions_by_group(io, groups, role.lists, is_full)) {
			read[key_of(group.name)] = read[key_of(group.name)] === true || group.reads;
			write[key_of(group.name)] = write[key_of(group.name)] === true || group.writes;
		}
	}
	const grants = grants_where(
		groups,
		(permission, name) => (permission === "read" ? read[key_of(name)] : write[key_of(name)]) === true
	);
	return is_full ? grants : without_session_ids(io, grants);
};

/** The same of roles as they are configured. */
export function grants_of_roles(io, groups, roles) {
	return grants_of_judged(
		io,
		groups,
		map(roles, (role) => judge(io, groups, role))
	);
};
