/** The ways in while passwords are refused: people who log in by single sign-on with roles that together change everything. */
import * as certificates from "../settings/certificates";
import type { Io, UciSection } from "../base/io";
import * as json_values from "../base/json_values";
import * as client_authentication from "../protocol/client_authentication";
import * as client_keys from "../jose/client_keys";
import type { Message } from "../result";
import * as acl from "../rights/acl";
import * as permissions from "../rights/permissions";
import * as role_matching from "../rights/role_matching";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as role_sections from "../settings/role_sections";
import * as package_sections from "../settings/package_sections";
import * as config_validation from "../settings/config_validation";
import * as web_ports from "../settings/web_ports";

/** The reason why nobody can administer: no provider is on, none that is on can work, or the roles do not change everything. */
export type Obstacle = "disabled" | "config_wrong" | "not_everything";

export interface WaysIn {
  /** Absent where somebody can administer, as far as the router knows. */
  obstacle?: Obstacle;
  /** The faults of providers that are on, and of roles (check/finding_messages.ts); at least one where there is an obstacle. */
  faults: Message[];
}

/** The fault for which nobody can log in at a provider, as far as the router knows; undefined where there is none. */
function provider_fault(io: Io, sections: UciSection[], provider: string): Message | undefined {
  const config = config_validation.from_sections(sections, provider);
  if (!config.ok) {
    return { id: "provider_wrong", params: { provider } };
  }
  const ca_file = config.data.ca_file;
  if (ca_file !== undefined && certificates.kind_of(io.read_file(ca_file, certificates.max_file) ?? "") === "none") {
    return { id: "provider_ca_file", params: { provider, file: ca_file } };
  }
  const alg = client_authentication.alg_of(config.data);
  const has_key = config.data.token_endpoint_auth_method === "private_key_jwt";
  return has_key && client_keys.newest(io, alg) === undefined
    ? { id: "provider_key", params: { provider, alg } }
    : undefined;
}

/** Whether a role lists some person at a provider of this issuer, and counts in a browser. */
export function lists_somebody(role: role_sections.Role, provider: string, issuer: string): boolean {
  const email = (role.email ?? [])[0];
  const sub = (role.sub ?? [])[0];
  return role_matching.matches(role, { email, groups: role.group ?? [], sub, issuer, provider });
}

/** The fault for which nobody has a role at these providers; undefined where there is none. */
function role_fault(role: role_sections.CompleteRole, open: UciSection[], is_usable: boolean): Message | undefined {
  const params = { role: role.name };
  if (!is_usable) {
    return { id: "role_of_login", params };
  }
  if (role.email.concat(role.group, role.sub ?? []).length === 0) {
    return { id: "role_lists_nobody", params };
  }
  if (!role_matching.allows(role, "web")) {
    return { id: "role_for_programs", params };
  }
  const is_somewhere = open.some((section) =>
    lists_somebody(role, section.name, json_values.text_of(section.options.issuer_url)),
  );
  return is_somewhere ? undefined : { id: "role_without_provider", params };
}

/** Adds the fault of each member to `faults`, and returns the members without one. */
function without_faults<T>(
  members: T[],
  faults: Message[],
  fault_of: (this: void, member: T) => Message | undefined,
): T[] {
  return members.filter((member) => {
    const fault = fault_of(member);
    if (fault !== undefined) {
      faults.push(fault);
    }
    return fault === undefined;
  });
}

/** The ways in by the sections of this service, saved or not. */
export function find(io: Io, sections: UciSection[]): WaysIn {
  const faults: Message[] = [];
  const ports = web_ports.of_uhttpd(io);
  if (ports !== undefined && ports.length === 0) {
    return { obstacle: "config_wrong", faults: [{ id: "no_https" }] };
  }
  const providers = package_sections.provider_sections(sections).filter((section) => section.options.enabled === "1");
  if (providers.length === 0) {
    return { obstacle: "disabled", faults: [{ id: "all_off" }] };
  }
  const open = without_faults(providers, faults, (section) => provider_fault(io, sections, section.name));
  const all = role_sections.of_sections(sections).roles;
  if (open.length === 0) {
    return { obstacle: "config_wrong", faults };
  }
  const logins = rpcd_logins.read_sections(io);
  const usable = rpcd_logins.usable_roles(logins.ok ? logins.data : [], all).map((role) => role.name);
  const roles = without_faults(all, faults, (role) => role_fault(role, open, usable.includes(role.name)));
  const groups = acl.read_groups(io).groups;
  if (acl.change_everything(io, groups, roles)) {
    return { faults };
  }
  const missing = permissions.summarize(acl.groups_beyond(io, groups, roles));
  const lack = missing !== "" ? { id: "roles_lack", params: { groups: missing } } : { id: "no_group" };
  faults.push(all.length > 0 ? lack : { id: "no_role" });
  return { obstacle: "not_everything", faults };
}
