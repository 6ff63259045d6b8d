'use strict';
// Generated from src/sso_login/check/roles.ts by "make ucode"; do not edit.

/** The part of the check that judges the roles: names, who matches them, and what they may do. */

import { array_concat, array_includes, array_some, starts_with } from 'sso_login.ecma';
import * as acl from 'sso_login.session.acl';
import * as rpcd_logins from 'sso_login.session.rpcd_logins';
import * as report from 'sso_login.check.report';

/** Whether a list's entry, a name or a pattern with or without `!`, means any access group. */
function matches_a_group(io, entry, groups) {
	const bare = starts_with(entry, "!") ? acl.excluded_pattern(entry) : entry;
	return array_some(groups, (group) => group === bare || io.fnmatch(bare, group));
}

/** The router's access groups; a finding for each file of them that is ignored. */
function access_groups(run) {
	const read = acl.read_groups(run.io);
	for (let file in read.ignored) {
		const reason = { id: file.malformed ? "file_malformed" : "file_unreadable" };
		report.warning(run, "acl_file_ignored", { file: file.name, reason });
	}
	return read.groups;
}

/** The entries of all roles that mean no access group of this router, `role: entry`. */
function unknown_entries(run, groups, roles) {
	const unknown = [];
	for (let role in roles) {
		for (let entry in array_concat(role.read, role.write)) {
			const item = role.name + ": " + entry;
			if (!array_includes(unknown, item) && !matches_a_group(run.io, entry, groups)) {
				push(unknown, item);
			}
		}
	}
	return unknown;
}

/** The access group of LuCI's own calls, its "Log out" among them. */
const luci_group = "luci-base";

/** Whether a role has rights but not those without which LuCI's pages are of no use. */
function lacks_luci(io, groups, role) {
	const granted = acl.grants_for(io, groups, role.read, role.write)["access-group"] ?? [];
	return length(role.read) + length(role.write) > 0 && !array_some(granted, (pair) => pair[0] === luci_group);
}

/** Notes the names of those roles that a finding is about, if there are any. */
function note_roles(run, id, roles) {
	if (length(roles) > 0) {
		report.warning(run, id, { roles: join(", ", map(roles, (role) => role.name)) });
	}
}

/** Judges names, rules and rights of all roles. */
export function check_roles(run, roles) {
	const before = length(run.findings);
	if (length(roles) == 0) {
		report.error(run, "roles_none");
	}
	for (let role in roles) {
		if (role.anonymous === true) {
			report.error(run, "role_wrong", { role: role.name, must: { id: "role_name" } });
		}
	}
	for (let conflict in rpcd_logins.conflicts(run.io, roles)) {
		report.warning(run, "role_left_out", { role: conflict.role });
	}
	note_roles(
		run,
		"roles_match_nobody",
		filter(roles, (role) => length(role.email) + length(role.group) == 0)
	);
	note_roles(
		run,
		"roles_without_rights",
		filter(roles, (role) => length(role.read) + length(role.write) == 0)
	);
	const groups = access_groups(run);
	const names = map(groups, (group) => group.name);
	if (array_includes(names, luci_group)) {
		note_roles(
			run,
			"roles_without_luci",
			filter(roles, (role) => lacks_luci(run.io, groups, role))
		);
	}
	const unknown = unknown_entries(run, names, roles);
	if (length(unknown) > 0) {
		report.warning(run, "access_groups_unknown", { entries: join(", ", unknown) });
	}
	if (length(run.findings) == before) {
		report.ok(run, "roles_ok", { roles: join(", ", map(roles, (role) => role.name)) });
	}
};
