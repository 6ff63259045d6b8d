'use strict';
// Generated from src/sso_login/session/administrators.ts by "make ucode"; do not edit.

/** Who may decide whether passwords count: a user of single sign-on whose roles, as they are now, change everything. */

import { array_concat, array_every, array_includes, array_some, lower } from 'sso_login.ecma';
import { sorted_keys } from 'sso_login.base.strings';
import { grants_of, read_groups } from 'sso_login.session.acl';
import { permits } from 'sso_login.session.permissions';
import { read_policy, still_authorized } from 'sso_login.session.reconcile';

/** Whether roles give the right to write with every access group of the router that has one. */
export function change_everything(io, groups, all) {
	const writable = filter(groups, (group) => length(sorted_keys(grants_of(group, "write"))) > 0);
	return (
		length(writable) > 0 &&
		array_every(writable, (group) => array_some(all, (role) => permits(io, { read: role.read ?? [], write: role.write ?? [] }, "write", group.name)))
	);
};

/** Undefined where roles or rpcd's sections cannot be read. */
export function judge_of(io) {
	const policy = read_policy(io);
	return policy.ok ? { policy: policy.data, groups: read_groups(io).groups } : null;
};

/** Whether the user of a session has roles now that change everything. */
export function is_administrator(io, judge, entry) {
	const own = filter(judge.policy.roles, (role) => array_includes(entry.roles, role.name));
	return still_authorized(judge.policy, entry) && change_everything(io, judge.groups, own);
};

/** The roles that change everything, each by itself. */
export function roles_of(io, judge) {
	return filter(judge.policy.roles, (role) => change_everything(io, judge.groups, [role]));
};

/** Whether only one e-mail or one subject has a role that changes everything. */
export function is_single(io, judge) {
	const names = [];
	for (let role in roles_of(io, judge)) {
		if (length((role.group ?? [])) > 0) {
			return false;
		}
		for (let name in array_concat(map((role.email ?? []), (email) => lower(email)), role.sub ?? [])) {
			if (!array_includes(names, name)) {
				push(names, name);
			}
		}
	}
	return length(names) == 1;
};
