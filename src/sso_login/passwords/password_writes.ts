/** The writes that make a state of passwords, in the order of the table; each is made only where it is missing. */
import type { Io } from "../base/io";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import * as public_names from "../base/public_names";
import { err, ok, type Err, type Result } from "../result";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as uci_commit from "../rpcd/uci_commit";
import type { Change } from "../rpcd/uci_commit";
import * as package_sections from "../settings/package_sections";
import * as saved_config from "../settings/saved_config";
import * as guard from "./guard";
import * as password_sections from "./password_sections";
import * as password_state from "./password_state";
import type { Passwords } from "./password_state";
import type { PasswordState } from "./password_types";
import * as password_table from "./password_table";
import type { Write } from "./password_table";
import * as password_trial from "./password_trial";

/** A state to come. */
export interface Target {
  state: PasswordState;
  /** The hash of the proved settings; absent while there are none. */
  proved?: string;
  /** The trial that begins, with the hash of its settings; absent where none begins, as in a trial that goes on. */
  new_trial?: { settings_hash: string };
}

/** The outcome of a write, and the users whose sections of rpcd changed, be it a mark alone. */
export interface Written {
  done: Write[];
  users: string[];
}

/** The change of rpcd's sections. */
function change_of(io: Io, now: Passwords, target: Target): Change {
  const users = password_state.exempt_users(io);
  const after =
    target.state === "on"
      ? password_sections.restore_all(now.sections)
      : password_sections.refuse_all(now.sections, users, target.state === "trial", target.proved);
  return { config: rpcd_logins.uci_package, before: now.sections, after };
}

/** Logs why passwords could not be changed. */
export function note_failure(io: Io, failure: Err): void {
  const facts: LogPair[] = [["error", failure.error]];
  log.event(io, "err", "PASSWORD_LOGIN_STUCK", facts.concat(log.detail_pairs(failure.details)));
}

/** Makes a change that turns passwords on, by whatever a full run directory, a full flash or a read-only one permits. UCI_ERROR. */
function make_by_any_means(io: Io, change: Change): Result<true> {
  let made = uci_commit.make(io, change);
  if (!made.ok) {
    guard.release_room(io);
    made = uci_commit.make(io, change);
  }
  if (made.ok || uci_commit.rewrite(io, change)) {
    return ok(true);
  }
  // Uncommitted changes are read, too, until the next boot.
  if (uci_commit.save(io, change)) {
    note_failure(io, made);
    return ok(true);
  }
  return made;
}

/** Sets the option `password_login`, or deletes it. CONFIG_ERROR, UCI_ERROR. */
function write_option(io: Io, value: "off" | undefined): Result<true> {
  const saved = saved_config.saved_sections(io);
  if (!saved.ok) {
    return saved;
  }
  const section = package_sections.section_of(saved.data, public_names.first);
  if (section === undefined) {
    return err("CONFIG_ERROR", { option: public_names.first, must: { id: "oidc_section" } });
  }
  const changed = uci_commit.copy_of(section);
  changed.options[password_state.state_option] = value;
  const after = saved.data.map((one) => (one.name === changed.name ? changed : one));
  const change = { config: public_names.package_name, before: saved.data, after };
  return value === undefined ? make_by_any_means(io, change) : uci_commit.make(io, change);
}

/** Makes a write. */
type Action = (this: void) => Result<true>;

function trial_action(io: Io, target: Target): Action | undefined {
  const trial = target.new_trial;
  if (trial !== undefined) {
    return () => password_trial.begin(io, trial.settings_hash);
  }
  const is_left = target.state !== "trial" && password_trial.is_there(io);
  return is_left ? () => password_trial.finish(io) : undefined;
}

function guard_action(io: Io, target: Target): Action | undefined {
  if (target.state === "on") {
    return guard.is_there(io) ? () => guard.remove(io) : undefined;
  }
  return guard.is_current(io) ? undefined : () => guard.install(io);
}

/** Passwords that are off without the option are `broken` (`password_changes.find`), so only the begin of a trial sets it. */
function option_action(io: Io, target: Target): Action | undefined {
  const is_set = password_state.is_wanted_off(io);
  if (target.state === "on") {
    return is_set ? () => write_option(io, undefined) : undefined;
  }
  return target.new_trial !== undefined && !is_set ? () => write_option(io, "off") : undefined;
}

function sections_action(io: Io, now: Passwords, target: Target): Action | undefined {
  const change = change_of(io, now, target);
  if (uci_commit.differing(change).length === 0) {
    return undefined;
  }
  return target.state === "on" ? () => make_by_any_means(io, change) : () => uci_commit.make(io, change);
}

/** The action of a write for a state; undefined where it is made already. */
function action_of(io: Io, now: Passwords, target: Target, write: Write): Action | undefined {
  if (write === "trial_file") {
    return trial_action(io, target);
  }
  if (write === "guard") {
    return guard_action(io, target);
  }
  return write === "option" ? option_action(io, target) : sections_action(io, now, target);
}

/** Whether all is written for a state. */
export function is_complete(io: Io, now: Passwords, target: Target): boolean {
  return password_table.writes[target.state].every((write) => action_of(io, now, target, write) === undefined);
}

/**
 * Makes the writes that are missing. A trial begins only where all succeed; else that of rpcd's sections must, and the others are made as
 * far as they can be. UCI_ERROR, CONFIG_ERROR, INTERNAL_ERROR.
 */
export function make_all(io: Io, now: Passwords, target: Target): Result<Written> {
  const done: Write[] = [];
  const users = password_sections.users_of(uci_commit.differing(change_of(io, now, target)));
  for (const write of password_table.writes[target.state]) {
    const action = action_of(io, now, target, write);
    if (action !== undefined) {
      const made = action();
      const must_succeed = target.new_trial !== undefined || write === "sections";
      if (!made.ok && must_succeed) {
        return made;
      }
      if (made.ok) {
        done.push(write);
      }
    }
  }
  return ok({ done, users });
}
