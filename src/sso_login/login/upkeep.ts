/**
 * Keeps sessions, and rpcd's sections for them, in step with the configuration: a session lives as long as its user has
 * every role that it was given, and a reload of rpcd never gives it more.
 */
import type { Io, UciSection } from "../base/io";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import * as names from "../base/names";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as values from "../base/values";
import * as hash from "../jose/hash";
import { err, ok, type Facts, type Result } from "../result";
import * as rpcd_logins from "../session/rpcd_logins";
import type { SyncResult } from "../session/rpcd_logins";
import * as session from "../session/session";
import type { Cookies, SsoSession } from "../session/session";
import * as load from "../settings/load";
import * as option_rules from "../settings/options";
import * as roles from "../settings/roles";
import type { Role, RoleMatch } from "../settings/roles";
import * as log_identity from "./log_identity";

/** Live sessions that one subject may have. */
const max_sessions = 10;

/** Tenths of a second to wait for another process that brings rpcd's sections in step. */
const max_waits = 30;

/** What sessions have their reason in, right or wrong in all else: a mistake there costs nobody a session. */
interface Standing {
  enabled: boolean;
  issuer: string;
  all_roles: Role[];
  /** Without those that are left out. */
  roles: Role[];
  /** rpcd's sections, by which they are. */
  logins: UciSection[];
}

/** As the configuration is now; CONFIG_ERROR when the roles cannot be read. */
function read_standing(io: Io): Result<Standing> {
  const sections = load.saved_sections(io);
  if (!sections.ok) {
    return sections;
  }
  const all = roles.of_sections(sections.data);
  if (!all.ok) {
    return all;
  }
  const section = load.default_section(sections.data);
  const saved = section !== undefined ? section.options : {};
  const logins = rpcd_logins.read(io);
  return ok({
    enabled: saved.enabled === "1",
    issuer: values.text_of(saved.issuer_url),
    all_roles: all.data,
    roles: rpcd_logins.usable_roles(logins, all.data),
    logins,
  });
}

/** Whether a session's user still has all roles that it was given, by the identity that it keeps. */
function has_reason(standing: Standing, entry: SsoSession): boolean {
  if (!standing.enabled || entry.issuer !== standing.issuer) {
    return false;
  }
  return [entry.role].concat(entry.roles).every((name) => {
    const role = standing.roles.find((candidate) => candidate.name === name);
    return role !== undefined && roles.matches(role, entry);
  });
}

/** Ends a session and logs why, `by=…`; false when it cannot be ended. */
export function end_session(io: Io, entry: SsoSession, by: string): boolean {
  if (!session.destroy_session(io, entry.sid)) {
    return false;
  }
  const cause: LogPair[] = [["by", by]];
  const identity = log_identity.pairs(log_identity.rule(io), entry.email, entry.sub);
  const facts: LogPair[] = [
    ["role", entry.role],
    ["session", hash.safe_id(entry.sid)],
  ];
  log.event(io, "notice", "LOGOUT", cause.concat(identity, facts));
  return true;
}

