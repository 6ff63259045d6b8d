/** Writes the roles' sections (rpcd_logins.ts) into /etc/config/rpcd. */
import type { Io, UciSection } from "../base/io";
import { err, ok, type Err, type Result } from "../result";
import * as uci_commit from "./uci_commit";
import * as rpcd_logins from "./rpcd_logins";
import type { SectionOptions } from "./rpcd_logins";
import type { RoleRights } from "../rights/permissions";

function write_failed(section: string): Err {
  return err("UCI_ERROR", { config: rpcd_logins.uci_package, section });
}

/** Writes a section, after deleting an existing one, so that no option of it is left. */
function write_section(io: Io, name: string, values: SectionOptions, exists: boolean): boolean {
  if (exists && !io.uci_delete(rpcd_logins.uci_package, name)) {
    return false;
  }
  let done = io.uci_add(rpcd_logins.uci_package, name, rpcd_logins.section_type);
  for (const option of ["username", "password", "read", "write"]) {
    const value = values[option];
    done = done && (value === undefined || io.uci_set(rpcd_logins.uci_package, name, option, value));
  }
  return done;
}

/** A text as long as these sections in the file, for which there must be room (uci_commit.ts). */
export function growth_text(roles: RoleRights[]): string {
  const lines: string[] = [];
  for (const role of roles) {
    const section = rpcd_logins.options_of(role);
    lines.push("config login '" + rpcd_logins.name_prefix + role.name + "' username password " + role.name);
    for (const entry of section.read.concat(section.write ?? [])) {
      lines.push("\tlist write '" + entry + "'");
    }
  }
  return lines.join("\n");
}

/** Whether the file has the roles' sections and all others; another process may have added some. */
function is_written(before: UciSection[], after: UciSection[], roles: RoleRights[]): boolean {
  const others = before.filter((section) => !rpcd_logins.is_sso_section(section));
  return (
    rpcd_logins.has_all(after, others) &&
    roles.every((role) => after.some((section) => rpcd_logins.is_current(section, role)))
  );
}

/** The sections of roles that are not configured, and the roles whose section is missing or wrong. */
function differences(sections: UciSection[], roles: RoleRights[]): { gone: UciSection[]; behind: RoleRights[] } {
  const own = sections.filter((section) => rpcd_logins.is_sso_section(section));
  const kept = roles.map((role) => rpcd_logins.name_prefix + role.name);
  return {
    gone: own.filter((section) => !kept.includes(section.name)),
    behind: roles.filter((role) => !own.some((section) => rpcd_logins.is_current(section, role))),
  };
}

/** The names of roles whose sections are missing, wrong, or left of a deleted role. */
export function outdated_roles(sections: UciSection[], roles: RoleRights[]): string[] {
  const found = differences(sections, roles);
  const names = found.gone.map((section) => section.name.substring(rpcd_logins.name_prefix.length));
  return names.concat(found.behind.map((role) => role.name));
}

/**
 * Makes the sections `sso_login_*` those of the roles, and leaves all others unchanged; returns whether something
 * differed, as nothing is written otherwise.
 * CONFIG_ERROR when the package cannot be read or is empty, UCI_ERROR when it cannot be written.
 */
export function sync(io: Io, roles: RoleRights[]): Result<boolean> {
  const sections = rpcd_logins.read_sections(io);
  if (!sections.ok) {
    return sections;
  }
  const before = sections.data;
  const found = differences(before, roles);
  for (const section of found.gone) {
    if (!io.uci_delete(rpcd_logins.uci_package, section.name)) {
      return write_failed(section.name);
    }
  }
  for (const role of found.behind) {
    const name = rpcd_logins.name_prefix + role.name;
    const exists = before.some((section) => section.name === name);
    if (!write_section(io, name, rpcd_logins.options_of(role), exists)) {
      return write_failed(name);
    }
  }
  if (found.gone.length + found.behind.length === 0) {
    return ok(false);
  }
  const committed = uci_commit.commit(io, rpcd_logins.uci_package, growth_text(roles), (after) =>
    is_written(before, after, roles),
  );
  return committed.ok ? ok(true) : committed;
}
