/**
 * The passwords of rpcd's `login` sections. A refused password is `!`, and the original is in an option beside it. Type, user name
 * and rights stay, so live sessions keep their rights when rpcd reloads.
 */
import type { UciSection } from "../base/io";
import * as json_values from "../base/json_values";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as uci_commit from "../rpcd/uci_commit";
import type { PasswordState } from "./password_types";

/** The original, the mark of a trial, and the hash of the proved settings. A trial after the first has all. */
const original_option = "sso_login_password";
const trial_option = "sso_login_trial";
const proof_option = "sso_login_proof";

/** An option of a section; "" where it is absent or a list. */
function text_of(section: UciSection, option: string): string {
  return json_values.text_of(section.options[option]);
}

/** Whether a section has the original of a password, or the mark of a trial; a proof alone changes no password. */
function is_marked(section: UciSection): boolean {
  return text_of(section, original_option) + text_of(section, trial_option) !== "";
}

/** Whether this service has made the password refused. */
export function is_locked(section: UciSection): boolean {
  return text_of(section, original_option) !== "" && text_of(section, "password") === rpcd_logins.impossible_hash;
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
  return locked.some((section) => text_of(section, trial_option) !== "") ? "trial" : "off";
}

/** The hash that is written beside refused passwords; undefined where there is none. */
export function proved_of(sections: UciSection[]): string | undefined {
  return sections.map((section) => text_of(section, proof_option)).find((hash) => hash !== "");
}

/** Whether a local login has a password that counts and is to be refused: it is of none of `users`. */
export function is_lockable(section: UciSection, users: string[]): boolean {
  const counts = !["", rpcd_logins.impossible_hash].includes(text_of(section, "password")) && !is_marked(section);
  return rpcd_logins.is_local(section) && counts && !users.includes(text_of(section, "username"));
}

export function users_of(sections: UciSection[]): string[] {
  return sections.map((section) => text_of(section, "username"));
}

/** The section with its password and the options of this service replaced by these. */
function with_options(section: UciSection, options: UciSection["options"]): UciSection {
  const changed = uci_commit.copy_of(section);
  for (const name of ["password", original_option, trial_option, proof_option]) {
    changed.options[name] = options[name];
  }
  return changed;
}

/** The section without the options of this service; the original replaces `!`, and no other password. */
function restored(section: UciSection): UciSection {
  return with_options(section, { password: section.options[is_locked(section) ? original_option : "password"] });
}

/** The section with its password refused, the original, and these marks. */
function refused(section: UciSection, is_trial: boolean, proof: string | undefined): UciSection {
  const options: UciSection["options"] = { password: rpcd_logins.impossible_hash };
  options[original_option] = section.options[is_locked(section) ? original_option : "password"];
  options[trial_option] = is_trial ? "1" : undefined;
  options[proof_option] = proof;
  return with_options(section, options);
}

/** The sections with the passwords of all local logins refused, but those of `users`, and these marks beside them. */
export function refuse_all(sections: UciSection[], users: string[], is_trial: boolean, proof?: string): UciSection[] {
  return sections.map((section) => {
    if (users.includes(text_of(section, "username"))) {
      return restored(section);
    }
    return is_locked(section) || is_lockable(section, users) ? refused(section, is_trial, proof) : section;
  });
}

/** The sections with all passwords, and without the options of this service. */
export function restore_all(sections: UciSection[]): UciSection[] {
  return sections.map((section) => restored(section));
}
