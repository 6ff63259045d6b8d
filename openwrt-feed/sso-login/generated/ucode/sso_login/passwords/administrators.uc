'use strict';
// Generated from src/sso_login/passwords/administrators.ts by "make ucode"; do not edit.

/**
 * Who may turn passwords off, and confirm that: a user of single sign-on whose roles, as they are now, change everything, from
 * LuCI or from the shell after such a login.
 */

import { array_every, array_some, lower } from 'sso_login.ecma';
import { is_fresh } from 'sso_login.base.store';
import { sorted_keys } from 'sso_login.base.strings';
import { grants_of, read_groups } from 'sso_login.rights.acl';
import { permits } from 'sso_login.rights.permissions';
import { read_policy, still_authorized } from 'sso_login.rpcd.policy';
import { is_new, trial_seconds } from 'sso_login.passwords.trial';
import { find_session, list_sso_sessions } from 'sso_login.rpcd.sessions';

/** Whether roles give the right to write with every access group of the router that has one. */
export function change_everything(io, groups, all) {
	const writable = filter(groups, (group) => length(sorted_keys(grants_of(group, "write"))) > 0);
	return (
		length(writable) > 0 &&
		array_every(writable, (group) => array_some(all, (role) => permits(io, { read: [], write: role.write ?? [] }, "write", group.name)))
	);
};

/** Undefined where roles or rpcd's sections cannot be read. */
export function judge_of(io) {
	const policy = read_policy(io);
	return policy.ok ? { policy: policy.data, groups: read_groups(io).groups } : null;
};

/** Whether the user of a session has roles now that change everything. */
function is_administrator(io, judge, entry) {
	const own = filter(judge.policy.roles, (role) => (index(entry.roles, role.name) >= 0));
	return still_authorized(judge.policy, entry) && change_everything(io, judge.groups, own);
}

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
		for (let name in [...map((role.email ?? []), (email) => lower(email)), ...role.sub ?? []]) {
			if (!(index(names, name) >= 0)) {
				push(names, name);
			}
		}
	}
	return length(names) == 1;
};

/** Why a session may not turn passwords off, whatever holds else. */
export function refusal_for_session(io, sid) {
	const entry = find_session(io, sid);
	if (entry === null || entry.issuer === "") {
		return "not_sso";
	}
	const judge = judge_of(io);
	return judge !== null && is_administrator(io, judge, entry) ? null : "not_everything";
};

/** Why a session may not confirm the trial. */
export function refusal_to_confirm(io, sid) {
	return refusal_for_session(io, sid) ?? (is_new(io, sid) ? null : "same_login");
};

/** Whether some live session of an administrator has what is asked for. */
function has_session(io, is_wanted) {
	const judge = judge_of(io);
	const list = list_sso_sessions(io);
	return (
		judge !== null &&
		list.ok &&
		array_some(list.data, (entry) => is_wanted(entry.sid, entry.since) && is_administrator(io, judge, entry))
	);
}

/** Why the shell may not turn passwords off: there must be a login of the last ten minutes. */
export function refusal_for_shell(io) {
	const now = io.time();
	return has_session(io, (_sid, since) => is_fresh(since, now, trial_seconds)) ? null : "no_login";
};

/** Why the shell may not confirm the trial: there must be a login since it began. */
export function refusal_of_shell_to_confirm(io) {
	return has_session(io, (sid) => is_new(io, sid)) ? null : "no_login";
};
