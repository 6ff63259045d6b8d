/** The events of passwords: what has happened, and the one function that writes what the table says of it, under the lock. */
import type { Io } from "../base/io";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import * as public_names from "../base/public_names";
import { err, ok, type Err, type Result } from "../result";
import * as login_settings from "../settings/login_settings";
import * as saved_config from "../settings/saved_config";
import * as reconcile from "../rpcd/reconcile";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as uci_commit from "../rpcd/uci_commit";
import * as administrators from "./administrators";
import * as guard from "./guard";
import * as password_changes from "./password_changes";
import type { Looker } from "./password_changes";
import * as password_sections from "./password_sections";
import * as password_state from "./password_state";
import type { Passwords } from "./password_state";
import type { PasswordState, Refusal } from "./password_types";
import type { CallerEvent, Next } from "./password_table";
import * as password_trial from "./password_trial";
import * as password_writes from "./password_writes";
import type { Target, Written } from "./password_writes";
import * as ways_in from "./ways_in";

/** Seconds after which a trial that could not be ended is tried again. */
const retry_seconds = 10;

/** Tenths of a second to wait for the init script, which takes its time on a busy router. */
const max_waits = 300;

/** The state after an event that is not refused. `off` proves the settings in force; any other state keeps the proved ones. */
function target_of(now: Passwords, next: Next, settings_hash: string | undefined): Target {
  const state = next === "same" || next === "refused" ? now.state : next;
  return {
    state,
    proved: next === "off" ? settings_hash : now.proved,
    // The hash is known wherever a trial begins: without the configuration that is refused before (refusal_by_state, find_settings).
    new_trial: next === "trial" ? { settings_hash: settings_hash ?? "" } : undefined,
  };
}

/** Logs a new state, its cause, and the users whose sections changed. */
function note(io: Io, target: Target, by: LogPair[], users: string[]): void {
  const facts: LogPair[] = [["state", target.state]];
  const outcome: LogPair[] = [
    ["seconds", target.new_trial !== undefined ? password_trial.trial_seconds : undefined],
    ["users", users.length > 0 ? users.join(",") : undefined],
    ["way_back", target.state !== "on" ? password_state.way_back_command : undefined],
  ];
  log.event(io, "notice", "PASSWORD_LOGIN", facts.concat(by, outcome));
}

function start_init(io: Io): void {
  io.start(io.paths.system_dir + "/init.d/" + public_names.package_name, "start");
}

/** Whether an event leaves all as it is. While passwords are on, an option that somebody set alone is not ours, and stays, too. */
function leaves_all(io: Io, now: Passwords, what: password_changes.Happening): boolean {
  const is_same = password_changes.next_of(now, what.event) === "same";
  return is_same && (now.state === "on" || password_writes.is_complete(io, now, target_of(now, "same", undefined)));
}

/**
 * Whether the log tells of a state that was made. States are not compared: a change of the state always changes rpcd's sections, whose users
 * are in `written`, as a confirmation takes the trial's marks away.
 */
function is_news(what: password_changes.Happening, next: Next, target: Target, written: Written): boolean {
  // Passwords were on already, as where a file of rpcd replaced ours.
  const has_removed_option = what.event === "broken" && written.done.includes("option");
  // As after the restore of a backup, which has no reserve.
  const lacked_guard = next === "same" && written.done.includes("guard");
  return target.new_trial !== undefined || written.users.length > 0 || has_removed_option || lacked_guard;
}

/** Turns passwords on where the trial of new settings cannot begin: by these nobody may be able to log in. It is logged as the end of that trial. */
function come_back(io: Io, now: Passwords, failure: Err): Result<PasswordState> {
  password_writes.note_failure(io, failure);
  const on: Target = { state: "on" };
  const restored = password_writes.make_all(io, now, on);
  if (!restored.ok) {
    password_writes.note_failure(io, restored);
    return restored;
  }
  note(io, on, [["by", "trial"]], restored.data.users);
  return ok("on");
}

/**
 * Ends an event whose state could not be written, as `failure` says, and returns the state that it leaves, or the failure. A trial writes rpcd's
 * sections last, so these are as `now` has them.
 */
function give_up(io: Io, now: Passwords, next: Next, target: Target, failure: Err): Result<PasswordState> {
  if (target.new_trial !== undefined && now.state !== "on") {
    return come_back(io, now, failure);
  }
  if (target.new_trial !== undefined) {
    // Takes the trial's file, guard and option back, as far as that can be done; the caller is told.
    password_writes.make_all(io, now, { state: "on" });
    return failure;
  }
  if (next === "off") {
    // Passwords stay refused: the caller is told, or the next look tries again.
    return failure;
  }
  password_writes.note_failure(io, failure);
  return failure;
}

/** Makes what the table says of an event. The caller holds the lock. */
function carry_out(io: Io, now: Passwords, what: password_changes.Happening): Result<PasswordState> {
  if (leaves_all(io, now, what)) {
    return ok(now.state);
  }
  const next = password_changes.next_of(now, what.event);
  const target = target_of(now, next, what.settings_hash);
  const written = password_writes.make_all(io, now, target);
  if (!written.ok) {
    return give_up(io, now, next, target, written);
  }
  if (is_news(what, next, target, written.data)) {
    note(io, target, what.by, written.data.users);
  }
  if (target.new_trial !== undefined) {
    // The init script has procd run the supervisor, which ends the trial.
    start_init(io);
  }
  return ok(target.state);
}

