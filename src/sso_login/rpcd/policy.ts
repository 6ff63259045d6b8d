/** What live sessions depend on: the configuration as it is now, without the options that end no session. */
import type { Io, UciSection } from "../base/io";
import * as strings from "../base/strings";
import * as values from "../base/values";
import { ok, type Result } from "../result";
import * as load from "../settings/load";
import * as package_sections from "../settings/sections";
import * as role_sections from "../settings/role_sections";
import * as roles from "../rights/roles";
import type { Role } from "../settings/role_sections";
import * as rpcd_logins from "./logins";
import type { SsoSession } from "./sessions";

/** What sessions depend on. The other options may be wrong: a mistake there must not end a session. */
export interface SessionPolicy {
  /** The sections of the providers. */
  providers: UciSection[];
  all_roles: Role[];
  /** The roles without those that are called like a local login of rpcd. */
  roles: Role[];
  /** The sections of the UCI package rpcd. */
  logins: UciSection[];
}

/** Reads the policy from the saved configuration; CONFIG_ERROR when the roles or rpcd's sections cannot be read. */
export function read_policy(io: Io): Result<SessionPolicy> {
  const sections = load.saved_sections(io);
  if (!sections.ok) {
    return sections;
  }
  const all = role_sections.of_sections(sections.data);
  if (!all.ok) {
    return all;
  }
  const logins = rpcd_logins.read_sections(io);
  if (!logins.ok) {
    return logins;
  }
  return ok({
    providers: package_sections.provider_sections(sections.data),
    all_roles: all.data,
    roles: rpcd_logins.usable_roles(logins.data, all.data),
    logins: logins.data,
  });
}

/** Whether a session came in by a way that is still open: a program for its audience, and as one of the clients where there are some. */
function still_admitted(options: UciSection["options"], entry: SsoSession): boolean {
  if (entry.client === "") {
    return true;
  }
  const clients = strings.words_of(options.api_client);
  const is_client = clients.length === 0 || clients.includes(entry.client);
  return is_client && entry.audience !== "" && options.api_audience === entry.audience;
}

/** Whether a session's user still has all roles that it was given, by the identity that it keeps. */
export function still_authorized(policy: SessionPolicy, entry: SsoSession): boolean {
  const section = policy.providers.find((provider) => provider.name === entry.provider);
  const options: UciSection["options"] = section !== undefined ? section.options : {};
  if (options.enabled !== "1" || entry.issuer !== options.issuer_url) {
    return false;
  }
  // A session of an earlier version does not say of which client it is, and an option that is missing does not end any.
  const client_id = values.text_of(options.client_id);
  const is_other = entry.client_id !== "" && client_id !== "" && entry.client_id !== client_id;
  if (is_other || !still_admitted(options, entry)) {
    return false;
  }
  return [entry.role].concat(entry.roles).every((name) => {
    const role = policy.roles.find((candidate) => candidate.name === name);
    return role !== undefined && roles.matches(role, entry);
  });
}
