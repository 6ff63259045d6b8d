/** The writes that make a state of passwords, in the order of the table; each is made only where it is missing. */
import type { Io } from "../base/io";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import * as public_names from "../base/public_names";
import { err, ok, type Err, type Result } from "../result";
import * as uci_commit from "../rpcd/uci_commit";
import * as package_sections from "../settings/package_sections";
import * as saved_config from "../settings/saved_config";
import * as guard from "./guard";
import * as password_sections from "./password_sections";
import type { Wanted } from "./password_sections";
import * as password_state from "./password_state";
import type { Passwords } from "./password_state";
import type { PasswordState } from "./password_types";
import * as password_table from "./password_table";
import type { Write } from "./password_table";
import * as password_trial from "./password_trial";

/** A state to come. */
export interface Target {
  state: PasswordState;
  /** Whether a trial begins. */
  is_begin: boolean;
  /** The hash of the proved settings. */
  proved?: string;
  /** The hash of the settings on trial. */
  tried?: string;
}

/** The outcome of a write, and the users whose passwords changed. */
export interface Written {
  done: Write[];
  users: string[];
}

function wanted_sections(io: Io, now: Passwords, target: Target): Wanted[] {
  return target.state === "on"
    ? password_sections.restore_all(now.sections)
    : password_sections.refuse_all(
        now.sections,
        password_state.exempt_users(io),
        target.state === "trial",
        target.proved ?? "",
      );
}

/** Whether a write is still to be made. */
function is_missing(io: Io, now: Passwords, target: Target, write: Write): boolean {
  const is_on = target.state === "on";
  if (write === "trial_file") {
    return target.state === "trial" ? target.is_begin : password_trial.is_there(io);
  }
  if (write === "guard") {
    return is_on ? guard.is_there(io) : !guard.is_current(io);
  }
  if (write === "option") {
    return (is_on || target.is_begin) && password_state.is_wanted_off(io) === is_on;
  }
  return password_sections.differing(wanted_sections(io, now, target)).length > 0;
}

/** The writes that are still to be made for a state, in their order. */
export function missing(io: Io, now: Passwords, target: Target): Write[] {
  return password_table.writes[target.state].filter((write) => is_missing(io, now, target, write));
}

/** Logs why passwords could not be changed. */
export function note_failure(io: Io, failure: Err): void {
  const facts: LogPair[] = [["error", failure.error]];
  log.event(io, "err", "PASSWORD_LOGIN_STUCK", facts.concat(log.detail_pairs(failure.details)));
}

/** Sets the option `password_login`, or deletes it. CONFIG_ERROR, UCI_ERROR. */
function write_option(io: Io, value: "off" | undefined): Result<true> {
  const name = password_state.state_option;
  const sections = saved_config.saved_sections(io);
  if (!sections.ok) {
    return sections;
  }
  const section = package_sections.section_of(sections.data, public_names.first);
  if (section === undefined) {
    return err("CONFIG_ERROR", { option: public_names.first, must: { id: "oidc_section" } });
  }
  const count = sections.data.length;
  const done =
    value !== undefined
      ? io.uci_set(public_names.package_name, public_names.first, name, value)
      : io.uci_delete(public_names.package_name, public_names.first, name);
  if (!done) {
    return err("UCI_ERROR", { config: public_names.package_name, option: name });
  }
  const written = uci_commit.commit(io, public_names.package_name, `\toption ${name} 'off'\n`, (after) => {
    const found = package_sections.section_of(after, public_names.first);
    return found !== undefined && found.options[name] === value && after.length >= count;
  });
  section.options[name] = value;
  const is_way_back = value === undefined && !written.ok;
  return is_way_back && uci_commit.rewrite(io, public_names.package_name, sections.data) ? ok(true) : written;
}

/** Restores the passwords by whatever a full run directory, a full flash or a read-only one permits. UCI_ERROR. */
function restore_sections(io: Io, wanted: Wanted[]): Result<true> {
  let written = password_sections.commit(io, wanted);
  if (!written.ok) {
    guard.release_room(io);
    written = password_sections.commit(io, wanted);
  }
  if (written.ok || password_sections.rewrite(io, wanted)) {
    return ok(true);
  }
  // rpcd reads uncommitted changes, too.
  if (password_sections.save(io, wanted)) {
    note_failure(io, written);
    return ok(true);
  }
  return written;
}

function make(io: Io, now: Passwords, target: Target, write: Write): Result<true> {
  const is_on = target.state === "on";
  if (write === "trial_file") {
    if (target.state !== "trial") {
      password_trial.finish(io);
      return ok(true);
    }
    return password_trial.begin(io, target.tried ?? "")
      ? ok(true)
      : err("INTERNAL_ERROR", { reason: "the run directory cannot be written" });
  }
  if (write === "guard") {
    if (is_on) {
      guard.remove(io);
    }
    return is_on ? ok(true) : guard.install(io);
  }
  if (write === "option") {
    return write_option(io, is_on ? undefined : "off");
  }
  const wanted = wanted_sections(io, now, target);
  return is_on ? restore_sections(io, wanted) : password_sections.commit(io, wanted);
}

/**
 * Makes the missing writes. A trial begins only where all succeed; else those of rpcd's sections must, and the others are made as far as
 * they can be. UCI_ERROR, CONFIG_ERROR, INTERNAL_ERROR.
 */
export function make_all(io: Io, now: Passwords, target: Target): Result<Written> {
  const done: Write[] = [];
  const changed = password_sections.differing(wanted_sections(io, now, target));
  for (const write of missing(io, now, target)) {
    const made = make(io, now, target, write);
    if (made.ok) {
      done.push(write);
    } else if (target.is_begin || write === "sections") {
      return made;
    }
  }
  return ok({ done, users: password_sections.users_of(changed.map((one) => one.section)) });
}
