/**
 * Applies the configuration to rpcd's login sections and to live sessions: a session lives as long as its user has every role of
 * it, and a reload of rpcd never gives it more.
 */
import type { Io } from "../base/io";
import * as log from "../base/log";
import * as log_texts from "../base/log_texts";
import * as store from "../base/store";
import { err, ok, type Result } from "../result";
import type { Role } from "../settings/role_sections";
import * as acl from "../rights/acl";
import * as session_creation from "./session_creation";
import * as session_ending from "./session_ending";
import type { PermissionLists } from "../rights/permissions";
import * as role_rights from "../rights/role_rights";
import * as session_rules from "./session_rules";
import type { SessionRules } from "./session_rules";
import * as rpcd_logins from "./rpcd_logins";
import * as rpcd_sync from "./rpcd_sync";
import * as rpcd_sessions from "./rpcd_sessions";

/** Tenths of a second to wait for another process. */
const max_waits = 30;

/** Ends sessions, and returns their number; UBUS_LOGIN_FAILED where one stays. */
function end_sessions(io: Io, all: rpcd_sessions.SsoSession[]): Result<number> {
  const failed = all.filter((entry) => !session_ending.end_session(io, entry, "roles"));
  return failed.length === 0 ? ok(all.length) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** Ends the sessions whose users have lost a role, and returns their number. UBUS_LOGIN_FAILED. */
function end_stale_sessions(io: Io, rules: SessionRules): Result<number> {
  const list = rpcd_sessions.list_sso_sessions(io);
  if (!list.ok) {
    return list;
  }
  const stale = list.data.filter((entry) => !session_rules.still_authorized(rules, entry));
  return end_sessions(io, stale);
}

function lock_path(io: Io): string {
  return store.path_of(io, "upkeep.lock");
}

/** Takes the lock on rpcd's sections, which ends with the process at the latest; UCI_ERROR after three seconds. */
export function acquire_lock(io: Io): Result<true> {
  const path = lock_path(io);
  store.ensure_run_dir(io);
  for (let waits = 0; waits < max_waits; waits++) {
    if (io.lock(path)) {
      return ok(true);
    }
    io.sleep(0.1);
  }
  return err("UCI_ERROR", { reason: "another process holds upkeep.lock" });
}

/** Gives that lock back, for a process that lasts. */
export function release_lock(io: Io): void {
  io.unlock(lock_path(io));
}

function locked_rules(io: Io): Result<SessionRules> {
  const lock = acquire_lock(io);
  return lock.ok ? session_rules.read_rules(io) : lock;
}

/** Whether rpcd's sections were written, and the sessions that ended. */
export interface ReconcileResult {
  changed: boolean;
  ended: number;
}

/**
 * Ends stale sessions, then writes rpcd's sections: in the other order a reload could give an old session more rights. After a
 * change it ends stale sessions again, which another process may have created meanwhile. The process keeps upkeep.lock to its end, or
 * until `release_lock`. CONFIG_ERROR when the roles cannot be
 * read, and then nothing is changed; UCI_ERROR, UBUS_LOGIN_FAILED.
 */
export function reconcile(io: Io): Result<ReconcileResult> {
  const rules = locked_rules(io);
  if (!rules.ok) {
    return rules;
  }
  rpcd_logins.warn_of_conflicts(io, rules.data.logins, rules.data.all_roles);
  for (const fault of rules.data.faults) {
    log.event(io, "warning", "CONFIG_ERROR", log.detail_pairs(log_texts.details_in_english(fault)));
  }
  const ended = end_stale_sessions(io, rules.data);
  if (!ended.ok) {
    return ended;
  }
  const synced = rpcd_sync.sync(io, role_rights.of_roles(io, rules.data.roles));
  if (!synced.ok) {
    return synced;
  }
  const again = synced.data ? end_stale_sessions(io, rules.data) : ok(0);
  return again.ok ? ok({ changed: synced.data, ended: ended.data + again.data }) : again;
}

/** Whether `reconcile` would change something, as after `uci commit` without `reload_config`; false when the roles cannot be read. */
export function out_of_sync(io: Io): boolean {
  const rules = session_rules.read_rules(io);
  if (!rules.ok) {
    return false;
  }
  const live = rpcd_sessions.list_sso_sessions(io);
  const stale = live.ok && live.data.some((entry) => !session_rules.still_authorized(rules.data, entry));
  return stale || rpcd_sync.outdated_roles(rules.data.logins, role_rights.of_roles(io, rules.data.roles)).length > 0;
}

/** Attempts to list the sessions while rpcd reloads, and seconds between them. */
const max_attempts = 3;
const pause = 2;

/** The sessions of several roles, as soon as rpcd answers; UBUS_LOGIN_FAILED. */
function sessions_of_several_roles(io: Io): Result<rpcd_sessions.SsoSession[]> {
  let list = rpcd_sessions.list_sso_sessions(io);
  for (let attempts = 1; attempts < max_attempts && !list.ok; attempts++) {
    io.sleep(pause);
    list = rpcd_sessions.list_sso_sessions(io);
  }
  return list.ok ? ok(list.data.filter((entry) => entry.roles.length > 1)) : list;
}

/** The lists of a role; empty ones where there is no such role. */
function rights_of(rules: SessionRules, name: string): PermissionLists {
  const role: Partial<Role> = rules.roles.find((candidate) => candidate.name === name) ?? {};
  return { read: role.read ?? [], write: role.write ?? [] };
}

/** Whether a session's user still has its roles, and these have the lists that they had before. */
function is_unchanged(before: SessionRules, now: SessionRules, entry: rpcd_sessions.SsoSession): boolean {
  return (
    session_rules.still_authorized(now, entry) &&
    entry.roles.every((name) => rpcd_logins.same_options(rights_of(before, name), rights_of(now, name)))
  );
}

/**
 * Grants sessions of several roles the rights of all of them, as a reload of rpcd leaves those of the first. A session whose roles
 * change meanwhile is ended, as it may have old rights. Returns the number of sessions; UBUS_LOGIN_FAILED, CONFIG_ERROR, UCI_ERROR.
 */
export function restore_rights(io: Io): Result<number> {
  const several = sessions_of_several_roles(io);
  if (!several.ok) {
    return several;
  }
  if (several.data.length === 0) {
    return ok(0);
  }
  const rules = locked_rules(io);
  if (!rules.ok) {
    return rules;
  }
  const groups = acl.read_groups(io).groups;
  const known: { [names: string]: acl.Grants | undefined } = {};
  const restored: rpcd_sessions.SsoSession[] = [];
  let failure: Result<number> | undefined;
  for (const entry of several.data.filter((candidate) => session_rules.still_authorized(rules.data, candidate))) {
    const names = rpcd_sessions.role_names(entry);
    const own = rules.data.roles.filter((role) => entry.roles.includes(role.name));
    const grants = known[names] ?? role_rights.grants_for(io, groups, own);
    known[names] = grants;
    const granted = session_creation.grant(io, entry.sid, grants);
    restored.push(entry);
    failure = granted.ok ? failure : granted;
  }
  const now = session_rules.read_rules(io);
  if (!now.ok) {
    return now;
  }
  const changed = restored.filter((entry) => !is_unchanged(rules.data, now.data, entry));
  const ended = end_sessions(io, changed);
  return failure ?? (ended.ok ? ok(restored.length) : ended);
}
