/**
 * Turns the passwords of rpcd's local logins off and on. They are turned off on trial; the trial ends by itself unless somebody
 * who has logged in since confirms it. The state is what rpcd's sections say; the option `password_login` and the other files serve
 * later steps. Each order of steps is such that a killed process leaves passwords that count, or a trial that ends.
 */
import type { Io, UciSection } from "../base/io";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import { err, ok, type Err, type Result } from "../result";
import * as login_settings from "../settings/login_settings";
import * as saved_config from "../settings/saved_config";
import * as package_sections from "../settings/package_sections";
import * as uci_commit from "../rpcd/uci_commit";
import * as guard from "./guard";
import * as password_sections from "./password_sections";
import type { PasswordState, Refusal } from "./password_state";
import * as password_trial from "./password_trial";
import * as password_rule from "./password_rule";
import * as reconcile from "../rpcd/reconcile";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as ways_in from "./ways_in";

const state_option = "password_login";
const users_option = "password_user";

/** The command that turns passwords on, for the shell. */
export const way_back_command = "sso-login password-login on";

/** Seconds after which a trial that could not be ended is tried again. */
const retry_seconds = 10;
/** Tenths of a second to wait for the init script. */
const max_waits = 50;

export function state_of(sections: UciSection[]): PasswordState {
  if (!sections.some((section) => password_sections.is_locked(section))) {
    return "on";
  }
  return sections.some((section) => password_sections.is_on_trial(section)) ? "trial" : "off";
}

/** The users whose passwords stay on: a list, or one text as the settings page saves it. */
export function exempt_users(io: Io): string[] {
  return strings.words_of(package_sections.option_of(io, users_option));
}

/** Whether the option `password_login` is `off`: it is set before the first password is refused, and deleted after the last is restored. */
export function is_wanted_off(io: Io): boolean {
  return package_sections.option_of(io, state_option) === "off";
}

/** Whether this service has made every password refused; false where rpcd's sections cannot be read. */
export function are_all_refused(io: Io): boolean {
  const sections = rpcd_logins.read_sections(io);
  return sections.ok && password_sections.are_all_refused(sections.data);
}

function start_init(io: Io): void {
  io.start(io.paths.system_dir + "/init.d/" + public_names.package_name, "start");
}

/** Applies password_rule.ts to refused passwords. */
export function demand_of(io: Io, sections: UciSection[]): password_rule.Demand {
  const proved = password_sections.settings_hash_of(sections);
  const current = login_settings.settings_hash(io);
  return password_rule.demand(state_of(sections), proved, current, password_trial.settings_hash_of(io));
}

/** Logs a new state, its cause, and the users whose passwords changed. */
export function note(io: Io, state: PasswordState, by: LogPair[], users: string[]): void {
  const facts: LogPair[] = [["state", state]];
  const way_back = state !== "on" ? way_back_command : undefined;
  const outcome: LogPair[] = [
    ["users", users.length > 0 ? users.join(",") : undefined],
    ["way_back", way_back],
  ];
  log.event(io, "notice", "PASSWORD_LOGIN", facts.concat(by, outcome));
}

/** Logs why passwords could not be changed, and returns the failure. */
export function note_failure(io: Io, failure: Err): Err {
  const facts: LogPair[] = [["error", failure.error]];
  log.event(io, "err", "PASSWORD_LOGIN_STUCK", facts.concat(log.detail_pairs(failure.details)));
  return failure;
}

/** Sets the option `password_login`, or deletes it. CONFIG_ERROR, UCI_ERROR. */
function save_option(io: Io, value: "off" | undefined): Result<true> {
  const sections = saved_config.saved_sections(io);
  if (!sections.ok) {
    return sections;
  }
  const section = package_sections.section_of(sections.data, public_names.first);
  if (section === undefined) {
    return err("CONFIG_ERROR", { option: public_names.first, must: { id: "oidc_section" } });
  }
  if (section.options[state_option] === value) {
    return ok(true);
  }
  const count = sections.data.length;
  const done =
    value !== undefined
      ? io.uci_set(public_names.package_name, public_names.first, state_option, value)
      : io.uci_delete(public_names.package_name, public_names.first, state_option);
  if (!done) {
    return err("UCI_ERROR", { config: public_names.package_name, option: state_option });
  }
  return uci_commit.commit(io, public_names.package_name, `\toption ${state_option} 'off'\n`, (after) => {
    const found = package_sections.section_of(after, public_names.first);
    return found !== undefined && found.options[state_option] === value && after.length >= count;
  });
}

/** Removes what belongs to passwords that are off: the option, the trial, and the script for the boot. */
export function clean_up(io: Io): void {
  if (is_wanted_off(io)) {
    save_option(io, undefined);
  }
  password_trial.finish(io);
  guard.remove(io);
}

/** Restores all passwords; `by` is the cause for the log. On a full flash it uses the reserve. UCI_ERROR and CONFIG_ERROR, which it logs. */
export function restore(io: Io, by: LogPair[]): Result<true> {
  let unlocked = password_sections.unlock(io, true);
  if (!unlocked.ok) {
    guard.release_room(io);
    unlocked = password_sections.unlock(io, true);
  }
  if (!unlocked.ok) {
    const failure = note_failure(io, unlocked);
    // rpcd reads uncommitted changes, too, which is what a read-only flash leaves.
    unlocked = password_sections.unlock(io, false);
    if (!unlocked.ok) {
      return failure;
    }
  }
  clean_up(io);
  if (unlocked.data.length > 0) {
    note(io, "on", by, unlocked.data);
  }
  return ok(true);
}

