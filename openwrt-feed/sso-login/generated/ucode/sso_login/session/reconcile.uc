'use strict';
// Generated from src/sso_login/session/reconcile.ts by "make ucode"; do not edit.

/**
 * Keeps rpcd's login sections and the live sessions in agreement with the configuration: a session lives as long as its
 * user has every role that it was given, and a reload of rpcd never gives it more.
 */

import { array_concat, array_every, array_find, array_includes, array_some, has_members, key_of } from 'sso_login.ecma';
import { path_of, ensure_run_dir } from 'sso_login.base.store';
import { words_of } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.values';
import { err, ok } from 'sso_login.result';
import { saved_sections, provider_sections } from 'sso_login.settings.load';
import { of_sections } from 'sso_login.settings.role_sections';
import * as roles from 'sso_login.settings.roles';
import { read_groups, grants_for } from 'sso_login.session.acl';
import { end_session } from 'sso_login.session.ending';
import { read_sections, usable_roles, warn_of_conflicts, sync, outdated_roles, is_up_to_date } from 'sso_login.session.rpcd_logins';
import { list_sso_sessions, find_session, destroy_session, role_names, grant } from 'sso_login.session.session';

/** Tenths of a second to wait for another process that reconciles. */
const max_waits = 30;

/** Reads the policy from the saved configuration; CONFIG_ERROR when the roles or rpcd's sections cannot be read. */
export function read_policy(io) {
	const sections = saved_sections(io);
	if (!sections.ok) {
		return sections;
	}
	const all = of_sections(sections.data);
	if (!all.ok) {
		return all;
	}
	const providers = {};
	for (let section in provider_sections(sections.data)) {
		const saved = section.options;
		providers[key_of(section.name)] = {
			enabled: saved.enabled === "1",
			issuer: text_of(saved.issuer_url),
			client_id: text_of(saved.client_id),
			audience: text_of(saved.api_audience),
			clients: words_of(saved.api_client),
		};
	}
	const logins = read_sections(io);
	if (!logins.ok) {
		return logins;
	}
	return ok({
		providers,
		all_roles: all.data,
		roles: usable_roles(logins.data, all.data),
		logins: logins.data,
	});
};

/** Whether a session came in by a way that is still open. */
function still_admitted(policy, entry) {
	if (entry.client === "") {
		return true;
	}
	const is_client = length(policy.clients) == 0 || array_includes(policy.clients, entry.client);
	return is_client && policy.audience !== "" && policy.audience === entry.audience;
}

/** Whether a session's user still has all roles that it was given, by the identity that it keeps. */
export function still_authorized(policy, entry) {
	const provider = policy.providers[key_of(entry.provider)];
	if (provider === null || !provider.enabled || entry.issuer !== provider.issuer) {
		return false;
	}
	// A session of an earlier version does not say of which client it is, and an option that is missing does not end any.
	const is_other = entry.client_id !== "" && provider.client_id !== "" && entry.client_id !== provider.client_id;
	if (is_other || !still_admitted(provider, entry)) {
		return false;
	}
	return array_every(array_concat([entry.role], entry.roles), (name) => {
		const role = array_find(policy.roles, (candidate) => candidate.name === name);
		return role !== null && roles.matches(role, entry);
	});
};

/** Ends the sessions whose users have lost a role, and returns their number. UBUS_LOGIN_FAILED when one cannot be ended. */
function end_stale_sessions(io, policy) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return list;
	}
	const stale = filter(list.data, (entry) => !still_authorized(policy, entry));
	const failed = filter(stale, (entry) => !end_session(io, entry, "roles"));
	return length(failed) == 0 ? ok(length(stale)) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** Waits for the lock on reconciling; false when another process keeps it for more than three seconds. */
export function acquire_lock(io) {
	const path = path_of(io, "upkeep.lock");
	ensure_run_dir(io);
	for (let waits = 0; waits < max_waits; waits++) {
		if (io.lock(path)) {
			return true;
		}
		io.sleep(0.1);
	}
	return false;
};

