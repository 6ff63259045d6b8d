/**
 * Keeps rpcd's login sections and the live sessions in agreement with the configuration: a session lives as long as its
 * user has every role that it was given, and a reload of rpcd never gives it more.
 */
import type { Io } from "../base/io";
import * as store from "../base/store";
import { err, ok, type Result } from "../result";
import type { Role } from "../settings/role_sections";
import * as acl from "../rights/acl";
import type { Grants } from "../rights/acl";
import * as create from "./create";
import * as ending from "./ending";
import type { PermissionLists } from "../rights/permissions";
import * as session_policy from "./policy";
import type { SessionPolicy } from "./policy";
import * as rpcd_logins from "./logins";
import * as rpcd_sync from "./sync";
import type { SyncResult } from "./sync";
import * as session from "./sessions";
import type { SsoSession } from "./sessions";

/** Tenths of a second to wait for another process that reconciles. */
const max_waits = 30;

/** Ends the sessions whose users have lost a role, and returns their number. UBUS_LOGIN_FAILED when one cannot be ended. */
function end_stale_sessions(io: Io, policy: SessionPolicy): Result<number> {
  const list = session.list_sso_sessions(io);
  if (!list.ok) {
    return list;
  }
  const stale = list.data.filter((entry) => !session_policy.still_authorized(policy, entry));
  const failed = stale.filter((entry) => !ending.end_session(io, entry, "roles"));
  return failed.length === 0 ? ok(stale.length) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** Waits for the lock on reconciling; UCI_ERROR when another process keeps it for more than three seconds. */
export function acquire_lock(io: Io): Result<true> {
  const path = store.path_of(io, "upkeep.lock");
  store.ensure_run_dir(io);
  for (let waits = 0; waits < max_waits; waits++) {
    if (io.lock(path)) {
      return ok(true);
    }
    io.sleep(0.1);
  }
  return err("UCI_ERROR", { reason: "another process holds upkeep.lock" });
}

/** Whether rpcd's sections were written, and how many sessions were ended. */
export interface Reconciled extends SyncResult {
  ended: number;
}

/**
 * Ends stale sessions, then writes rpcd's sections. The order matters: after a reload, new sections could give an old session
 * more rights. After a change it ends stale sessions again, for those that another process has made meanwhile. Fails with
 * CONFIG_ERROR when the roles cannot be read, and then changes nothing; with UCI_ERROR or UBUS_LOGIN_FAILED.
 */
export function reconcile(io: Io): Result<Reconciled> {
  const lock = acquire_lock(io);
  const policy = lock.ok ? session_policy.read_policy(io) : lock;
  if (!policy.ok) {
    return policy;
  }
  rpcd_logins.warn_of_conflicts(io, policy.data.logins, policy.data.all_roles);
  const ended = end_stale_sessions(io, policy.data);
  if (!ended.ok) {
    return ended;
  }
  const synced = rpcd_sync.sync(io, policy.data.roles);
  if (!synced.ok) {
    return synced;
  }
  const ended_after = synced.data.changed ? end_stale_sessions(io, policy.data) : ok(0);
  return ended_after.ok ? ok({ changed: synced.data.changed, ended: ended.data + ended_after.data }) : ended_after;
}

/**
 * Whether `reconcile` would change anything. After `uci commit` without `reload_config`, a change is in effect only for
 * new logins. False when the roles cannot be read.
 */
export function out_of_sync(io: Io): boolean {
  const policy = session_policy.read_policy(io);
  if (!policy.ok) {
    return false;
  }
  const live = session.list_sso_sessions(io);
  const stale = live.ok && live.data.some((entry) => !session_policy.still_authorized(policy.data, entry));
  return stale || rpcd_sync.outdated_roles(policy.data.logins, policy.data.roles).length > 0;
}

/** Calls of rpcd, each with its own patience, until it has its sessions back, and seconds between them. */
const max_attempts = 3;
const pause = 2;

/** The sessions of several roles, as soon as rpcd answers: while it reloads it does not. */
function sessions_of_several_roles(io: Io): Result<SsoSession[]> {
  let list = session.list_sso_sessions(io);
  for (let attempts = 1; attempts < max_attempts && !list.ok; attempts++) {
    io.sleep(pause);
    list = session.list_sso_sessions(io);
  }
  return list.ok ? ok(list.data.filter((entry) => entry.roles.length > 1)) : list;
}

/** What a role gives, or nothing where there is none of that name. */
function rights_of(policy: SessionPolicy, name: string): PermissionLists {
  const role: Partial<Role> = policy.roles.find((candidate) => candidate.name === name) ?? {};
  return { read: role.read ?? [], write: role.write ?? [] };
}

/** Whether a session's roles are the user's still, and give what they gave when the policy was read before. */
function is_unchanged(before: SessionPolicy, now: SessionPolicy, entry: SsoSession): boolean {
  return (
    session_policy.still_authorized(now, entry) &&
    entry.roles.every((name) => rpcd_logins.same_options(rights_of(before, name), rights_of(now, name)))
  );
}

/**
 * After a reload of rpcd, which gives a session only the rights of its first role: sessions of several roles get those of all,
 * if their users still have all of them. A session whose roles change meanwhile is ended, as it may have got what they gave
 * before. Returns how many sessions got their rights; UBUS_LOGIN_FAILED, CONFIG_ERROR, UCI_ERROR.
 */
export function restore_rights(io: Io): Result<number> {
  const sessions = sessions_of_several_roles(io);
  if (!sessions.ok || sessions.data.length === 0) {
    return sessions.ok ? ok(0) : sessions;
  }
  const lock = acquire_lock(io);
  const policy = lock.ok ? session_policy.read_policy(io) : lock;
  if (!policy.ok) {
    return policy;
  }
  const groups = acl.read_groups(io).groups;
  const known: { [names: string]: Grants | undefined } = {};
  const restored: SsoSession[] = [];
  let failure: Result<number> | undefined = undefined;
  for (const entry of sessions.data.filter((candidate) => session_policy.still_authorized(policy.data, candidate))) {
    const names = session.role_names(entry);
    const rights = entry.roles.map((name) => rights_of(policy.data, name));
    const grants = known[names] ?? acl.grants_for(io, groups, rights);
    known[names] = grants;
    const granted = create.grant(io, entry.sid, grants);
    restored.push(entry);
    failure = granted.ok ? failure : granted;
  }
  const now = session_policy.read_policy(io);
  for (const entry of restored) {
    if (now.ok && !is_unchanged(policy.data, now.data, entry)) {
      ending.end_session(io, entry, "roles");
    }
  }
  return failure ?? ok(restored.length);
}
