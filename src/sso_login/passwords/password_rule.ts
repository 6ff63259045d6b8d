/**
 * The rule: passwords are off only for settings by which an administrator has logged in.
 *
 * The settings hash (settings/login_settings.ts) is taken when a login begins, goes with its record into the session of an administrator,
 * and is written beside the refused passwords by a confirmation. So a change during a login, or within a trial, is not proved by that login.
 */
import type { PasswordState } from "./password_state";

/** The demand on refused passwords: to keep them as they are, to confirm them for the settings in force, or to try these. */
export type Demand = "keep" | "confirm" | "try";

/**
 * Applies the rule to settings hashes. `proved` is written beside the passwords: "" in a first trial, and after an upgrade, which takes
 * the present settings once. `current` is of those in force, "" where they cannot be read; `tried` is of those of the trial, "" in one of an
 * earlier version.
 */
export function demand(state: PasswordState, proved: string, current: string, tried: string): Demand {
  if (current === "") {
    return "keep";
  }
  if (proved === current) {
    // There is no trial, or one of an earlier version: what is written beside its passwords is of the time before.
    return tried === "" ? "keep" : "confirm";
  }
  if (state === "off") {
    return proved === "" ? "confirm" : "try";
  }
  return tried === current ? "keep" : "try";
}
