/**
 * The passwords of rpcd's `login` sections. A refused password is `!`, and the original is in an option beside it. Type, user name
 * and rights stay, so live sessions keep their rights when rpcd reloads.
 */
import type { Io, UciSection } from "../base/io";
import { err, ok, type Result } from "../result";
import * as uci_commit from "../rpcd/uci_commit";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import type { SectionOptions } from "../rpcd/rpcd_logins";
import type { PasswordState } from "./password_types";

/** The original, the mark of a trial, and the hash of the proved settings. A trial after the first has all. */
const original_option = "sso_login_password";
const trial_option = "sso_login_trial";
const proof_option = "sso_login_proof";

const marking_options = [original_option, trial_option, proof_option];

function text_option(section: UciSection, option: string): string {
  const value = section.options[option];
  return typeof value === "string" ? value : "";
}

/** Whether a section has an option of this service. */
function is_marked(section: UciSection): boolean {
  return text_option(section, original_option) !== "" || text_option(section, trial_option) !== "";
}

/** Whether this service has made the password refused. */
export function is_locked(section: UciSection): boolean {
  return (
    text_option(section, original_option) !== "" && text_option(section, "password") === rpcd_logins.impossible_hash
  );
}

/** Whether somebody has changed by hand what this service wrote: a password beside its original, or the mark of a trial alone. */
export function is_changed_by_hand(section: UciSection): boolean {
  return is_marked(section) && !is_locked(section);
}

export function state_of(sections: UciSection[]): PasswordState {
  const locked = sections.filter((section) => is_locked(section));
  if (locked.length === 0) {
    return "on";
  }
  return locked.some((section) => text_option(section, trial_option) !== "") ? "trial" : "off";
}

/** The hash that is written beside refused passwords; undefined where there is none. */
export function proved_of(sections: UciSection[]): string | undefined {
  const hashes = sections.filter((section) => is_locked(section)).map((section) => text_option(section, proof_option));
  return hashes.find((hash) => hash !== "");
}

/** Whether a local login has a password that counts and is to be refused: it is of none of `users`. */
export function is_lockable(section: UciSection, users: string[]): boolean {
  const password = text_option(section, "password");
  const has_password = password !== "" && password !== rpcd_logins.impossible_hash;
  return (
    rpcd_logins.is_local(section) &&
    has_password &&
    !is_marked(section) &&
    !users.includes(text_option(section, "username"))
  );
}

/** Whether every local login's password is refused, at least one by this service. */
export function are_all_refused(sections: UciSection[]): boolean {
  const logins = sections.filter((section) => rpcd_logins.is_local(section));
  const is_refused = (section: UciSection): boolean => section.options.password === rpcd_logins.impossible_hash;
  return logins.some((section) => is_locked(section)) && logins.every((section) => is_refused(section));
}

export function users_of(sections: UciSection[]): string[] {
  return sections.map((section) => text_option(section, "username"));
}

/** A section, and the options that it is to have. */
export interface Wanted {
  section: UciSection;
  options: SectionOptions;
}

/** The section's options with a password and, where it is refused, the marks beside it; "" deletes an option. */
function with_password(section: UciSection, password: string, original: string, trial: string, proved: string): Wanted {
  const options: SectionOptions = {};
  for (const name of Object.keys(section.options)) {
    options[name] = section.options[name];
  }
  options.password = password !== "" ? password : undefined;
  options[original_option] = original !== "" ? original : undefined;
  options[trial_option] = trial !== "" ? trial : undefined;
  options[proof_option] = proved !== "" ? proved : undefined;
  return { section, options };
}

/** The options without those of this service; the original replaces `!`, and no other password. */
function restored(section: UciSection): Wanted {
  return with_password(section, text_option(section, is_locked(section) ? original_option : "password"), "", "", "");
}

/** The sections with the passwords of all local logins refused, but those of `users`, and these marks beside them. */
export function refuse_all(sections: UciSection[], users: string[], is_trial: boolean, proved: string): Wanted[] {
  return sections.map((section) => {
    const is_refused = is_locked(section);
    if (is_refused && users.includes(text_option(section, "username"))) {
      return restored(section);
    }
    const original = text_option(section, is_refused ? original_option : "password");
    return is_refused || is_lockable(section, users)
      ? with_password(section, rpcd_logins.impossible_hash, original, is_trial ? "1" : "", proved)
      : { section, options: section.options };
  });
}

/** The sections with all passwords, and without the options of this service. */
export function restore_all(sections: UciSection[]): Wanted[] {
  return sections.map((section) => (is_marked(section) ? restored(section) : { section, options: section.options }));
}

/** Those that are not as they are wanted. */
export function differing(all: Wanted[]): Wanted[] {
  return all.filter((one) => !rpcd_logins.same_options(one.options, one.section.options));
}

function is_written(sections: UciSection[], all: Wanted[]): boolean {
  return rpcd_logins.has_all(
    sections,
    all.map((one) => ({ type: one.section.type, options: one.options })),
  );
}

/** Gives UCI the options that differ. UCI_ERROR. */
function stage(io: Io, all: Wanted[]): Result<true> {
  // To read the package drops what a commit that failed has left.
  io.uci_sections(rpcd_logins.uci_package);
  for (const one of differing(all)) {
    let done = true;
    for (const name of ["password"].concat(marking_options)) {
      const value = one.options[name];
      const before = one.section.options[name];
      if (value !== undefined && value !== before) {
        done = done && io.uci_set(rpcd_logins.uci_package, one.section.name, name, value);
      } else if (value === undefined && before !== undefined) {
        done = done && io.uci_delete(rpcd_logins.uci_package, one.section.name, name);
      }
    }
    if (!done) {
      return err("UCI_ERROR", { config: rpcd_logins.uci_package, section: one.section.name });
    }
  }
  return ok(true);
}

/** Writes the sections in one commit. UCI_ERROR. */
export function commit(io: Io, all: Wanted[]): Result<true> {
  const staged = stage(io, all);
  if (!staged.ok) {
    return staged;
  }
  let growth = "";
  for (const one of differing(all)) {
    for (const name of marking_options) {
      const value = one.options[name];
      growth = typeof value === "string" ? growth + `\toption ${name} '${value}'\n` : growth;
    }
  }
  return uci_commit.commit(io, rpcd_logins.uci_package, growth, (after) => is_written(after, all));
}

/** Writes the file itself, where UCI has no room for its own; returns whether the sections are so afterwards. */
export function rewrite(io: Io, all: Wanted[]): boolean {
  const sections = all.map((one) => ({
    name: one.section.name,
    type: one.section.type,
    anonymous: one.section.anonymous,
    options: one.options,
  }));
  return uci_commit.rewrite(io, rpcd_logins.uci_package, sections);
}

/** Leaves the sections uncommitted, for what reads them until the next boot; false where they are not so afterwards. */
export function save(io: Io, all: Wanted[]): boolean {
  const is_saved = stage(io, all).ok && io.uci_save(rpcd_logins.uci_package);
  const sections = rpcd_logins.read_sections(io);
  return is_saved && sections.ok && is_written(sections.data, all);
}
