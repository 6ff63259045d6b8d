/** The state of passwords, read from rpcd's sections and the file of the trial, and what is configured about it. */
import type { Io, UciSection } from "../base/io";
import * as strings from "../base/strings";
import { ok, type Result } from "../result";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as package_sections from "../settings/package_sections";
import * as password_sections from "./password_sections";
import type { Column } from "./password_table";
import * as password_trial from "./password_trial";
import type { Trial } from "./password_trial";
import type { PasswordState } from "./password_types";

/** The state of passwords, as rpcd's sections and the file of the trial have it. */
export interface Passwords {
  state: PasswordState;
  /** The state as the table divides it. */
  column: Column;
  sections: UciSection[];
  /** The hash of the settings that are proved; absent in a first trial, and where a version without proofs turned them off. */
  proved?: string;
  /** The trial; only in the columns `first` and `again`. */
  trial?: Trial;
}

/** The command that turns passwords on, for the shell. */
export const way_back_command = "sso-login password-login on";

export const state_option = "password_login";
const users_option = "password_user";

/** The column of a state; `proved` is the hash of the proved settings, and `trial` the one that lasts. */
function column_of(io: Io, state: PasswordState, proved: string | undefined, trial: Trial | undefined): Column {
  if (state === "on") {
    return "on";
  }
  if (state === "trial") {
    const lasting = proved !== undefined ? "again" : "first";
    return trial !== undefined ? lasting : "over";
  }
  if (password_trial.is_overdue(io)) {
    return "interrupted";
  }
  return proved !== undefined ? "off" : "unproved";
}

/** CONFIG_ERROR where rpcd's sections cannot be read. */
export function read(io: Io): Result<Passwords> {
  const known = rpcd_logins.read_sections(io);
  if (!known.ok) {
    return known;
  }
  const sections = known.data;
  const state = password_sections.state_of(sections);
  const proved = password_sections.proved_of(sections);
  const trial = state === "trial" ? password_trial.read(io) : undefined;
  return ok({ state, column: column_of(io, state, proved, trial), sections, proved, trial });
}

/** The users whose passwords stay on: a list, or one text as the settings page saves it. */
export function exempt_users(io: Io): string[] {
  return strings.words_of(package_sections.option_of(io, users_option));
}

/** Whether the option `password_login` is `off`: it is set before the first password is refused, and deleted after the last is restored. */
export function is_wanted_off(io: Io): boolean {
  return package_sections.option_of(io, state_option) === "off";
}

/** Whether every local login's password is refused, at least one by this service; false where rpcd's sections cannot be read. */
export function are_all_refused(io: Io): boolean {
  const known = rpcd_logins.read_sections(io);
  const logins = (known.ok ? known.data : []).filter((section) => rpcd_logins.is_local(section));
  const is_refused = (section: UciSection): boolean => section.options.password === rpcd_logins.impossible_hash;
  return (
    logins.some((section) => password_sections.is_locked(section)) && logins.every((section) => is_refused(section))
  );
}
