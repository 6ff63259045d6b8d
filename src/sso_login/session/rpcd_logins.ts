/**
 * The `login` sections of /etc/config/rpcd that keep the rights of single sign-on sessions when rpcd reloads.
 *
 * A reload keeps a session's values but computes its grants anew, from the first `login` section whose `username` is the
 * session's; a session without one loses its rights. So every role has a section `sso_login_<role>`, which nobody can
 * log in with, and a role that is called like a local login is left out: its sessions would get that login's rights.
 */
import type { Role } from "../settings/roles";
import type { Io, UciSection } from "../base/io";
import * as log from "../base/log";
import { err, ok, type Err, type Result } from "../result";
import * as role_rules from "../settings/options";
import * as strings from "../base/strings";

/** What a section needs to know of a role. */
export type RoleRights = Pick<Role, "name" | "read" | "write">;

/** Whether anything was written. */
export interface SyncResult {
  changed: boolean;
}

type SectionOptions = UciSection["options"];

const uci_package = "rpcd";
const section_type = "login";
const name_prefix = "sso_login_";

/**
 * A hash that no password has. rpcd accepts any password when there is an empty one, and older versions crash when the
 * option is missing.
 */
const impossible_hash = "!";

/** Lists stay lists even with one entry, since rpcd ignores plain options there; an empty one is left out. */
function options_of(role: RoleRights): SectionOptions {
  const options: SectionOptions = {
    username: role.name,
    password: impossible_hash,
    read: (role.read ?? []).concat(["unauthenticated"]),
  };
  const write = role.write ?? [];
  if (write.length > 0) {
    options.write = write;
  }
  return options;
}

function same_value(one: string | string[] | undefined, other: string | string[] | undefined): boolean {
  if (typeof one !== "object" || typeof other !== "object") {
    return one === other;
  }
  if (one.length !== other.length) {
    return false;
  }
  for (let i = 0; i < one.length; i++) {
    if (one[i] !== other[i]) {
      return false;
    }
  }
  return true;
}

function same_options(one: SectionOptions, other: SectionOptions): boolean {
  for (const name of strings.sorted_keys(one).concat(strings.sorted_keys(other))) {
    if (!same_value(one[name], other[name])) {
      return false;
    }
  }
  return true;
}

function is_ours(section: UciSection): boolean {
  return section.name.startsWith(name_prefix);
}

/** Whether a section is what a role's has to be. */
function is_current(section: UciSection, role: RoleRights): boolean {
  const is_its = section.name === name_prefix + role.name && section.type === section_type;
  return is_its && same_options(section.options, options_of(role));
}

/** Somebody else's login section of a user name. */
function local_login(sections: UciSection[], username: string): UciSection | undefined {
  return sections.find(
    (section) => section.type === section_type && !is_ours(section) && section.options.username === username,
  );
}

function write_failed(section: string): Err {
  return err("UCI_ERROR", { config: uci_package, section });
}

/** Makes a section anew, so that no option of an earlier one is left in it. */
function write_section(io: Io, name: string, options: SectionOptions, exists: boolean): boolean {
  if (exists && !io.uci_delete(uci_package, name)) {
    return false;
  }
  let done = io.uci_add(uci_package, name, section_type);
  for (const option of ["username", "password", "read", "write"]) {
    const value = options[option];
    done = done && (value === undefined || io.uci_set(uci_package, name, option, value));
  }
  return done;
}

/** Writes the roles' sections that are missing or different; the answer is how many. */
function write_missing(io: Io, sections: UciSection[], roles: RoleRights[]): Result<number> {
  let written = 0;
  for (const role of roles) {
    const name = name_prefix + role.name;
    const found = sections.find((section) => section.name === name);
    if (found === undefined || !is_current(found, role)) {
      if (!write_section(io, name, options_of(role), found !== undefined)) {
        return write_failed(name);
      }
      written = written + 1;
    }
  }
  return ok(written);
}

