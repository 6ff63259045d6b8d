/**
 * Keeps rpcd's login sections and the live sessions in agreement with the configuration: a session lives as long as its
 * user has every role that it was given, and a reload of rpcd never gives it more.
 */
import type { Io, UciSection } from "../base/io";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as values from "../base/values";
import { err, ok, type Err, type Facts, type Result } from "../result";
import * as load from "../settings/load";
import * as role_sections from "../settings/role_sections";
import * as roles from "../settings/roles";
import type { Role, RoleMatch } from "../settings/roles";
import * as acl from "./acl";
import type { Grants } from "./acl";
import * as ending from "./ending";
import type { PermissionLists } from "./permissions";
import * as rpcd_logins from "./rpcd_logins";
import type { RoleRights, SyncResult } from "./rpcd_logins";
import * as session from "./session";
import type { SsoSession } from "./session";

/** Tenths of a second to wait for another process that reconciles. */
const max_waits = 30;

/** What the sessions of a provider depend on. */
interface ProviderPolicy {
  enabled: boolean;
  issuer: string;
  client_id: string;
  /** "" while programs may not come. */
  audience: string;
  /** The clients that may; all where it is empty. */
  clients: string[];
}

/** What sessions depend on. The other options may be wrong: a mistake there must not end a session. */
export interface SessionPolicy {
  /** By the names of their sections. */
  providers: { [name: string]: ProviderPolicy | undefined };
  all_roles: Role[];
  /** The roles without those that are called like a local login of rpcd. */
  roles: Role[];
  /** The sections of the UCI package rpcd. */
  logins: UciSection[];
}

/** Reads the policy from the saved configuration; CONFIG_ERROR when the roles or rpcd's sections cannot be read. */
export function read_policy(io: Io): Result<SessionPolicy> {
  const sections = load.saved_sections(io);
  if (!sections.ok) {
    return sections;
  }
  const all = role_sections.of_sections(sections.data);
  if (!all.ok) {
    return all;
  }
  const providers: SessionPolicy["providers"] = {};
  for (const section of load.provider_sections(sections.data)) {
    const saved = section.options;
    providers[section.name] = {
      enabled: saved.enabled === "1",
      issuer: values.text_of(saved.issuer_url),
      client_id: values.text_of(saved.client_id),
      audience: values.text_of(saved.api_audience),
      clients: strings.words_of(saved.api_client),
    };
  }
  const logins = rpcd_logins.read_sections(io);
  if (!logins.ok) {
    return logins;
  }
  return ok({
    providers,
    all_roles: all.data,
    roles: rpcd_logins.usable_roles(logins.data, all.data),
    logins: logins.data,
  });
}

/** Whether a session came in by a way that is still open. */
function still_admitted(policy: ProviderPolicy, entry: SsoSession): boolean {
  if (entry.client === "") {
    return true;
  }
  const is_client = policy.clients.length === 0 || policy.clients.includes(entry.client);
  return is_client && policy.audience !== "" && policy.audience === entry.audience;
}

/** Whether a session's user still has all roles that it was given, by the identity that it keeps. */
export function still_authorized(policy: SessionPolicy, entry: SsoSession): boolean {
  const provider = policy.providers[entry.provider];
  if (provider === undefined || !provider.enabled || entry.issuer !== provider.issuer) {
    return false;
  }
  // A session of an earlier version does not say of which client it is, and an option that is missing does not end any.
  const is_other = entry.client_id !== "" && provider.client_id !== "" && entry.client_id !== provider.client_id;
  if (is_other || !still_admitted(provider, entry)) {
    return false;
  }
  return [entry.role].concat(entry.roles).every((name) => {
    const role = policy.roles.find((candidate) => candidate.name === name);
    return role !== undefined && roles.matches(role, entry);
  });
}