/** Carries out what is found; a trial that could not be ended is tried again later. */
function carry_out_found(io: Io, looker: Looker): Result<PasswordState> {
  const now = password_state.read(io);
  const done = now.ok ? carry_out(io, now.data, password_changes.find(io, now.data, looker)) : now;
  if (!done.ok && password_trial.is_overdue(io)) {
    password_trial.postpone(io, retry_seconds);
  }
  return done;
}

/** Whether somebody set the option by hand: this service installs the guard before. */
function is_option_alone(io: Io): boolean {
  return password_state.is_wanted_off(io) && !guard.is_there(io);
}

/**
 * Looks for what has happened to passwords, makes of it what the table says, and returns the state. For the service, passwords also come back
 * where nobody can administer by single sign-on.
 */
export function catch_up(io: Io, looker: Looker): Result<PasswordState> {
  if (looker === "service") {
    uci_commit.remove_left(io, rpcd_logins.uci_package);
    uci_commit.remove_left(io, public_names.package_name);
  }
  const now = password_state.read(io);
  // Nothing is to be written as a rule, which takes no lock.
  if (now.ok && leaves_all(io, now.data, password_changes.find(io, now.data, looker))) {
    if (is_option_alone(io)) {
      const facts: LogPair[] = [["reason", "option password_login alone turns nothing off"]];
      log.event(io, "warning", "PASSWORD_LOGIN_NOT_ARMED", facts);
    }
    return ok(now.data.state);
  }
  const lock = reconcile.acquire_lock(io);
  if (!lock.ok) {
    return lock;
  }
  const done = carry_out_found(io, looker);
  reconcile.release_lock(io);
  return done;
}

/**
 * Ends a trial whose time is over. Without a trial it costs one look at the run directory. Every program calls it, so that
 * passwords come back even where some of them do not run.
 */
export function end_overdue_trial(io: Io): void {
  if (password_trial.is_overdue(io)) {
    catch_up(io, "other");
  }
}

/** An event of a caller. */
interface Wanted extends password_changes.Happening {
  event: CallerEvent;
}

/** The reason why an event of a caller may not happen. */
function refusal_by_state(io: Io, now: Passwords, event: CallerEvent, settings_hash?: string): Refusal | undefined {
  if (event === "turn_on") {
    return undefined;
  }
  const saved = saved_config.saved_sections(io);
  const obstacle = saved.ok ? ways_in.find(io, saved.data).obstacle : "config_wrong";
  if (obstacle !== undefined) {
    return obstacle;
  }
  if (password_changes.next_of(now, event) === "refused") {
    return "state";
  }
  if (event === "turn_off") {
    const users = password_state.exempt_users(io);
    return now.sections.some((one) => password_sections.is_lockable(one, users)) ? undefined : "no_passwords";
  }
  // `confirm` and `logged_in` count only for the settings that are on trial; `settings_hash` is that of those in force.
  const is_tried = now.trial !== undefined && now.trial.settings_hash === settings_hash;
  return event === "force" || is_tried ? undefined : "same_login";
}

/** The reason why nobody can turn passwords off now. */
export function refusal_to_turn_off(io: Io): Refusal | undefined {
  const now = password_state.read(io);
  return now.ok ? refusal_by_state(io, now.data, "turn_off") : "rpcd_unreadable";
}

function carry_out_wanted(io: Io, what: Wanted): Result<PasswordState> {
  const now = password_state.read(io);
  if (!now.ok) {
    return what.event === "turn_on" ? now : err("PASSWORD_LOGIN_REFUSED", { reason: "rpcd_unreadable" });
  }
  const refusal = refusal_by_state(io, now.data, what.event, what.settings_hash);
  return refusal === undefined ? carry_out(io, now.data, what) : err("PASSWORD_LOGIN_REFUSED", { reason: refusal });
}

/**
 * Makes an event of a caller, who may do that, happen; `by` is the cause for the log. PASSWORD_LOGIN_REFUSED, UCI_ERROR, CONFIG_ERROR,
 * INTERNAL_ERROR.
 */
export function happen(io: Io, event: CallerEvent, by: LogPair[]): Result<PasswordState> {
  const lock = reconcile.acquire_lock(io);
  // Whatever holds it, passwords come back.
  if (!lock.ok && event !== "turn_on") {
    return lock;
  }
  // Without the C module, which makes hashes, passwords come back all the same.
  const settings_hash = event !== "turn_on" ? login_settings.settings_hash(io) : undefined;
  const done = carry_out_wanted(io, { event, by, settings_hash });
  reconcile.release_lock(io);
  return done;
}

/** Turns passwords on, also where rpcd's sections cannot be read. */
export function turn_on(io: Io, by: LogPair[]): Result<PasswordState> {
  if (!rpcd_logins.read_sections(io).ok) {
    // The init script restores rpcd's file by the script of the guard, which needs nothing of this service, and then removes that. Without
    // the guard there is nothing to wait for.
    start_init(io);
    for (let waits = 0; waits < max_waits && guard.is_there(io); waits++) {
      io.sleep(0.1);
    }
  }
  return happen(io, "turn_on", by);
}

/** After a login: an administrator's confirms a trial `again`; a first one is confirmed by `confirm` alone. `who` is the user for the log. */
export function after_login(io: Io, sid: string, who: LogPair[]): void {
  if (administrators.refusal_for_session(io, sid, "confirm") === undefined) {
    const by: LogPair[] = [["by", "login"]];
    happen(io, "logged_in", by.concat(who));
  }
}
