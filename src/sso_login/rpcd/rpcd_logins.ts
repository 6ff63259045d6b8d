/**
 * The `login` sections of /etc/config/rpcd, which keep the rights of sessions when rpcd reloads.
 *
 * A reload grants each session the rights of the first `login` section that has its `username`; a session without such a section
 * loses its rights. So every role has a section `sso_login_<role>` with an impossible password. A role with the name of a local
 * login is left out, as its sessions would get that login's rights.
 */
import type { Role } from "../settings/role_sections";
import type { RoleRights } from "../rights/permissions";
import type { Io, UciSection } from "../base/io";
import * as log from "../base/log";
import { ok, type Result } from "../result";
import * as option_bounds from "../settings/option_bounds";
import * as strings from "../base/strings";
import * as role_matching from "../rights/role_matching";
import type { RoleRules } from "../rights/role_matching";
import type { Config } from "../settings/provider_config";
import * as package_sections from "../settings/package_sections";

export type SectionOptions = UciSection["options"];

export const uci_package = "rpcd";
export const section_type = "login";
export const name_prefix = "sso_login_";

/**
 * A hash that no password has. rpcd accepts any password when there is an empty one, and older versions crash when the
 * option is missing.
 */
export const impossible_hash = "!";

/** The options of a role's section. Lists stay lists with one entry, as rpcd ignores plain options there; an empty list is left out. */
export function options_of(role: RoleRights): SectionOptions & { read: string[]; write?: string[] } {
  const section: ReturnType<typeof options_of> = {
    username: role.name,
    password: impossible_hash,
    read: role.read.concat(["unauthenticated"]),
  };
  if (role.write.length > 0) {
    section.write = role.write;
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

export function same_options(one: SectionOptions, other: SectionOptions): boolean {
  const names = strings.sorted_keys(one).concat(strings.sorted_keys(other));
  return names.every((name) => same_value(one[name], other[name]));
}

export function is_sso_section(section: UciSection): boolean {
  return section.name.startsWith(name_prefix);
}

/** Whether a section is a role's, with the options that it must have. */
export function is_current(section: UciSection, role: RoleRights): boolean {
  const has_name = section.name === name_prefix + role.name && section.type === section_type;
  return has_name && same_options(section.options, options_of(role));
}

/** Whether a section is a local login: one of rpcd's own, and no role's. */
export function is_local(section: UciSection): boolean {
  return section.type === section_type && !is_sso_section(section);
}

/** Reads rpcd's sections; CONFIG_ERROR where they cannot be read, or there are none. */
export function read_sections(io: Io): Result<UciSection[]> {
  return package_sections.read(io, uci_package);
}

/** Whether `sections` have one of the type and options of each that is wanted. Names may change: one without a name gets another. */
export function has_all(sections: UciSection[], wanted: Pick<UciSection, "type" | "options">[]): boolean {
  return wanted.every((one) =>
    sections.some((found) => found.type === one.type && same_options(found.options, one.options)),
  );
}

export function local_logins(sections: UciSection[]): string[] {
  return sections
    .filter((section) => is_local(section) && typeof section.options.username === "string")
    .map((section) => section.options.username as string);
}

/** A role that is left out, and the section of the local login; root is reserved without one. */
export interface Conflict {
  role: string;
  section: string | undefined;
}

export function conflicts(sections: UciSection[], all: Role[]): Conflict[] {
  const found: Conflict[] = [];
  for (const role of all) {
    const login = sections.find((section) => is_local(section) && section.options.username === role.name);
    if (login !== undefined || option_bounds.is_reserved(role.name)) {
      found.push({ role: role.name, section: login !== undefined ? login.name : undefined });
    }
  }
  return found;
}

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

/** Whether a reload of rpcd gives this role's sessions its rights: the first login section of its name is its own, and current. */
export function is_first_and_current(sections: UciSection[], role: RoleRights): boolean {
  const first = sections.find((section) => section.type === section_type && section.options.username === role.name);
  return first !== undefined && is_current(first, role);
}

/** The rules about claims and roles of a provider, without roles that are left out, which `has_log` logs. CONFIG_ERROR. */
export function role_rules(io: Io, config: Config, has_log: boolean): Result<RoleRules> {
  const logins = read_sections(io);
  if (!logins.ok) {
    return logins;
  }
  if (has_log) {
    warn_of_conflicts(io, logins.data, config.roles);
  }
  return ok(role_matching.with_roles(config, usable_roles(logins.data, config.roles)));
}