/** Ends the sessions whose users have lost a role, and returns their number. UBUS_LOGIN_FAILED when one cannot be ended. */
function end_stale_sessions(io: Io, policy: SessionPolicy): Result<number> {
  const list = session.list_sso_sessions(io);
  if (!list.ok) {
    return list;
  }
  const stale = list.data.filter((entry) => !still_authorized(policy, entry));
  const failed = stale.filter((entry) => !ending.end_session(io, entry, "roles"));
  return failed.length === 0 ? ok(stale.length) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** Waits for the lock on reconciling; false when another process keeps it for more than three seconds. */
export function acquire_lock(io: Io): boolean {
  const path = store.path_of(io, "upkeep.lock");
  store.ensure_run_dir(io);
  for (let waits = 0; waits < max_waits; waits++) {
    if (io.lock(path)) {
      return true;
    }
    io.sleep(0.1);
  }
  return false;
}

export function lock_is_taken(): Err {
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
  if (!acquire_lock(io)) {
    return lock_is_taken();
  }
  const policy = read_policy(io);
  if (!policy.ok) {
    return policy;
  }
  rpcd_logins.warn_of_conflicts(io, policy.data.logins, policy.data.all_roles);
  const ended = end_stale_sessions(io, policy.data);
  if (!ended.ok) {
    return ended;
  }
  const synced = rpcd_logins.sync(io, policy.data.roles);
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
  const policy = read_policy(io);
  if (!policy.ok) {
    return false;
  }
  const live = session.list_sso_sessions(io);
  const stale = live.ok && live.data.some((entry) => !still_authorized(policy.data, entry));
  return stale || rpcd_logins.outdated_roles(policy.data.logins, policy.data.roles).length > 0;
}

/** Whether a reload of rpcd would give a session of this role what the role gives. */
function has_section(io: Io, role: RoleRights): Result<boolean> {
  const sections = rpcd_logins.read_sections(io);
  return sections.ok ? ok(rpcd_logins.is_up_to_date(sections.data, role)) : sections;
}

/**
 * Before a session of these roles is created: rpcd's section of the first role, which names the session's user, is brought up
 * to date. Fails with UBUS_LOGIN_FAILED, or with CONFIG_ERROR when rpcd's sections cannot be read.
 */
export function prepare(io: Io, match: RoleMatch): Result<true> {
  const first = match.roles[0];
  const known = first !== undefined ? has_section(io, first) : ok(true);
  if (!known.ok || first === undefined || known.data) {
    return known.ok ? ok(true) : known;
  }
  const done = reconcile(io);
  const written = done.ok ? has_section(io, first) : done;
  if (written.ok && written.data === true) {
    return ok(true);
  }
  const details: Facts = { reason: "rpcd's login section is behind the roles", role: first.name };
  if (!written.ok) {
    details.cause = written.error;
    details.cause_reason = typeof written.details === "object" ? written.details.reason : undefined;
  }
  return err("UBUS_LOGIN_FAILED", details);
}

/**
 * After a session was created: its user still has the roles, and rpcd's section is up to date. The configuration may have
 * changed while the provider took its time. Otherwise it is destroyed: UBUS_LOGIN_FAILED.
 */
export function confirm(io: Io, sid: string, match: RoleMatch): Result<true> {
  const policy = read_policy(io);
  const created = session.find_session(io, sid);
  const first = match.roles[0];
  const is_current = policy.ok && first !== undefined && rpcd_logins.is_up_to_date(policy.data.logins, first);
  if (is_current && created !== undefined && still_authorized(policy.data, created)) {
    return ok(true);
  }
  session.destroy_session(io, sid);
  return err("UBUS_LOGIN_FAILED", { reason: "the configuration changed during the login" });
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
  const role = policy.roles.find((candidate) => candidate.name === name);
  return { read: role !== undefined ? (role.read ?? []) : [], write: role !== undefined ? (role.write ?? []) : [] };
}

/** Whether a session's roles are the user's still, and give what they gave when the policy was read before. */
function is_unchanged(before: SessionPolicy, now: SessionPolicy, entry: SsoSession): boolean {
  const same = (one: string[], other: string[]): boolean => one.join("\n") === other.join("\n");
  return (
    still_authorized(now, entry) &&
    entry.roles.every((name) => {
      const old = rights_of(before, name);
      const current = rights_of(now, name);
      return same(old.read, current.read) && same(old.write, current.write);
    })
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
  if (!acquire_lock(io)) {
    return lock_is_taken();
  }
  const policy = read_policy(io);
  if (!policy.ok) {
    return policy;
  }
  const groups = acl.read_groups(io).groups;
  const known: { [names: string]: Grants | undefined } = {};
  const restored: SsoSession[] = [];
  let failure: Result<number> | undefined = undefined;
  for (const entry of sessions.data.filter((candidate) => still_authorized(policy.data, candidate))) {
    const names = session.role_names(entry);
    const grants =
      known[names] ??
      acl.grants_for(
        io,
        groups,
        entry.roles.map((name) => rights_of(policy.data, name)),
      );
    known[names] = grants;
    const granted = session.grant(io, entry.sid, grants);
    restored.push(entry);
    failure = granted.ok ? failure : granted;
  }
  const now = read_policy(io);
  for (const entry of restored) {
    if (now.ok && !is_unchanged(policy.data, now.data, entry)) {
      ending.end_session(io, entry, "roles");
    }
  }
  return failure ?? ok(restored.length);
}
