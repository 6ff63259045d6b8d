/** The ways in while passwords are refused: providers at which users log in, and change everything. */
import type { Io, UciSection } from "../base/io";
import * as names from "../base/names";
import * as values from "../base/values";
import * as package_sections from "../settings/sections";
import * as validation from "../settings/validation";
import * as role_sections from "../settings/role_sections";
import * as roles from "../rights/roles";
import * as acl from "../rights/acl";
import * as administrators from "./administrators";
import * as rpcd_logins from "../rpcd/logins";

/**
 * The reason why nobody gets in: no provider is on, all that are on have a wrong configuration, or no role changes everything.
 * Such a role is required only at further providers, as most roles do not count there.
 */
export type Obstacle = "disabled" | "config_wrong" | "not_everything";

function switched_on(sections: UciSection[]): UciSection[] {
  return package_sections.provider_sections(sections).filter((section) => section.options.enabled === "1");
}

function open_providers(sections: UciSection[]): UciSection[] {
  return switched_on(sections).filter((section) => validation.from_sections(sections, section.name).ok);
}

/** Whether somebody can log in with a role that changes everything by itself. */
export function has_administrator(io: Io, sections: UciSection[]): boolean {
  const open = open_providers(sections);
  const all = role_sections.of_sections(sections);
  const logins = rpcd_logins.read_sections(io);
  const usable = all.ok && logins.ok ? rpcd_logins.usable_roles(logins.data, all.data) : [];
  const groups = acl.read_groups(io).groups;
  return usable.some(
    (role) =>
      open.some((section) => roles.lists_somebody(role, section.name, values.text_of(section.options.issuer_url))) &&
      administrators.change_everything(io, groups, [role]),
  );
}

/** The reason why nobody gets in by single sign-on; undefined where somebody does. */
export function obstacle(io: Io, sections: UciSection[]): Obstacle | undefined {
  if (switched_on(sections).length === 0) {
    return "disabled";
  }
  const open = open_providers(sections);
  if (open.length === 0) {
    return "config_wrong";
  }
  const is_first = open.some((section) => section.name === names.first);
  return is_first || has_administrator(io, sections) ? undefined : "not_everything";
}
