/**
 * Applies the configuration to rpcd's login sections and to live sessions: a session lives as long as its user has every role of
 * it, and has what these roles give now.
 */
import type { Io } from "../base/io";
import * as log from "../base/log";
import * as log_texts from "../base/log_texts";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as strings from "../base/strings";
import { err, ok, type Result } from "../result";
import * as acl from "../rights/acl";
import type { RoleRights } from "../rights/permissions";
import * as role_rights from "../rights/role_rights";
import type { JudgedRole } from "../rights/role_rights";
import * as log_identity from "./log_identity";
import * as pending_change from "./pending_change";
import * as rpcd_logins from "./rpcd_logins";
import * as rpcd_sessions from "./rpcd_sessions";
import type { SsoSession } from "./rpcd_sessions";
import * as rpcd_sync from "./rpcd_sync";
import * as session_ending from "./session_ending";
import * as session_grants from "./session_grants";
import * as session_rules from "./session_rules";
import type { SessionRules } from "./session_rules";

/** Tenths of a second to wait for another process. */
const max_waits = 30;

/** Attempts to list the sessions while rpcd reloads, and seconds between them. */
const max_attempts = 3;
const pause = 2;

/** The live sessions, as soon as rpcd answers; UBUS_LOGIN_FAILED. */
function live_sessions(io: Io): Result<SsoSession[]> {
  let list = rpcd_sessions.list_sso_sessions(io);
  for (let attempts = 1; attempts < max_attempts && !list.ok; attempts++) {
    io.sleep(pause);
    list = rpcd_sessions.list_sso_sessions(io);
  }
  return list;
}

/** The rights that roles give now. */
interface CurrentRights {
  groups: acl.AclGroup[];
  roles: JudgedRole[];
  /** The roles as rpcd's sections have them. */
  sections: RoleRights[];
  /** Grants that `due_grants` has computed, by the names of their roles. */
  computed: { [names: string]: acl.Grants | undefined };
}

function rights_of(io: Io, groups: acl.AclGroup[], rules: SessionRules): CurrentRights {
  const roles = rules.roles.map((role) => role_rights.judge(io, groups, role));
  const sections = roles.map((role) => role_rights.section_of(io, groups, role));
  return { groups, roles, sections, computed: {} };
}

/** The grants that a session's roles give now; sessions of the same roles share them. */
function due_grants(io: Io, current: CurrentRights, entry: SsoSession): acl.Grants {
  const names = [entry.role].concat(entry.roles);
  const key = names.join(",");
  const roles = current.roles.filter((role) => names.includes(role.name));
  const grants = current.computed[key] ?? role_rights.grants_of_judged(io, current.groups, roles);
  current.computed[key] = grants;
  return grants;
}

/**
 * Ends the sessions whose users have lost a role, and returns the others without the one whose change waits, and how many ended.
 * UBUS_LOGIN_FAILED where one stays.
 */
function end_stale_sessions(io: Io, rules: SessionRules): Result<{ live: SsoSession[]; ended: number }> {
  const list = live_sessions(io);
  if (!list.ok) {
    return list;
  }
  // Its rights change with the confirmation.
  const unconfirmed = pending_change.unconfirmed_session(io);
  const all = list.data.filter((entry) => entry.sid !== unconfirmed);
  const live = all.filter((entry) => session_rules.still_authorized(rules, entry));
  const stale = all.filter((entry) => !live.includes(entry));
  // Each is ended, also where an earlier one stays.
  const left = stale.filter((entry) => !session_ending.end_session(io, entry, "roles"));
  return left.length === 0 ? ok({ live, ended: stale.length }) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** The sessions whose rights changed, and the number of those that ended as their rights could not be set. */
interface RightsSet {
  changed: SsoSession[];
  ended: number;
}

/** Gives sessions what their roles give now. One whose rights cannot be set is ended; UBUS_LOGIN_FAILED where it stays. */
function set_rights(io: Io, current: CurrentRights, live: SsoSession[]): Result<RightsSet> {
  const changed: SsoSession[] = [];
  let ended = 0;
  let failure: Result<RightsSet> | undefined;
  for (const entry of live) {
    const set = session_grants.set(io, entry.sid, entry.acls, due_grants(io, current, entry));
    if (set.ok && set.data) {
      log_identity.log_session(io, entry, [], "RIGHTS_CHANGED");
      changed.push(entry);
    } else if (!set.ok && !rpcd_sessions.is_gone(set)) {
      ended += 1;
      if (!session_ending.end_session(io, entry, "rights")) {
        failure = set;
      }
    }
  }
  return failure ?? ok({ changed, ended });
}

function lock_path(io: Io): string {
  return store.path_of(io, public_names.upkeep_lock);
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

/** Whether rpcd's sections were written, the sessions that ended, and the users of those whose rights changed. */
export interface ReconcileResult {
  is_written: boolean;
  ended: number;
  users: string[];
}

/** The users of sessions, each once. */
export function users_of(all: SsoSession[]): string[] {
  const users: string[] = [];
  strings.add_missing(
    users,
    all.map((entry) => rpcd_sessions.user_name(entry)),
  );
  return users;
}

function log_faults(io: Io, rules: SessionRules): void {
  rpcd_logins.warn_of_conflicts(io, rules.logins, rules.all_roles);
  for (const fault of rules.faults) {
    log.event(io, "warning", "CONFIG_ERROR", log.detail_pairs(log_texts.details_in_english(fault)));
  }
}

/**
 * Ends stale sessions, then writes rpcd's sections: in the other order a reload could give an old session more rights. Then it gives the
 * live ones what their roles give now, also where the sections could not be written. The process keeps upkeep.lock to its end, or until
 * `release_lock`.
 * CONFIG_ERROR when the roles cannot be read, and then nothing is changed; UCI_ERROR, UBUS_LOGIN_FAILED.
 */
export function reconcile(io: Io): Result<ReconcileResult> {
  const lock = acquire_lock(io);
  const rules = lock.ok ? session_rules.read_rules(io) : lock;
  if (!rules.ok) {
    return rules;
  }
  log_faults(io, rules.data);
  const before = end_stale_sessions(io, rules.data);
  if (!before.ok) {
    return before;
  }
  const current = rights_of(io, acl.load_groups(io).groups, rules.data);
  const synced = rpcd_sync.sync(io, current.sections);
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
}

/** The changes that `reconcile` would make, as after `uci commit` without `reload_config`; nothing where the roles cannot be read. */
export interface Lag {
  /** Whether sections of rpcd differ, or a session would end. */
  is_behind: boolean;
  /** The sessions that have other rights than their roles give. */
  sessions: SsoSession[];
}

export function lag_of(io: Io): Lag {
  const rules = session_rules.read_rules(io);
  if (!rules.ok) {
    return { is_behind: false, sessions: [] };
  }
  const list = rpcd_sessions.list_sso_sessions(io);
  const current = rights_of(io, acl.read_groups(io).groups, rules.data);
  const all = list.ok ? list.data : [];
  const live = all.filter((entry) => session_rules.still_authorized(rules.data, entry));
  const sessions = live.filter((entry) => session_grants.differs(entry.acls, due_grants(io, current, entry)));
  const is_outdated = rpcd_sync.outdated_roles(rules.data.logins, current.sections).length > 0;
  return { is_behind: is_outdated || live.length < all.length, sessions };
}
