/**
 * The passwords of rpcd's `login` sections. A refused password is `!`, and the original is in an option beside it. Type, user name
 * and rights stay, so live sessions keep their rights when rpcd reloads.
 */
import type { Io, UciSection } from "../base/io";
import { err, ok, type Result } from "../result";
import * as uci_commit from "../rpcd/uci_commit";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import type { SectionOptions } from "../rpcd/rpcd_logins";

/** The original, the mark of a trial, and the settings hash (password_rule.ts). */
const original_option = "sso_login_password";
const trial_option = "sso_login_trial";
const hash_option = "sso_login_proof";

const marking_options = [original_option, trial_option, hash_option];

/** The marks beside a refused password. A trial after the first has both. */
export interface Marks {
  is_trial: boolean;
  /** "" where there is none. */
  settings_hash: string;
}

function text_option(section: UciSection, option: string): string {
  const value = section.options[option];
  return typeof value === "string" ? value : "";
}

/** Whether a section has an option of this service. */
export function is_marked(section: UciSection): boolean {
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

export function is_on_trial(section: UciSection): boolean {
  return is_locked(section) && text_option(section, trial_option) !== "";
}

/** The settings hash that is written beside refused passwords; "" where there is none. */
export function settings_hash_of(sections: UciSection[]): string {
  const found = sections.find((section) => is_locked(section) && text_option(section, hash_option) !== "");
  return found !== undefined ? text_option(found, hash_option) : "";
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

/** Whether a password is refused although its user is one of `users`. */
export function is_exempt(section: UciSection, users: string[]): boolean {
  return is_locked(section) && users.includes(text_option(section, "username"));
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

/** The section's options with this password, original and marks; "" and undefined delete an option. */
function with_passwords(section: UciSection, password: string, original?: string, marks?: Marks): SectionOptions {
  const options: SectionOptions = {};
  for (const name of Object.keys(section.options)) {
    options[name] = section.options[name];
  }
  options.password = password !== "" ? password : undefined;
  options[original_option] = original;
  options[trial_option] = marks !== undefined && marks.is_trial ? "1" : undefined;
  options[hash_option] = marks !== undefined && marks.settings_hash !== "" ? marks.settings_hash : undefined;
  return options;
}

/** The section's options without those of this service; the original replaces `!`, and no other password. */
function unlocked(section: UciSection): SectionOptions {
  return with_passwords(section, text_option(section, is_locked(section) ? original_option : "password"));
}

/** Writes the options that have changed. */
function write_section(io: Io, section: UciSection, options: SectionOptions): boolean {
  let done = true;
  for (const name of ["password"].concat(marking_options)) {
    const value = options[name];
    const before = section.options[name];
    if (value !== undefined && value !== before) {
      done = done && io.uci_set(rpcd_logins.uci_package, section.name, name, value);
    } else if (value === undefined && before !== undefined) {
      done = done && io.uci_delete(rpcd_logins.uci_package, section.name, name);
    }
  }
  return done;
}

/**
 * Writes the options that `choose` returns for each section, in one commit; undefined leaves a section unchanged. Returns the user
 * names of changed sections. CONFIG_ERROR where the package cannot be read, UCI_ERROR where it cannot be written.
 */
function change(
  io: Io,
  choose: (this: void, section: UciSection) => SectionOptions | undefined,
  is_committed: boolean,
): Result<string[]> {
  const sections = rpcd_logins.read_sections(io);
  if (!sections.ok) {
    return sections;
  }
  const wanted: Pick<UciSection, "type" | "options">[] = [];
  const changed: UciSection[] = [];
  let growth = "";
  for (const section of sections.data) {
    const options = choose(section) ?? section.options;
    wanted.push({ type: section.type, options });
    if (!rpcd_logins.same_options(options, section.options)) {
      changed.push(section);
      for (const name of marking_options) {
        const value = options[name];
        growth = typeof value === "string" ? growth + `\toption ${name} '${value}'\n` : growth;
      }
      if (!write_section(io, section, options)) {
        return err("UCI_ERROR", { config: rpcd_logins.uci_package, section: section.name });
      }
    }
  }
  if (changed.length === 0) {
    return ok([]);
  }
  if (!is_committed) {
    const is_saved = io.uci_save(rpcd_logins.uci_package);
    return is_saved ? ok(users_of(changed)) : err("UCI_ERROR", { config: rpcd_logins.uci_package });
  }
  const committed = uci_commit.commit(io, rpcd_logins.uci_package, growth, (after) =>
    rpcd_logins.has_all(after, wanted),
  );
  return committed.ok ? ok(users_of(changed)) : committed;
}

/** Refuses the passwords of all local logins but those of `users`, which it restores; refused ones get these marks. */
export function lock(io: Io, users: string[], marks: Marks): Result<string[]> {
  return change(
    io,
    (section) => {
      if (is_exempt(section, users)) {
        return unlocked(section);
      }
      const is_refused = is_locked(section);
      const original = text_option(section, is_refused ? original_option : "password");
      return is_refused || is_lockable(section, users)
        ? with_passwords(section, rpcd_logins.impossible_hash, original, marks)
        : undefined;
    },
    true,
  );
}

/** Restores all passwords, and deletes the options of this service; until the next boot where that is not to be committed. */
export function unlock(io: Io, is_committed: boolean): Result<string[]> {
  return change(io, (section) => (is_marked(section) ? unlocked(section) : undefined), is_committed);
}
