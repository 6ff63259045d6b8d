'use strict';
// Generated from src/sso_login/rpcd/reconcile.ts by "make ucode"; do not edit.

/**
 * Applies the configuration to rpcd's login sections and to live sessions: a session lives as long as its user has every role of
 * it, and has what these roles give now.
 */

import { array_includes, key_of } from 'sso_login.ecma';
import { event, detail_pairs } from 'sso_login.base.log';
import { details_in_english } from 'sso_login.base.log_texts';
import { upkeep_lock } from 'sso_login.base.public_names';
import { path_of as store_path_of, ensure_run_dir } from 'sso_login.base.store';
import { add_missing } from 'sso_login.base.strings';
import { err, ok } from 'sso_login.result';
import { load_groups, read_groups } from 'sso_login.rights.acl';
import { judge as role_rights_judge, section_of as role_rights_section_of, grants_of_judged } from 'sso_login.rights.role_rights';
import { log_session } from 'sso_login.rpcd.log_identity';
import { unconfirmed_session } from 'sso_login.rpcd.pending_change';
import { warn_of_conflicts } from 'sso_login.rpcd.rpcd_logins';
import { list_sso_sessions, is_gone, user_name } from 'sso_login.rpcd.rpcd_sessions';
import { sync, outdated_roles } from 'sso_login.rpcd.rpcd_sync';
import { end_session as session_ending_end_session } from 'sso_login.rpcd.session_ending';
import { set as session_grants_set, differs } from 'sso_login.rpcd.session_grants';
import { still_authorized, read_rules } from 'sso_login.rpcd.session_rules';

/** Tenths of a second to wait for another process. */
const max_waits = 30;

/** Attempts to list the sessions while rpcd reloads, and seconds between them. */
const max_attempts = 3;
const pause = 2;

/** The live sessions, as soon as rpcd answers; UBUS_LOGIN_FAILED. */
function live_sessions(io) {
	let list = list_sso_sessions(io);
	for (let attempts = 1; attempts < max_attempts && !list.ok; attempts++) {
		io.sleep(pause);
		list = list_sso_sessions(io);
	}
	return list;
}

function rights_of(io, groups, rules) {
	const roles = map(rules.roles, (role) => role_rights_judge(io, groups, role));
	const sections = map(roles, (role) => role_rights_section_of(io, groups, role));
	return { groups, roles, sections, computed: {} };
}

/** The grants that a session's roles give now; sessions of the same roles share them. */
function due_grants(io, current, entry) {
	const names = [...[entry.role], ...entry.roles];
	const key = join(",", names);
	const roles = filter(current.roles, (role) => (index(names, role.name) >= 0));
	const grants = current.computed[key_of(key)] ?? grants_of_judged(io, current.groups, roles);
	current.computed[key_of(key)] = grants;
	return grants;
}

/**
 * Ends the sessions whose users have lost a role, and returns the others without the one whose change waits, and how many ended.
 * UBUS_LOGIN_FAILED where one stays.
 */
function end_stale_sessions(io, rules) {
	const list = live_sessions(io);
	if (!list.ok) {
		return list;
	}
	// Its rights change with the confirmation.
	const unconfirmed = unconfirmed_session(io);
	const all = filter(list.data, (entry) => entry.sid !== unconfirmed);
	const live = filter(all, (entry) => still_authorized(rules, entry));
	const stale = filter(all, (entry) => !array_includes(live, entry));
	// Each is ended, also where an earlier one stays.
	const left = filter(stale, (entry) => !session_ending_end_session(io, entry, "roles"));
	return length(left) == 0 ? ok({ live, ended: length(stale) }) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** Gives sessions what their roles give now. One whose rights cannot be set is ended; UBUS_LOGIN_FAILED where it stays. */
function set_rights(io, current, live) {
	const changed = [];
	let ended = 0;
	let failure;
	for (let entry in live) {
		const set = session_grants_set(io, entry.sid, entry.acls, due_grants(io, current, entry));
		if (set.ok && set.data) {
			log_session(io, entry, [], "RIGHTS_CHANGED");
			push(changed, entry);
		} else if (!set.ok && !is_gone(set)) {
			ended += 1;
			if (!session_ending_end_session(io, entry, "rights")) {
				failure = set;
			}
		}
	}
	return failure ?? ok({ changed, ended });
}

function lock_path(io) {
	return store_path_of(io, upkeep_lock);
}

/** Takes the lock on rpcd's sections, which ends with the process at the latest; UCI_ERROR after three seconds. */
export function acquire_lock(io) {
	const path = lock_path(io);
	ensure_run_dir(io);
	for (let waits = 0; waits < max_waits; waits++) {
		if (io.lock(path)) {
			return ok(true);
		}
		io.sleep(0.1);
	}
	return err("UCI_ERROR", { reason: "another process holds upkeep.lock" });
};

/** Gives that lock back, for a process that lasts. */
export function release_lock(io) {
	io.unlock(lock_path(io));
};

/** The users of sessions, each once. */
export function users_of(all) {
	const users = [];
	add_missing(
		users,
		map(all, (entry) => user_name(entry))
	);
	return users;
};

function log_faults(io, rules) {
	warn_of_conflicts(io, rules.logins, rules.all_roles);
	for (let fault in rules.faults) {
		event(io, "warning", "CONFIG_ERROR", detail_pairs(details_in_english(fault)));
	}
}

/**
 * Ends stale sessions, then writes rpcd's sections: in the other order a reload could give an old session more rights. Then it gives the
 * live ones what their roles give now, also where the sections could not be written. The process keeps upkeep.lock to its end, or until
 * `release_lock`.
 * CONFIG_ERROR when the roles cannot be read, and then nothing is changed; UCI_ERROR, UBUS_LOGIN_FAILED.
 */
export function reconcile(io) {
	const lock = acquire_lock(io);
	const rules = lock.ok ? read_rules(io) : lock;
	if (!rules.ok) {
		return rules;
	}
	log_faults(io, rules.data);
	const before = end_stale_sessions(io, rules.data);
	if (!before.ok) {
		return before;
	}
	const current = rights_of(io, load_groups(io).groups, rules.data);
	const synced = sync(io, current.sections);
	const is_written = synced.ok && synced.data;
	// Another process may have opened sessions meanwhile, by the sections of before.
	const after = is_written ? end_stale_sessions(io, rules.data) : ok({ live: before.data.live, ended: 0 });
	if (!after.ok) {
		return after;
	}
	const set = set_rights(io, current, after.data.live);
	if (!synced.ok) {
		return synced;
	}
	if (!set.ok) {
		return set;
	}
	const ended = before.data.ended + after.data.ended + set.data.ended;
	return ok({ is_written, ended, users: users_of(set.data.changed) });
};

export function lag_of(io) {
	const rules = read_rules(io);
	if (!rules.ok) {
		return { is_behind: false, sessions: [] };
	}
	const list = list_sso_sessions(io);
	const current = rights_of(io, read_groups(io).groups, rules.data);
	const all = list.ok ? list.data : [];
	const live = filter(all, (entry) => still_authorized(rules.data, entry));
	const sessions = filter(live, (entry) => differs(entry.acls, due_grants(io, current, entry)));
	const is_outdated = length(outdated_roles(rules.data.logins, current.sections)) > 0;
	return { is_behind: is_outdated || length(live) < length(all), sessions };
};