/** Ends the sessions that have lost their reason; the answer is how many. UBUS_LOGIN_FAILED when one is left. */
function end_strays(io: Io, standing: Standing): Result<number> {
  const list = session.list_sso_sessions(io);
  if (!list.ok) {
    return list;
  }
  const strays = list.data.filter((entry) => !has_reason(standing, entry));
  const left = strays.filter((entry) => !end_session(io, entry, "roles"));
  return left.length === 0 ? ok(strays.length) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** Waits for its turn to write; false when another process does not end. */
function take_turn(io: Io): boolean {
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

/** What was done: whether rpcd's sections were written, and how many sessions ended. */
export interface Upkeep extends SyncResult {
  ended: number;
}

/**
 * Ends sessions that have lost their reason, and makes rpcd's sections those of the roles. In this order, as the new
 * sections could give an old session more at a reload; and once more after a change, for what another process made
 * meanwhile. CONFIG_ERROR when the roles cannot be read, and then nothing is done; UCI_ERROR, UBUS_LOGIN_FAILED.
 */
export function bring_in_step(io: Io): Result<Upkeep> {
  if (!take_turn(io)) {
    return err("UCI_ERROR", { reason: "another process holds upkeep.lock" });
  }
  const standing = read_standing(io);
  if (!standing.ok) {
    return standing;
  }
  rpcd_logins.warn_of_conflicts(io, standing.data.logins, standing.data.all_roles);
  const ended = end_strays(io, standing.data);
  if (!ended.ok) {
    return ended;
  }
  const synced = rpcd_logins.sync(io, standing.data.roles);
  if (!synced.ok) {
    return synced;
  }
  const late = synced.data.changed ? end_strays(io, standing.data) : ok(0);
  return late.ok ? ok({ changed: synced.data.changed, ended: ended.data + late.data }) : late;
}

/**
 * Whether `bring_in_step` would do anything: a change that nobody has told the init script of is in effect for new logins
 * alone. False where the roles cannot be read.
 */
export function is_behind(io: Io): boolean {
  const standing = read_standing(io);
  if (!standing.ok) {
    return false;
  }
  const live = session.list_sso_sessions(io);
  const strays = live.ok && live.data.some((entry) => !has_reason(standing.data, entry));
  return strays || rpcd_logins.behind(standing.data.logins, standing.data.roles).length > 0;
}

/** Before a session of these roles is made: its role's section is brought in step, or UBUS_LOGIN_FAILED says why not. */
export function prepare(io: Io, match: RoleMatch): Result<true> {
  const first = match.roles[0];
  if (first === undefined || rpcd_logins.is_in_step(rpcd_logins.read(io), first)) {
    return ok(true);
  }
  const done = bring_in_step(io);
  if (done.ok && rpcd_logins.is_in_step(rpcd_logins.read(io), first)) {
    return ok(true);
  }
  const details: Facts = { reason: "rpcd's login section is behind the roles", role: first.name };
  if (!done.ok) {
    details.cause = done.error;
  }
  return err("UBUS_LOGIN_FAILED", details);
}

/**
 * After a session was made: its reason and its role's section are still there, as the provider took its time and the
 * configuration may have changed. UBUS_LOGIN_FAILED otherwise, and the session is ended.
 */
export function confirm(io: Io, sid: string, match: RoleMatch): Result<true> {
  const standing = read_standing(io);
  const made = session.find_session(io, sid);
  const first = match.roles[0];
  const has_role = standing.ok && first !== undefined && rpcd_logins.is_in_step(standing.data.logins, first);
  if (has_role && made !== undefined && has_reason(standing.data, made)) {
    return ok(true);
  }
  session.destroy_session(io, sid);
  return err("UBUS_LOGIN_FAILED", { reason: "the configuration changed during the login" });
}

/** Seconds that a session may last; undefined where the option is absent or wrong. What else is wrong does not matter. */
export function max_lifetime(io: Io): number | undefined {
  const option = io.uci_get(names.package_name, "default", "session_max_lifetime");
  const seconds = option.ok && typeof option.data === "string" ? strings.parse_integer(option.data) : undefined;
  const counts = seconds !== undefined && seconds >= option_rules.min_session_lifetime;
  return counts && seconds <= option_rules.max_session_lifetime ? seconds : undefined;
}

/** Ends those sessions that have lasted as long as they may, in use or not; the answer is what is left. */
export function end_overdue(io: Io, sessions: SsoSession[]): SsoSession[] {
  const lifetime = max_lifetime(io);
  const now = io.time();
  return lifetime === undefined
    ? sessions
    : sessions.filter((entry) => store.is_fresh(entry.since, now, lifetime) || !end_session(io, entry, "lifetime"));
}

/** Does so with all sessions; the answer is how many ended. UBUS_LOGIN_FAILED when rpcd does not answer. */
export function expire(io: Io): Result<number> {
  const list = session.list_sso_sessions(io);
  return list.ok ? ok(list.data.length - end_overdue(io, list.data).length) : list;
}

/** After a login: ends the sessions whose cookies came with it, as no browser will send them again. */
export function end_replaced(io: Io, cookies: Cookies, sid: string): void {
  for (const replaced of session.ids_in(cookies)) {
    const live = replaced !== sid ? session.find_session(io, replaced) : undefined;
    if (live !== undefined) {
      end_session(io, live, "login");
    }
  }
}

/**
 * After a login: ends the sessions that are over, and a subject's oldest that are more than ten; the one of this login stays.
 */
export function end_oldest(io: Io, sid: string): void {
  const list = session.list_sso_sessions(io);
  const all = end_overdue(io, list.ok ? list.data : []);
  const own = all.find((entry) => entry.sid === sid);
  if (own === undefined) {
    return;
  }
  const others = all.filter((entry) => entry.sid !== sid && entry.sub === own.sub && entry.issuer === own.issuer);
  others.sort((a, b) => (a.since ?? 0) - (b.since ?? 0));
  for (const entry of others.slice(0, Math.max(0, others.length + 1 - max_sessions))) {
    end_session(io, entry, "limit");
  }
}
