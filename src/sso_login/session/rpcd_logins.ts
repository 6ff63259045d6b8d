/**
 * The `login` sections of /etc/config/rpcd that keep the rights of single sign-on sessions when rpcd reloads.
 *
 * A reload keeps a session's values but computes its grants anew, from the first `login` section whose `username` is the
 * session's; a session without one loses its rights. So every role has a section `sso_login_<role>`, with which no
 * password login is possible, and a role that is called like a local login is left out: its sessions would get that login's rights.
 */
import type { Role } from "../settings/roles";
import type { Io, UciSection } from "../base/io";
import * as log from "../base/log";
import { err, ok, type Err, type Result } from "../result";
import * as options from "../settings/options";
import * as strings from "../base/strings";
import * as sections_of from "../settings/sections";
import * as commit from "./commit";

/** What a section needs to know of a role. */
export type RoleRights = Pick<Role, "name" | "read" | "write">;

/** Whether anything was written. */
export interface SyncResult {
  changed: boolean;
}

export type SectionOptions = UciSection["options"];

/** Those of a section of ours. */
interface RoleOptions extends SectionOptions {
  read: string[];
  write?: string[];
}

export const uci_package = "rpcd";
export const section_type = "login";
const name_prefix = "sso_login_";

/**
 * A hash that no password has. rpcd accepts any password when there is an empty one, and older versions crash when the
 * option is missing.
 */
export const impossible_hash = "!";

/** Lists stay lists even with one entry, since rpcd ignores plain options there; an empty one is left out. */
function options_of(role: RoleRights): RoleOptions {
  const section: RoleOptions = {
    username: role.name,
    password: impossible_hash,
    read: (role.read ?? []).concat(["unauthenticated"]),
  };
  const write = role.write ?? [];
  if (write.length > 0) {
    section.write = write;
  }
  return section;
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

/** Whether two sections have the same options. */
export function same_options(one: SectionOptions, other: SectionOptions): boolean {
  for (const name of strings.sorted_keys(one).concat(strings.sorted_keys(other))) {
    if (!same_value(one[name], other[name])) {
      return false;
    }
  }
  return true;
}

/** Whether a section is one that this service keeps for a role. */
export function is_sso_section(section: UciSection): boolean {
  return section.name.startsWith(name_prefix);
}

/** Whether a section is what a role's has to be. */
function is_current(section: UciSection, role: RoleRights): boolean {
  const has_name = section.name === name_prefix + role.name && section.type === section_type;
  return has_name && same_options(section.options, options_of(role));
}

/** The login section of a user name that is not this service's. */
function local_login(sections: UciSection[], username: string): UciSection | undefined {
  return sections.find(
    (section) => section.type === section_type && !is_sso_section(section) && section.options.username === username,
  );
}

function write_failed(section: string): Err {
  return err("UCI_ERROR", { config: uci_package, section });
}

/** Makes a section anew, so that no option of an earlier one is left in it. */
function write_section(io: Io, name: string, values: SectionOptions, exists: boolean): boolean {
  if (exists && !io.uci_delete(uci_package, name)) {
    return false;
  }
  let done = io.uci_add(uci_package, name, section_type);
  for (const option of ["username", "password", "read", "write"]) {
    const value = values[option];
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
    if (is_sso_section(section) && !kept.includes(section.name)) {
      if (!io.uci_delete(uci_package, section.name)) {
        return write_failed(section.name);
      }
      deleted = deleted + 1;
    }
  }
  return ok(deleted);
}

/** As long as these sections are in the file. */
function text_of(roles: RoleRights[]): string {
  const lines: string[] = [];
  for (const role of roles) {
    const section = options_of(role);
    lines.push("config login '" + name_prefix + role.name + "' username password " + role.name);
    for (const entry of section.read.concat(section.write ?? [])) {
      lines.push("\tlist write '" + entry + "'");
    }
  }
  return lines.join("\n");
}

/** Whether the file has what it is to have: the roles' sections, and all others, to which another process may add some. */
function is_written(before: UciSection[], after: UciSection[], roles: RoleRights[]): boolean {
  const others = before.filter((section) => !is_sso_section(section));
  // A section without a name gets another one where its place changes.
  const are_there = others.every((section) =>
    after.some((found) => found.type === section.type && same_options(found.options, section.options)),
  );
  return are_there && roles.every((role) => after.some((section) => is_current(section, role)));
}

/** rpcd's sections as they are now; CONFIG_ERROR where they cannot be read, or there are none. */
export function read_sections(io: Io): Result<UciSection[]> {
  return sections_of.read(io, uci_package);
}

/** The user names of rpcd's login sections, without those that this service keeps for its roles. */
export function local_logins(sections: UciSection[]): string[] {
  const logins: string[] = [];
  for (const section of sections) {
    const username = section.options.username;
    if (section.type === section_type && typeof username === "string" && !is_sso_section(section)) {
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
    if (login !== undefined || options.is_reserved(role.name)) {
      found.push({ role: role.name, section: login !== undefined ? login.name : undefined });
    }
  }
  return found;
}

/** The roles without those that conflict with a local login. */
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
 * the role's own, with the right content.
 */
export function is_up_to_date(sections: UciSection[], role: RoleRights): boolean {
  const first = sections.find((section) => section.type === section_type && section.options.username === role.name);
  return first !== undefined && is_current(first, role);
}

/** The roles whose sections are not those of `roles`, missing ones and those of roles that are gone included. */
export function outdated_roles(sections: UciSection[], roles: RoleRights[]): string[] {
  const known = roles.map((role) => role.name);
  const names = sections
    .filter((section) => is_sso_section(section))
    .map((section) => section.name.substring(name_prefix.length))
    .filter((name) => !known.includes(name));
  return names.concat(roles.filter((role) => !is_up_to_date(sections, role)).map((role) => role.name));
}

/**
 * Makes the sections `sso_login_*` those of the roles, and leaves all others unchanged. Nothing is written when nothing
 * differs. CONFIG_ERROR when the package cannot be read or is empty, UCI_ERROR when it cannot be written.
 */
export function sync(io: Io, roles: RoleRights[]): Result<SyncResult> {
  const sections = read_sections(io);
  if (!sections.ok) {
    return sections;
  }
  const before = sections.data;
  const deleted = delete_others(
    io,
    before,
    roles.map((role) => name_prefix + role.name),
  );
  if (!deleted.ok) {
    return deleted;
  }
  const written = write_missing(io, before, roles);
  if (!written.ok || deleted.data + written.data === 0) {
    return written.ok ? ok({ changed: false }) : written;
  }
  const committed = commit.commit(io, uci_package, text_of(roles), (after) => is_written(before, after, roles));
  return committed.ok ? ok({ changed: true }) : committed;
}
