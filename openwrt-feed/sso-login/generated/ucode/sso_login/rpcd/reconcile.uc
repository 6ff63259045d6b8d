'use strict';
// Generated from src/sso_login/rpcd/reconcile.ts by "make ucode"; do not edit.

/**
 * Keeps rpcd's login sections and the live sessions in agreement with the configuration: a session lives as long as its
 * user has every role that it was given, and a reload of rpcd never gives it more.
 */

import { array_every, array_find, array_some, key_of } from 'sso_login.ecma';
import { path_of as store_path_of, ensure_run_dir } from 'sso_login.base.store';
import { err, ok } from 'sso_login.result';
import { read_groups, grants_for } from 'sso_login.rights.acl';
import { grant } from 'sso_login.rpcd.create';
import { end_session as ending_end_session } from 'sso_login.rpcd.ending';
import { still_authorized, read_policy } from 'sso_login.rpcd.policy';
import { warn_of_conflicts, same_options } from 'sso_login.rpcd.logins';
import { sync, outdated_roles } from 'sso_login.rpcd.sync';
import { list_sso_sessions, role_names } from 'sso_login.rpcd.sessions';

/** Tenths of a second to wait for another process that reconciles. */
const max_waits = 30;

/** Ends the sessions whose users have lost a role, and returns their number. UBUS_LOGIN_FAILED when one cannot be ended. */
function end_stale_sessions(io, policy) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return list;
	}
	const stale = filter(list.data, (entry) => !still_authorized(policy, entry));
	const failed = filter(stale, (entry) => !ending_end_session(io, entry, "roles"));
	return length(failed) == 0 ? ok(length(stale)) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** Waits for the lock on reconciling; UCI_ERROR when another process keeps it for more than three seconds. */
export function acquire_lock(io) {
	const path = store_path_of(io, "upkeep.lock");
	ensure_run_dir(io);
	for (let waits = 0; waits < max_waits; waits++) {
		if (io.lock(path)) {
			return ok(true);
		}
		io.sleep(0.1);
	}
	return err("UCI_ERROR", { reason: "another process holds upkeep.lock" });
};

/**
 * Ends stale sessions, then writes rpcd's sections. The order matters: after a reload, new sections could give an old session
 * more rights. After a change it ends stale sessions again, for those that another process has made meanwhile. Fails with
 * CONFIG_ERROR when the roles cannot be read, and then changes nothing; with UCI_ERROR or UBUS_LOGIN_FAILED.
 */
export function reconcile(io) {
	const lock = acquire_lock(io);
	const policy = lock.ok ? read_policy(io) : lock;
	if (!policy.ok) {
		return policy;
	}
	warn_of_conflicts(io, policy.data.logins, policy.data.all_roles);
	const ended = end_stale_sessions(io, policy.data);
	if (!ended.ok) {
		return ended;
	}
	const synced = sync(io, policy.data.roles);
	if (!synced.ok) {
		return synced;
	}
	const ended_after = synced.data.changed ? end_stale_sessions(io, policy.data) : ok(0);
	return ended_after.ok ? ok({ changed: synced.data.changed, ended: ended.data + ended_after.data }) : ended_after;
};

/**
 * Whether `reconcile` would change anything. After `uci commit` without `reload_config`, a change is in effect only for
 * new logins. False when the roles cannot be read.
 */
export function out_of_sync(io) {
	const policy = read_policy(io);
	if (!policy.ok) {
		return false;
	}
	const live = list_sso_sessions(io);
	const stale = live.ok && array_some(live.data, (entry) => !still_authorized(policy.data, entry));
	return stale || length(outdated_roles(policy.data.logins, policy.data.roles)) > 0;
};

/** Calls of rpcd, each with its own patience, until it has its sessions back, and seconds between them. */
const max_attempts = 3;
const pause = 2;

/** The sessions of several roles, as soon as rpcd answers: while it reloads it does not. */
function sessions_of_several_roles(io) {
	let list = list_sso_sessions(io);
	for (let attempts = 1; attempts < max_attempts && !list.ok; attempts++) {
		io.sleep(pause);
		list = list_sso_sessions(io);
	}
	return list.ok ? ok(filter(list.data, (entry) => length(entry.roles) > 1)) : list;
}

/** What a role gives, or nothing where there is none of that name. */
function rights_of(policy, name) {
	const role = array_find(policy.roles, (candidate) => candidate.name === name) ?? {};
	return { read: role.read ?? [], write: role.write ?? [] };
}

/** Whether a session's roles are the user's still, and give what they gave when the policy was read before. */
function is_unchanged(before, now, entry) {
	return (
		still_authorized(now, entry) &&
		array_every(entry.roles, (name) => same_options(rights_of(before, name), rights_of(now, name)))
	);
}

/**
 * After a reload of rpcd, which gives a session only the rights of its first role: sessions of several roles get those of all,
 * if their users still have all of them. A session whose roles change meanwhile is ended, as it may have got what they gave
 * before. Returns how many sessions got their rights; UBUS_LOGIN_FAILED, CONFIG_ERROR, UCI_ERROR.
 */
export function restore_rights(io) {
	const sessions = sessions_of_several_roles(io);
	if (!sessions.ok || length(sessions.data) == 0) {
		return sessions.ok ? ok(0) : sessions;
	}
	const lock = acquire_lock(io);
	const policy = lock.ok ? read_policy(io) : lock;
	if (!policy.ok) {
		return policy;
	}
	const groups = read_groups(io).groups;
	const known = {};
	const restored = [];
	let failure = null;
	for (let entry in filter(sessions.data, (candidate) => still_authorized(policy.data, candidate))) {
		const names = role_names(entry);
		const rights = map(entry.roles, (name) => rights_of(policy.data, name));
		const grants = known[key_of(names)] ?? grants_for(io, groups, rights);
		known[key_of(names)] = grants;
		const granted = grant(io, entry.sid, grants);
		push(restored, entry);
		failure = granted.ok ? failure : granted;
	}
	const now = read_policy(io);
	for (let entry in restored) {
		if (now.ok && !is_unchanged(policy.data, now.data, entry)) {
			ending_end_session(io, entry, "roles");
		}
	}
	return failure ?? ok(length(restored));
};
