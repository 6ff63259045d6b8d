'use strict';
// Generated from src/sso_login/passwords/administrators.ts by "make ucode"; do not edit.

/**
 * The administrators: users of single sign-on whose roles, as they are now, change everything. They turn passwords off and
 * confirm that, in LuCI, or in the shell after such a login.
 */

import { array_some, lower } from 'sso_login.ecma';
import { is_fresh } from 'sso_login.base.store';
import { sorted_keys, add_missing } from 'sso_login.base.strings';
import { settings_hash } from 'sso_login.settings.login_settings';
import { grants_of as acl_grants_of, read_groups } from 'sso_login.rights.acl';
import { permits } from 'sso_login.rights.permissions';
import { read_rules, still_authorized } from 'sso_login.rpcd.session_rules';
import { read as password_trial_read, is_new as password_trial_is_new, trial_seconds } from 'sso_login.passwords.password_trial';
import { find_session, list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';

function writable_groups(groups) {
	return filter(groups, (group) => length(sorted_keys(acl_grants_of(group, "write"))) > 0);
}

/** The names of access groups with something to write, with which no role may write. */
export function groups_beyond(io, groups, all) {
	const lists = map(all, (role) => ({ read: [], write: role.write ?? [] }));
	const names = [];
	for (let group in writable_groups(groups)) {
		if (!array_some(lists, (list) => permits(io, list, "write", group.name))) {
			add_missing(names, [group.name]);
		}
	}
	return names;
};

/** Whether roles together may write with every access group of the router that has something to write; there must be one. */
export function change_everything(io, groups, all) {
	return length(writable_groups(groups)) > 0 && length(groups_beyond(io, groups, all)) == 0;
};

/** Undefined where the roles or rpcd's sections cannot be read. */
function current_rights(io) {
	const rules = read_rules(io);
	return rules.ok ? { rules: rules.data, groups: read_groups(io).groups } : null;
}

/**
 * Whether the user of a session has roles now that change everything. A program is no administrator: its session does not show that
 * a person can log in.
 */
function is_administrator(io, rights, entry) {
	const own = filter(rights.rules.roles, (role) => (index(entry.roles, role.name) >= 0));
	const is_person = entry.client === "";
	return is_person && still_authorized(rights.rules, entry) && change_everything(io, rights.groups, own);
}

/** Whether the roles that change everything list one e-mail or one subject, and nobody else; false where they cannot be read. */
export function is_single(io) {
	const rights = current_rights(io);
	const names = [];
	for (let role in rights !== null ? rights.rules.roles : []) {
		if (rights !== null && change_everything(io, rights.groups, [role])) {
			if (length((role.group ?? [])) > 0) {
				return false;
			}
			const listed = [...map((role.email ?? []), (email) => lower(email)), ...role.sub ?? []];
			add_missing(names, listed);
		}
	}
	return length(names) == 1;
};

/** Whether a session is of a login since the trial began, by the settings in force. */
function proves(io, entry) {
	const trial = password_trial_read(io);
	const is_new = trial !== null && password_trial_is_new(io, trial, entry);
	return is_new && entry.settings_hash === settings_hash(io);
}

/** The reason why a session may not make a change, whatever else holds; every session may turn passwords on. */
export function refusal_for_session(io, sid, change) {
	if (change === "on") {
		return null;
	}
	const entry = find_session(io, sid);
	if (entry === null || entry.issuer === "" || entry.client !== "") {
		return "not_sso";
	}
	const rights = current_rights(io);
	if (rights === null || !is_administrator(io, rights, entry)) {
		return "not_everything";
	}
	return change === "confirm" && !proves(io, entry) ? "same_login" : null;
};

/**
 * The reason why the shell may not make a change. To turn passwords off, an administrator must have logged in within the last ten
 * minutes; to confirm the trial, since it began.
 */
export function refusal_for_shell(io, change) {
	if (change === "on") {
		return null;
	}
	const rights = current_rights(io);
	const list = list_sso_sessions(io);
	if (rights === null || !list.ok) {
		return "no_login";
	}
	const now = io.time();
	const has_logged_in = array_some(list.data, (entry) => {
		const is_recent = change === "confirm" ? proves(io, entry) : is_fresh(entry.since, now, trial_seconds);
		return is_recent && is_administrator(io, rights, entry);
	});
	return has_logged_in ? null : "no_login";
};
