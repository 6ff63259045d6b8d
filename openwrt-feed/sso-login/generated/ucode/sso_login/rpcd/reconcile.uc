'use strict';
// Generated from src/sso_login/rpcd/reconcile.ts by "make ucode"; do not edit.

/**
 * Applies the configuration to rpcd's login sections and to live sessions: a session lives as long as its user has every role of
 * it, and a reload of rpcd never gives it more.
 */

import { array_every, array_find, array_some, key_of } from 'sso_login.ecma';
import { event, detail_pairs } from 'sso_login.base.log';
import { details_in_english } from 'sso_login.base.log_texts';
import { path_of as store_path_of, ensure_run_dir } from 'sso_login.base.store';
import { err, ok } from 'sso_login.result';
import { read_groups } from 'sso_login.rights.acl';
import { grant } from 'sso_login.rpcd.session_creation';
import { end_session as session_ending_end_session } from 'sso_login.rpcd.session_ending';
import { of_roles, grants_for as role_rights_grants_for } from 'sso_login.rights.role_rights';
import { still_authorized, read_rules } from 'sso_login.rpcd.session_rules';
import { warn_of_conflicts, same_options } from 'sso_login.rpcd.rpcd_logins';
import { sync, outdated_roles } from 'sso_login.rpcd.rpcd_sync';
import { list_sso_sessions, role_names } from 'sso_login.rpcd.rpcd_sessions';

/** Tenths of a second to wait for another process. */
const max_waits = 30;

/** Ends sessions, and returns their number; UBUS_LOGIN_FAILED where one stays. */
function end_sessions(io, all) {
	const failed = filter(all, (entry) => !session_ending_end_session(io, entry, "roles"));
	return length(failed) == 0 ? ok(length(all)) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** Ends the sessions whose users have lost a role, and returns their number. UBUS_LOGIN_FAILED. */
function end_stale_sessions(io, rules) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return list;
	}
	const stale = filter(list.data, (entry) => !still_authorized(rules, entry));
	return end_sessions(io, stale);
}

function lock_path(io) {
	return store_path_of(io, "upkeep.lock");
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

function locked_rules(io) {
	const lock = acquire_lock(io);
	return lock.ok ? read_rules(io) : lock;
}

/**
 * Ends stale sessions, then writes rpcd's sections: in the other order a reload could give an old session more rights. After a
 * change it ends stale sessions again, which another process may have created meanwhile. The process keeps upkeep.lock to its end, or
 * until `release_lock`. CONFIG_ERROR when the roles cannot be
 * read, and then nothing is changed; UCI_ERROR, UBUS_LOGIN_FAILED.
 */
export function reconcile(io) {
	const rules = locked_rules(io);
	if (!rules.ok) {
		return rules;
	}
	warn_of_conflicts(io, rules.data.logins, rules.data.all_roles);
	for (let fault in rules.data.faults) {
		event(io, "warning", "CONFIG_ERROR", detail_pairs(details_in_english(fault)));
	}
	const ended = end_stale_sessions(io, rules.data);
	if (!ended.ok) {
		return ended;
	}
	const synced = sync(io, of_roles(io, rules.data.roles));
	if (!synced.ok) {
		return synced;
	}
	const again = synced.data ? end_stale_sessions(io, rules.data) : ok(0);
	return again.ok ? ok({ changed: synced.data, ended: ended.data + again.data }) : again;
};

/** Whether `reconcile` would change something, as after `uci commit` without `reload_config`; false when the roles cannot be read. */
export function out_of_sync(io) {
	const rules = read_rules(io);
	if (!rules.ok) {
		return false;
	}
	const live = list_sso_sessions(io);
	const stale = live.ok && array_some(live.data, (entry) => !still_authorized(rules.data, entry));
	return stale || length(outdated_roles(rules.data.logins, of_roles(io, rules.data.roles))) > 0;
};

/** Attempts to list the sessions while rpcd reloads, and seconds between them. */
const max_attempts = 3;
const pause = 2;

/** The sessions of several roles, as soon as rpcd answers; UBUS_LOGIN_FAILED. */
function sessions_of_several_roles(io) {
	let list = list_sso_sessions(io);
	for (let attempts = 1; attempts < max_attempts && !list.ok; attempts++) {
		io.sleep(pause);
		list = list_sso_sessions(io);
	}
	return list.ok ? ok(filter(list.data, (entry) => length(entry.roles) > 1)) : list;
}

/** The lists of a role; empty ones where there is no such role. */
function rights_of(rules, name) {
	const role = array_find(rules.roles, (candidate) => candidate.name === name) ?? {};
	return { read: role.read ?? [], write: role.write ?? [] };
}

/** Whether a session's user still has its roles, and these have the lists that they had before. */
function is_unchanged(before, now, entry) {
	return (
		still_authorized(now, entry) &&
		array_every(entry.roles, (name) => same_options(rights_of(before, name), rights_of(now, name)))
	);
}

/**
 * Grants sessions of several roles the rights of all of them, as a reload of rpcd leaves those of the first. A session whose roles
 * change meanwhile is ended, as it may have old rights. Returns the number of sessions; UBUS_LOGIN_FAILED, CONFIG_ERROR, UCI_ERROR.
 */
export function restore_rights(io) {
	const several = sessions_of_several_roles(io);
	if (!several.ok) {
		return several;
	}
	if (length(several.data) == 0) {
		return ok(0);
	}
	const rules = locked_rules(io);
	if (!rules.ok) {
		return rules;
	}
	const groups = read_groups(io).groups;
	const known = {};
	const restored = [];
	let failure;
	for (let entry in filter(several.data, (candidate) => still_authorized(rules.data, candidate))) {
		const names = role_names(entry);
		const own = filter(rules.data.roles, (role) => (index(entry.roles, role.name) >= 0));
		const grants = known[key_of(names)] ?? role_rights_grants_for(io, groups, own);
		known[key_of(names)] = grants;
		const granted = grant(io, entry.sid, grants);
		push(restored, entry);
		failure = granted.ok ? failure : granted;
	}
	const now = read_rules(io);
	if (!now.ok) {
		return now;
	}
	const changed = filter(restored, (entry) => !is_unchanged(rules.data, now.data, entry));
	const ended = end_sessions(io, changed);
	return failure ?? (ended.ok ? ok(length(restored)) : ended);
};
