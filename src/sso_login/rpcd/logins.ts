/**
 * The `login` sections of /etc/config/rpcd that keep the rights of single sign-on sessions when rpcd reloads.
 *
 * A reload keeps a session's values but computes its grants anew, from the first `login` section whose `username` is the
 * session's; a session without one loses its rights. So every role has a section `sso_login_<role>`, with which no
 * password login is possible, and a role that is called like a local login is left out: its sessions would get that login's rights.
 */
import type { Role } from "../settings/role_sections";
import type { Io, UciSection } from "../base/io";
import * as log from "../base/log";
import type { Result } from "../result";
import * as limits from "../settings/limits";
import * as strings from "../base/strings";
import * as sections_of from "../settings/sections";

/** What a section needs to know of a role. */
export type RoleRights = Pick<Role, "name" | "read" | "write">;

export type SectionOptions = UciSection["options"];

/** Those of a section of ours. */
interface RoleOptions extends SectionOptions {
  read: string[];
  write?: string[];
}

export const uci_package = "rpcd";
export const section_type = "login";
export const name_prefix = "sso_login_";

/**
 * A hash that no password has. rpcd accepts any password when there is an empty one, and older versions crash when the
 * option is missing.
 */
export const impossible_hash = "!";

/** Lists stay lists even with one entry, since rpcd ignores plain options there; an empty one is left out. */
export function options_of(role: RoleRights): RoleOptions {
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
  // No value of UCI has a NUL, and no list is empty.
  return one.join("\0") === other.join("\0");
}

/** Whether two sections have the same options. */
export function same_options(one: SectionOptions, other: SectionOptions): boolean {
  const names = strings.sorted_keys(one).concat(strings.sorted_keys(other));
  return names.every((name) => same_value(one[name], other[name]));
}

/** Whether a section is one that this service keeps for a role. */
export function is_sso_section(section: UciSection): boolean {
  return section.name.startsWith(name_prefix);
}

/** Whether a section is what a role's has to be. */
export function is_current(section: UciSection, role: RoleRights): boolean {
  const has_name = section.name === name_prefix + role.name && section.type === section_type;
  return has_name && same_options(section.options, options_of(role));
}

/** Whether a section is a local login of rpcd, and no role's. */
export function is_local(section: UciSection): boolean {
  return section.type === section_type && !is_sso_section(section);
}

/** rpcd's sections as they are now; CONFIG_ERROR where they cannot be read, or there are none. */
export function read_sections(io: Io): Result<UciSection[]> {
  return sections_of.read(io, uci_package);
}

/** The user names of rpcd's login sections, without those that this service keeps for its roles. */
export function local_logins(sections: UciSection[]): string[] {
  return sections
    .filter((section) => is_local(section) && typeof section.options.username === "string")
    .map((section) => section.options.username as string);
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
    const login = sections.find((section) => is_local(section) && section.options.username === role.name);
    if (login !== undefined || limits.is_reserved(role.name)) {
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