/** Restores passwords after a trial; a trial that another process has confirmed meanwhile is only finished. The caller holds the lock. */
function end_trial(io: Io): Result<true> {
  const sections = rpcd_logins.read_sections(io);
  if (!sections.ok) {
    return note_failure(io, sections);
  }
  if (state_of(sections.data) === "off" && demand_of(io, sections.data) !== "try") {
    password_trial.finish(io);
    return ok(true);
  }
  return restore(io, [["by", "trial"]]);
}

/**
 * Ends a trial whose time is over. Without a trial it costs one look at the run directory. Every program calls it, so that
 * passwords come back even where some of them do not run.
 */
export function end_overdue_trial(io: Io): void {
  if (!password_trial.is_there(io) || password_trial.seconds_left(io) > 0 || !reconcile.acquire_lock(io).ok) {
    return;
  }
  // Another process may have postponed it while this one waited for the lock.
  if (password_trial.seconds_left(io) === 0 && !end_trial(io).ok) {
    password_trial.postpone(io, retry_seconds);
  }
  // The supervisor calls this, too, and its process lasts.
  reconcile.release_lock(io);
}

/**
 * Begins a trial of the settings in force: the file first, then the script for the boot and the option, and last the sections. Where it
 * fails the caller takes everything back.
 */
function begin_trial(io: Io, by: LogPair[], proved: string): Result<true> {
  if (!password_trial.begin(io, login_settings.settings_hash(io))) {
    return err("INTERNAL_ERROR", { reason: "the run directory cannot be written" });
  }
  const installed = guard.install(io);
  const saved = installed.ok ? save_option(io, "off") : installed;
  if (!saved.ok) {
    return saved;
  }
  const locked = password_sections.lock(io, exempt_users(io), { is_trial: true, settings_hash: proved });
  if (!locked.ok) {
    return locked;
  }
  const facts: LogPair[] = [["seconds", password_trial.trial_seconds]];
  note(io, "trial", by.concat(facts), locked.data);
  // Procd waits for the end.
  start_init(io);
  return ok(true);
}

/** Puts passwords that are refused on trial for the settings in force; where that fails they return. The caller holds the lock. */
export function try_settings(io: Io, sections: UciSection[]): Result<PasswordState> {
  const begun = begin_trial(io, [["by", "settings"]], password_sections.settings_hash_of(sections));
  if (begun.ok) {
    return ok("trial");
  }
  note_failure(io, begun);
  const restored = restore(io, [["by", "trial"]]);
  return restored.ok ? ok("on") : restored;
}

/** The reason why nobody can turn passwords off now. */
export function obstacle(io: Io): Refusal | undefined {
  const sections = rpcd_logins.read_sections(io);
  if (!sections.ok) {
    return "rpcd_unreadable";
  }
  const saved = saved_config.saved_sections(io);
  const blocked = saved.ok ? ways_in.find(io, saved.data).obstacle : "config_wrong";
  if (blocked !== undefined) {
    return blocked;
  }
  if (state_of(sections.data) !== "on") {
    return "state";
  }
  const users = exempt_users(io);
  return sections.data.some((section) => password_sections.is_lockable(section, users)) ? undefined : "no_passwords";
}

function refuse(reason: Refusal): Err {
  return err("PASSWORD_LOGIN_REFUSED", { reason });
}

/** Turns passwords off on trial; `by` is the caller for the log, who may do it. */
export function arm(io: Io, by: LogPair[]): Result<true> {
  const lock = reconcile.acquire_lock(io);
  if (!lock.ok) {
    return lock;
  }
  const refusal = obstacle(io);
  if (refusal !== undefined) {
    return refuse(refusal);
  }
  const begun = begin_trial(io, by, "");
  if (!begun.ok) {
    clean_up(io);
  }
  return begun;
}

/** Ends the trial with passwords off; `by` as in `arm`. A forced one takes the settings in force as proved, with a trial or without. */
export function confirm(io: Io, by: LogPair[], is_forced: boolean): Result<true> {
  const lock = reconcile.acquire_lock(io);
  if (!lock.ok) {
    return lock;
  }
  // Of passwords that are refused it is the state that forbids to turn them off.
  const blocked = obstacle(io);
  if (blocked !== "state" || (!is_forced && password_trial.seconds_left(io) === 0)) {
    return refuse(blocked ?? "state");
  }
  const settings = login_settings.settings_hash(io);
  if (settings === "") {
    return refuse("config_wrong");
  }
  if (!is_forced && settings !== password_trial.settings_hash_of(io)) {
    return refuse("same_login");
  }
  const confirmed = password_sections.lock(io, exempt_users(io), { is_trial: false, settings_hash: settings });
  if (!confirmed.ok) {
    return confirmed;
  }
  password_trial.finish(io);
  if (confirmed.data.length > 0) {
    note(io, "off", by, confirmed.data);
  }
  return ok(true);
}

/** Turns passwords on, also while another process keeps the lock: the result is read again. */
export function turn_on(io: Io, by: LogPair[]): Result<true> {
  reconcile.acquire_lock(io);
  if (!rpcd_logins.read_sections(io).ok) {
    // The init script restores rpcd's file by the script of the guard, which needs nothing of this service, and then removes that.
    start_init(io);
    for (let waits = 0; waits < max_waits && (guard.is_there(io) || !rpcd_logins.read_sections(io).ok); waits++) {
      io.sleep(0.1);
    }
  }
  return restore(io, by);
}
