/**
 * Whether passwords open sessions of rpcd. They are turned off on trial; the trial ends by itself unless somebody who has logged in
 * since confirms it. What is in rpcd's sections says what holds; the option `password_login` and the other files are there for what
 * comes after. In each order of steps below, a process that is killed leaves passwords that count, or a trial that ends.
 */
import * as json from "io/json";
import type { Io, UciSection } from "../base/io";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import * as names from "../base/names";
import * as strings from "../base/strings";
import * as hash from "../jose/hash";
import { err, ok, type Err, type Result } from "../result";
import * as load from "../settings/load";
import * as package_sections from "../settings/sections";
import * as commit from "../base/commit";
import * as guard from "./guard";
import * as password_sections from "./sections";
import type { PasswordState, Refusal } from "./state";
import * as trial from "./trial";
import * as reconcile from "../rpcd/reconcile";
import * as rpcd_logins from "../rpcd/logins";
import * as session from "../rpcd/sessions";
import * as ways_in from "./ways_in";

const state_option = "password_login";
const users_option = "password_user";

/** The way back, in the shell. */
export const way_back_command = "sso-login password-login on";

/** Seconds until a trial that could not be ended is ended again. */
const retry_seconds = 10;

/** What rpcd's sections say. */
export function state_of(sections: UciSection[]): PasswordState {
  const is_locked = sections.some((section) => password_sections.is_locked(section));
  if (!is_locked) {
    return "on";
  }
  return sections.some((section) => password_sections.is_on_trial(section)) ? "trial" : "off";
}

/** The users whose passwords stay: a list, or one text as the settings page saves it. */
export function exempt_users(io: Io): string[] {
  const option = io.uci_get(names.package_name, "default", users_option);
  return strings.words_of(option.ok ? option.data : undefined);
}

/** Whether the option says so: it is written before a password is refused, and taken away after they came back. */
export function is_wanted_off(io: Io): boolean {
  const option = io.uci_get(names.package_name, "default", state_option);
  return option.ok && option.data === "off";
}

/** Whether no password opens a session, by this service's doing. Where that is not to be found out, one may. */
export function are_all_refused(io: Io): boolean {
  const sections = rpcd_logins.read_sections(io);
  return sections.ok && password_sections.are_all_refused(sections.data);
}

/** Logs who changed what, and how. */
export function note(io: Io, state: PasswordState, by: LogPair[], users: string[]): void {
  const facts: LogPair[] = [["state", state]];
  const more: LogPair[] = [["users", users.join(",")]];
  const way_back: LogPair[] = state === "on" ? [] : [["way_back", way_back_command]];
  log.event(io, "notice", "PASSWORD_LOGIN", facts.concat(by, more.concat(way_back)));
}

/** Logs why passwords are not what they are to be. */
export function note_failure(io: Io, failure: Err): Err {
  const facts: LogPair[] = [["error", failure.error]];
  log.event(io, "err", "PASSWORD_LOGIN_STUCK", facts.concat(log.detail_pairs(failure.details)));
  return failure;
}

/** Says in this service's own package that passwords are to be refused, or no more. */
function save_option(io: Io, value: "off" | undefined): Result<true> {
  const sections = load.saved_sections(io);
  const section = sections.ok ? package_sections.default_section(sections.data) : undefined;
  if (!sections.ok || section === undefined) {
    return sections.ok ? err("CONFIG_ERROR", { option: "default", must: { id: "oidc_section" } }) : sections;
  }
  if (section.options[state_option] === value) {
    return ok(true);
  }
  const count = sections.data.length;
  const done =
    value !== undefined
      ? io.uci_set(names.package_name, "default", state_option, value)
      : io.uci_delete(names.package_name, "default", state_option);
  if (!done) {
    return err("UCI_ERROR", { config: names.package_name, option: state_option });
  }
  return commit.commit(io, names.package_name, `\toption ${state_option} 'off'\n`, (after) => {
    const found = package_sections.default_section(after);
    return found !== undefined && found.options[state_option] === value && after.length >= count;
  });
}

/** Takes away what is there for passwords that are off: the option, the trial, and what gives them back at a boot. */
export function clean_up(io: Io): void {
  if (is_wanted_off(io)) {
    save_option(io, undefined);
  }
  trial.finish(io);
  guard.remove(io);
}

/**
 * Gives all passwords back; `by` says who or what did. A full flash does not hinder it: room was kept for it. UCI_ERROR and
 * CONFIG_ERROR, which the log has, too.
 */
export function restore(io: Io, by: LogPair[]): Result<true> {
  let unlocked = password_sections.unlock(io);
  if (!unlocked.ok) {
    guard.release_room(io);
    unlocked = password_sections.unlock(io);
  }
  if (!unlocked.ok) {
    return note_failure(io, unlocked);
  }
  clean_up(io);
  if (unlocked.data.length > 0) {
    note(io, "on", by, unlocked.data);
  }
  return ok(true);
}

/**
 * Ends a trial whose time is over. It costs one look at the run directory while there is none, and is called by whatever runs:
 * so no single thing has to work for passwords to come back.
 */
