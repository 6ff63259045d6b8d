'use strict';
// Generated from src/sso_login/rights/role_rights.ts by "make ucode"; do not edit.

/**
 * The rights that a session and rpcd's section get of a role. A role below full control gets LuCI's group `luci-base` without its
 * lists of folders, as rpcd names files by session ids (docs/security.md, "What rpcd shows"): its groups are written out, so that no
 * pattern matches that group, and a group of this package stands in its place.
 */

import { array_some } from 'sso_login.ecma';
import { base_group, luci_group } from 'sso_login.base.public_names';
import { add_missing } from 'sso_login.base.strings';
import { is_full_control } from 'sso_login.rights.access_level';
import { read_groups, grants_for as acl_grants_for } from 'sso_login.rights.acl';
import { permits, public_group } from 'sso_login.rights.permissions';

/** Whether a name, as an entry of a list, matches only itself. */
function is_plain(name) {
	return !array_some(["*", "?", "[", "\\", "!"], (char) => (index(name, char) >= 0));
}

/** The lists of a role below full control, with the name of each group. */
function written_out(io, groups, role) {
	const lists = { read: [], write: [] };
	for (let group in filter(groups, (one) => is_plain(one.name) && one.name !== base_group)) {
		const name = group.name === luci_group ? base_group : group.name;
		const writes = permits(io, role, "write", group.name);
		const reads = permits(io, role, "read", group.name);
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

/** A role as rpcd gets it: with its own lists where it is full control. */
export function of_role(io, groups, role) {
	const own = { read: role.read ?? [], write: role.write ?? [] };
	const lists = is_full_control(io, groups, own) ? own : written_out(io, groups, own);
	return { name: role.name, read: lists.read, write: lists.write };
};

/** The same of all roles, by the router's access groups. */
export function of_roles(io, roles) {
	const groups = read_groups(io).groups;
	return map(roles, (role) => of_role(io, groups, role));
};

/** The grants of a session of roles; of several roles each is granted by itself, so a `!` of one never takes from another. */
export function grants_for(io, groups, roles) {
	return acl_grants_for(
		io,
		groups,
		map(roles, (role) => of_role(io, groups, role))
	);
};