/** Deletes those sections of ours whose names are not to be kept; the answer is how many. */
function delete_others(io: Io, sections: UciSection[], kept: string[]): Result<number> {
  let deleted = 0;
  for (const section of sections) {
    if (is_ours(section) && !kept.includes(section.name)) {
      if (!io.uci_delete(uci_package, section.name)) {
        return write_failed(section.name);
      }
      deleted = deleted + 1;
    }
  }
  return ok(deleted);
}

/** Writes the package when something changed; else its file is not touched. */
function commit(io: Io, changes: number): Result<SyncResult> {
  if (changes === 0) {
    return ok({ changed: false });
  }
  return io.uci_commit(uci_package) ? ok({ changed: true }) : write_failed("");
}

/** rpcd's sections as they are now; none where they cannot be read. */
export function read(io: Io): UciSection[] {
  const sections = io.uci_sections(uci_package);
  return sections.ok ? sections.data : [];
}

/** The user names of rpcd's login sections, without those that this service keeps for its roles. */
export function local_logins(sections: UciSection[]): string[] {
  const logins: string[] = [];
  for (const section of sections) {
    const username = section.options.username;
    if (section.type === section_type && typeof username === "string" && !is_ours(section)) {
      logins.push(username);
    }
  }
  return logins;
}

/** A role that is left out, and the section of the local login where there is one. */
export interface Conflict {
  role: string;
  section: string | undefined;
}

/** The roles that are called like a local login of rpcd. */
export function conflicts(sections: UciSection[], all: Role[]): Conflict[] {
  const found: Conflict[] = [];
  for (const role of all) {
    const login = local_login(sections, role.name);
    if (login !== undefined || role_rules.is_reserved(role.name)) {
      found.push({ role: role.name, section: login !== undefined ? login.name : undefined });
    }
  }
  return found;
}

/** The other roles. */
export function usable_roles(sections: UciSection[], all: Role[]): Role[] {
  const left_out = conflicts(sections, all).map((conflict) => conflict.role);
  return all.filter((role) => !left_out.includes(role.name));
}

/** Logs each role that is left out, RPCD_LOGIN_CONFLICT. */
export function warn_of_conflicts(io: Io, sections: UciSection[], all: Role[]): void {
  for (const conflict of conflicts(sections, all)) {
    log.event(io, "warning", "RPCD_LOGIN_CONFLICT", [
      ["role", conflict.role],
      ["section", conflict.section],
    ]);
  }
}

/**
 * Whether a reload of rpcd would give a session of this role what the role gives: the first login section of its name is
 * the role's own, and as it has to be.
 */
export function is_in_step(sections: UciSection[], role: RoleRights): boolean {
  const first = sections.find((section) => section.type === section_type && section.options.username === role.name);
  return first !== undefined && is_current(first, role);
}

/** The roles whose sections are not those of `roles`, missing ones and those of roles that are gone included. */
export function behind(sections: UciSection[], roles: RoleRights[]): string[] {
  const known = roles.map((role) => role.name);
  const names = sections
    .filter((section) => is_ours(section))
    .map((section) => section.name.substring(name_prefix.length))
    .filter((name) => !known.includes(name));
  return names.concat(roles.filter((role) => !is_in_step(sections, role)).map((role) => role.name));
}

/**
 * Makes the sections `sso_login_*` those of the roles, and leaves all others alone. Nothing is written when nothing
 * differs. UCI_ERROR when the package cannot be read or written.
 */
export function sync(io: Io, roles: RoleRights[]): Result<SyncResult> {
  const sections = io.uci_sections(uci_package);
  if (!sections.ok) {
    return sections;
  }
  const deleted = delete_others(
    io,
    sections.data,
    roles.map((role) => name_prefix + role.name),
  );
  if (!deleted.ok) {
    return deleted;
  }
  const written = write_missing(io, sections.data, roles);
  return written.ok ? commit(io, deleted.data + written.data) : written;
}