export function end_overdue(io: Io): void {
  if (!trial.is_there(io) || trial.seconds_left(io) > 0 || !reconcile.acquire_lock(io).ok) {
    return;
  }
  const sections = rpcd_logins.read_sections(io);
  if (trial.seconds_left(io) > 0) {
    return;
  }
  if (sections.ok && state_of(sections.data) === "off") {
    trial.finish(io);
    return;
  }
  const restored = sections.ok ? restore(io, [["by", "trial"]]) : note_failure(io, sections);
  if (!restored.ok) {
    trial.postpone(io, retry_seconds);
  }
}

/** Turns passwords off on trial; `by` as above. Nothing has changed where it fails. */
function lock_on_trial(io: Io, by: LogPair[]): Result<true> {
  const sessions = session.list_sso_sessions(io);
  if (!sessions.ok) {
    return sessions;
  }
  if (!trial.begin(io, sessions.data)) {
    return err("INTERNAL_ERROR", { reason: "the run directory cannot be written" });
  }
  const prepared = guard.install(io);
  const saved = prepared.ok ? save_option(io, "off") : prepared;
  const locked = saved.ok ? password_sections.lock(io, exempt_users(io), true) : saved;
  if (!locked.ok) {
    clean_up(io);
    return locked;
  }
  const facts: LogPair[] = [["seconds", trial.trial_seconds]];
  note(io, "trial", by.concat(facts), locked.data);
  // The init script lets procd wait for the end.
  io.start(io.paths.system_dir + "/init.d/" + names.package_name, "start");
  return ok(true);
}

/** Why passwords cannot be turned off now, whoever asks. */
export function obstacle(io: Io): Refusal | undefined {
  const sections = rpcd_logins.read_sections(io);
  if (!sections.ok) {
    return "rpcd_unreadable";
  }
  const saved = load.saved_sections(io);
  const blocked = saved.ok ? ways_in.obstacle(io, saved.data) : "config_wrong";
  if (blocked !== undefined) {
    return blocked;
  }
  if (state_of(sections.data) !== "on") {
    return "state";
  }
  const users = exempt_users(io);
  return sections.data.some((section) => password_sections.is_lockable(section, users)) ? undefined : "no_passwords";
}

/** Turns passwords off on trial. The caller has found out who asks. */
export function arm(io: Io, by: LogPair[]): Result<true> {
  const lock = reconcile.acquire_lock(io);
  if (!lock.ok) {
    return lock;
  }
  const refusal = obstacle(io);
  return refusal === undefined ? lock_on_trial(io, by) : err("PASSWORD_LOGIN_REFUSED", { reason: refusal });
}

/** Ends the trial with passwords off. The caller has found out who asks. */
export function confirm(io: Io, by: LogPair[]): Result<true> {
  const lock = reconcile.acquire_lock(io);
  if (!lock.ok) {
    return lock;
  }
  const sections = rpcd_logins.read_sections(io);
  if (!sections.ok || state_of(sections.data) !== "trial" || trial.seconds_left(io) === 0) {
    return err("PASSWORD_LOGIN_REFUSED", { reason: sections.ok ? "state" : "rpcd_unreadable" });
  }
  const confirmed = password_sections.confirm(io);
  if (!confirmed.ok) {
    return confirmed;
  }
  trial.finish(io);
  note(io, "off", by, confirmed.data);
  return ok(true);
}

/** Turns passwords on. Another process that keeps the lock does not hinder it: what was written is read again. */
export function turn_on(io: Io, by: LogPair[]): Result<true> {
  reconcile.acquire_lock(io);
  return restore(io, by);
}

/** A live session that this service did not make: one of rpcd's own login. */
export interface PasswordSession {
  sid: string;
  username: string;
  /** LuCI has given it what LuCI needs. */
  is_at_luci: boolean;
  until: number;
}

/** All of these sessions; none where rpcd does not answer. */
export function live_sessions(io: Io): PasswordSession[] {
  const entries = io.ubus_call_all("session", "list", {});
  const sessions: PasswordSession[] = [];
  for (const entry of entries.ok ? entries.data : []) {
    const stored = entry.data;
    const sid = entry.ubus_rpc_session;
    const is_other = json.is_object(stored) && typeof stored.sso_issuer !== "string";
    if (is_other && typeof sid === "string" && typeof stored.username === "string") {
      const expires = typeof entry.expires === "number" ? entry.expires : 0;
      sessions.push({
        sid,
        username: stored.username,
        is_at_luci: typeof stored.token === "string",
        until: io.time() + expires,
      });
    }
  }
  return sessions;
}

/** Ends the sessions that passwords of these logins opened; the answer is how many. */
export function end_sessions(io: Io): number {
  const sections = rpcd_logins.read_sections(io);
  const locked = (sections.ok ? sections.data : []).filter((section) => password_sections.is_locked(section));
  const users = password_sections.users_of(locked);
  let ended = 0;
  for (const entry of live_sessions(io)) {
    if (users.includes(entry.username) && session.destroy_session(io, entry.sid)) {
      ended = ended + 1;
      log.event(io, "notice", "LOGOUT", [
        ["by", "password_login"],
        ["user", entry.username],
        ["session", hash.safe_id(entry.sid)],
      ]);
    }
  }
  return ended;
}
