'use strict';
// Generated from src/sso_login/passwords/administrators.ts by "make ucode"; do not edit.

/**
 * The administrators: users of single sign-on whose roles, as they are now, change everything. They turn passwords off and
 * confirm that, in LuCI, or in the shell after such a login.
 */

import { array_some, lower } from 'sso_login.ecma';
import { is_fresh } from 'sso_login.base.store';
import { add_missing } from 'sso_login.base.strings';
import { settings_hash } from 'sso_login.settings.login_settings';
import { read_groups, change_everything } from 'sso_login.rights.acl';
import { read_rules, still_authorized } from 'sso_login.rpcd.session_rules';
import { read as password_trial_read, is_new as password_trial_is_new, trial_seconds } from 'sso_login.passwords.password_trial';
import { find_session, list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';

/** Undefined where the roles or rpcd's sections cannot be read. */
function read_roles(io) {
	const rules = read_rules(io);
	return rules.ok ? { rules: rules.data, groups: read_groups(io).groups } : null;
}

/**
 * Whether the user of a session has roles now that change everything. A program is no administrator: its session does not show that
 * a person can log in.
 */
function is_administrator(io, now, entry) {
	const own = filter(now.rules.roles, (role) => (index(entry.roles, role.name) >= 0));
	const is_person = entry.client === "";
	return is_person && still_authorized(now.rules, entry) && change_everything(io, now.groups, own);
}

/** Whether the roles that change everything list one e-mail or one subject, and nobody else; false where they cannot be read. */
export function is_single(io) {
	const roles_now = read_roles(io);
	if (roles_now === null) {
		return false;
	}
	const names = [];
	for (let role in filter(roles_now.rules.roles, (one) => change_everything(io, roles_now.groups, [one]))) {
		if (length((role.group ?? [])) > 0) {
			return false;
		}
		add_missing(names, [...map((role.email ?? []), (email) => lower(email)), ...role.sub ?? []]);
	}
	return length(names) == 1;
};

/** Whether a session is of a login since the trial began, by the settings in force. */
function proves(io, entry) {
	const trial = password_trial_read(io);
	const is_new = trial !== null && password_trial_is_new(io, trial, entry);
	return is_new && entry.settings_hash === settings_hash(io);
}

/** The reason why a session may not make a change, whatever else holds. */
export function refusal_for_session(io, sid, change) {
	const entry = find_session(io, sid);
	if (entry === null || entry.issuer === "" || entry.client !== "") {
		return "not_sso";
	}
	const roles_now = read_roles(io);
	if (roles_now === null || !is_administrator(io, roles_now, entry)) {
		return "not_everything";
	}
	return change === "confirm" && !proves(io, entry) ? "same_login" : null;
};

/**
 * The reason why the shell may not make a change. To turn passwords off, an administrator must have logged in within the last ten
 * minutes; to confirm the trial, since it began.
 */
export function refusal_for_shell(io, change) {
	const roles_now = read_roles(io);
	const list = list_sso_sessions(io);
	if (roles_now === null || !list.ok) {
		return "no_login";
	}
	const now = io.time();
	const has_logged_in = array_some(list.data, (entry) => {
		const is_recent = change === "confirm" ? proves(io, entry) : is_fresh(entry.since, now, trial_seconds);
		return is_recent && is_administrator(io, roles_now, entry);
	});
	return has_logged_in ? null : "no_login";
};