export function lock_is_taken() {
	return err("UCI_ERROR", { reason: "another process holds upkeep.lock" });
};

/**
 * Ends stale sessions, then writes rpcd's sections. The order matters: after a reload, new sections could give an old session
 * more rights. After a change it ends stale sessions again, for those that another process has made meanwhile. Fails with
 * CONFIG_ERROR when the roles cannot be read, and then changes nothing; with UCI_ERROR or UBUS_LOGIN_FAILED.
 */
export function reconcile(io) {
	if (!acquire_lock(io)) {
		return lock_is_taken();
	}
	const policy = read_policy(io);
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

/** Whether a reload of rpcd would give a session of this role what the role gives. */
function has_section(io, role) {
	const sections = read_sections(io);
	return sections.ok ? ok(is_up_to_date(sections.data, role)) : sections;
}

/**
 * Before a session of these roles is created: rpcd's section of the first role, which names the session's user, is brought up
 * to date. Fails with UBUS_LOGIN_FAILED, or with CONFIG_ERROR when rpcd's sections cannot be read.
 */
export function prepare(io, match) {
	const first = match.roles[0];
	const known = first !== null ? has_section(io, first) : ok(true);
	if (!known.ok || first === null || known.data) {
		return known.ok ? ok(true) : known;
	}
	const done = reconcile(io);
	const written = done.ok ? has_section(io, first) : done;
	if (written.ok && written.data === true) {
		return ok(true);
	}
	const details = { reason: "rpcd's login section is behind the roles", role: first.name };
	if (!written.ok) {
		details.cause = written.error;
		details.cause_reason = has_members(written.details) ? written.details.reason : null;
	}
	return err("UBUS_LOGIN_FAILED", details);
};

/**
 * After a session was created: its user still has the roles, and rpcd's section is up to date. The configuration may have
 * changed while the provider took its time. Otherwise it is destroyed: UBUS_LOGIN_FAILED.
 */
export function confirm(io, sid, match) {
	const policy = read_policy(io);
	const created = find_session(io, sid);
	const first = match.roles[0];
	const is_current = policy.ok && first !== null && is_up_to_date(policy.data.logins, first);
	if (is_current && created !== null && still_authorized(policy.data, created)) {
		return ok(true);
	}
	destroy_session(io, sid);
	return err("UBUS_LOGIN_FAILED", { reason: "the configuration changed during the login" });
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
	const role = array_find(policy.roles, (candidate) => candidate.name === name);
	return { read: role !== null ? (role.read ?? []) : [], write: role !== null ? (role.write ?? []) : [] };
}

/** Whether a session's roles are the user's still, and give what they gave when the policy was read before. */
function is_unchanged(before, now, entry) {
	const same_ = (one, other) => join("\n", one) === join("\n", other);
	return (
		still_authorized(now, entry) &&
		array_every(entry.roles, (name) => {
			const old = rights_of(before, name);
			const current = rights_of(now, name);
			return same_(old.read, current.read) && same_(old.write, current.write);
		})
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
	if (!acquire_lock(io)) {
		return lock_is_taken();
	}
	const policy = read_policy(io);
	if (!policy.ok) {
		return policy;
	}
	const groups = read_groups(io).groups;
	const known = {};
	const restored = [];
	let failure = null;
	for (let entry in filter(sessions.data, (candidate) => still_authorized(policy.data, candidate))) {
		const names = role_names(entry);
		const grants = known[key_of(names)] ??
			grants_for(
				io,
				groups,
				map(entry.roles, (name) => rights_of(policy.data, name))
			);
		known[key_of(names)] = grants;
		const granted = grant(io, entry.sid, grants);
		push(restored, entry);
		failure = granted.ok ? failure : granted;
	}
	const now = read_policy(io);
	for (let entry in restored) {
		if (now.ok && !is_unchanged(policy.data, now.data, entry)) {
			end_session(io, entry, "roles");
		}
	}
	return failure ?? ok(length(restored));
};
