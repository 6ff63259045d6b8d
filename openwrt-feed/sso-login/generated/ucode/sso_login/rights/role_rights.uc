'use strict';
// Generated from src/sso_login/rights/role_rights.ts by "make ucode"; do not edit.

/**
 * The rights that a session and rpcd's section get of a role. A role below full control gets LuCI's group `luci-base` without its
 * lists of folders, as rpcd names files by session ids (docs/security.md, "What rpcd shows"): a group of this package stands in its
 * place.
 */

import { array_some } from 'sso_login.ecma';
import { base_group, luci_group } from 'sso_login.base.public_names';
import { has_control, add_missing } from 'sso_login.base.strings';
import { is_full_control } from 'sso_login.rights.access_level';
import { read_groups, grants_for as acl_grants_for } from 'sso_login.rights.acl';
import { permits, public_group } from 'sso_login.rights.permissions';

/** Whether a name, as an entry of a list, matches only itself. */
function is_plain(name) {
	return !has_control(name) && !array_some(["*", "?", "[", "\\", "!"], (char) => (index(name, char) >= 0));
}

/**
 * A role as rpcd gets it: the names of the groups that its lists give, never patterns, which would match a group that a package brings
 * later. Groups whose names look like patterns are left out.
 */
export function of_role(io, groups, role) {
	const own = { read: role.read ?? [], write: role.write ?? [] };
	const is_full = is_full_control(io, groups, own);
	const rights = { name: role.name, read: [], write: [] };
	for (let group in filter(groups, (one) => is_plain(one.name) && one.name !== base_group)) {
		const name = group.name === luci_group && !is_full ? base_group : group.name;
		const writes = permits(io, own, "write", group.name);
		const reads = permits(io, own, "read", group.name);
		// The list `write` gives `read`, too, and everybody has the public group.
		const is_implied = writes || name === public_group;
		if (reads !== is_implied) {
			add_missing(rights.read, [reads ? name : "!" + name]);
		}
		if (writes) {
			add_missing(rights.write, [name]);
		}
	}
	return rights;
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
