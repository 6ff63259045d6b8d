/**
 * The table of passwords: what becomes of each state at each event, and what is written for a state, in which order.
 *
 * The order makes an interruption harmless: what ends a trial is there before the first password is refused, and goes after the last one
 * is restored.
 */
import type { PasswordState } from "./password_types";

/**
 * The columns: passwords are `on`; a `first` trial, which somebody must confirm; a trial `again`, of other settings than the proved ones;
 * a trial that is `over`, and not ended yet; `off` by proved settings; `unproved`, off by a version without proofs; and `interrupted`, off with
 * the file of a trial whose time is over: its begin, or its confirmation, stopped between that file and rpcd's sections.
 */
export type Column = "on" | "first" | "again" | "over" | "off" | "unproved" | "interrupted";

/** The events that callers make happen. */
export type CallerEvent =
  | "turn_off"
  | "confirm"
  /** A confirmation without a login. */
  | "force"
  | "turn_on"
  /** An administrator has logged in by the settings on trial. */
  | "logged_in";

/** The events that the files tell of (password_changes.find). */
export type FoundEvent =
  /** The time of a trial is over, also by a boot. */
  | "time_over"
  /** The settings in force are those of the trial, or without one the proved ones; also where nothing has happened. */
  | "settings_kept"
  /** The settings in force are the proved ones again, during a trial of others. */
  | "settings_back"
  /** The settings in force are neither of the trial nor proved. */
  | "settings_new"
  /** Something keeps administrators out, somebody changed rpcd's sections, or a trial's file or guard is left while passwords are on. */
  | "broken";

export type PasswordEvent = CallerEvent | FoundEvent;

/**
 * `off`: the settings in force are the proved ones from now on, also where passwords are off already. `same`: the state and the proved settings
 * stay, and what the state lacks is written; it stands as well where no look finds the event (password_changes.find). `refused`: the caller is
 * told so.
 */
export type Next = PasswordState | "same" | "refused";

// prettier-ignore
export const table: { [event in PasswordEvent]: { [column in Column]: Next } } = {
  turn_off:      { on: "trial",   first: "refused", again: "refused", over: "refused", off: "refused", unproved: "refused", interrupted: "refused" },
  confirm:       { on: "refused", first: "off",     again: "off",     over: "refused", off: "refused", unproved: "refused", interrupted: "refused" },
  force:         { on: "refused", first: "off",     again: "off",     over: "off",     off: "off",     unproved: "off",     interrupted: "off"     },
  turn_on:       { on: "on",      first: "on",      again: "on",      over: "on",      off: "on",      unproved: "on",      interrupted: "on"      },
  logged_in:     { on: "same",    first: "same",    again: "off",     over: "same",    off: "same",    unproved: "same",    interrupted: "same"    },
  time_over:     { on: "same",    first: "on",      again: "on",      over: "on",      off: "same",    unproved: "same",    interrupted: "on"      },
  settings_kept: { on: "same",    first: "same",    again: "same",    over: "same",    off: "same",    unproved: "same",    interrupted: "same"    },
  settings_back: { on: "same",    first: "same",    again: "off",     over: "same",    off: "same",    unproved: "same",    interrupted: "same"    },
  settings_new:  { on: "same",    first: "trial",   again: "trial",   over: "same",    off: "trial",   unproved: "off",     interrupted: "same"    },
  broken:        { on: "on",      first: "on",      again: "on",      over: "on",      off: "on",      unproved: "on",      interrupted: "on"      },
};

/** The things that are written: the file of the trial, the guard, the option `password_login`, and rpcd's sections. */
export type Write = "trial_file" | "guard" | "option" | "sections";

/** In each column from which `off` follows, the option is set already. */
export const writes: { [state in PasswordState]: Write[] } = {
  on: ["sections", "option", "trial_file", "guard"],
  trial: ["trial_file", "guard", "option", "sections"],
  off: ["sections", "trial_file", "guard"],
};
