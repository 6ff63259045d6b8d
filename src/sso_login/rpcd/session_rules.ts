/** The rules by which sessions stay alive: providers and roles as they are configured now. */
import type { Io, UciSection } from "../base/io";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import { ok, type Facts, type Result } from "../result";
import * as saved_config from "../settings/saved_config";
import * as package_sections from "../settings/package_sections";
import * as role_sections from "../settings/role_sections";
import * as role_matching from "../rights/role_matching";
import type { RoleUser } from "../rights/role_matching";
import * as rpcd_logins from "./rpcd_logins";
import type { SsoSession } from "./rpcd_sessions";

/** Other options are left out: a mistake in them must not end a session. */
export interface SessionRules {
  providers: UciSection[];
  all_roles: role_sections.Role[];
  /** The faults of the roles that count nowhere. */
  faults: Facts[];
  /** The roles without those that are called like a local login of rpcd. */
  roles: role_sections.Role[];
  /** The sections of the UCI package rpcd. */
  logins: UciSection[];
}

/** Reads the rules from the saved configuration; CONFIG_ERROR when this package's sections or rpcd's cannot be read. */
export function read_rules(io: Io): Result<SessionRules> {
  const sections = saved_config.saved_sections(io);
  if (!sections.ok) {
    return sections;
  }
  const all = role_sections.of_sections(sections.data);
  const logins = rpcd_logins.read_sections(io);
  if (!logins.ok) {
    return logins;
  }
  return ok({
    providers: package_sections.provider_sections(sections.data),
    all_roles: all.roles,
    faults: all.faults,
    roles: rpcd_logins.usable_roles(logins.data, all.roles),
    logins: logins.data,
  });
}

function lists_of(role: role_sections.Role): rpcd_logins.SectionOptions {
  return { read: role.read ?? [], write: role.write ?? [] };
}

/** Whether a role still has the lists of access groups that it had at the login. */
export function has_same_lists(rules: SessionRules, role_at_login: role_sections.Role): boolean {
  const now = rules.roles.find((role) => role.name === role_at_login.name);
  return now !== undefined && rpcd_logins.same_options(lists_of(now), lists_of(role_at_login));
}

/** Whether this router is another client of the provider than at the login; a login of an earlier version does not tell, nor a missing option. */
function is_other_client(options: UciSection["options"], entry: SsoSession): boolean {
  const now = json_values.text_of(options.client_id);
  const are_known = entry.client_id !== "" && now !== "";
  return are_known && entry.client_id !== now;
}

/** Whether a program may still exchange tokens for its audience, and as its client; true for a person's session. */
function still_admitted(options: UciSection["options"], entry: SsoSession): boolean {
  if (entry.client === "") {
    return true;
  }
  const clients = strings.words_of(options.api_client);
  const is_client = clients.length === 0 || clients.includes(entry.client);
  return is_client && entry.audience !== "" && options.api_audience === entry.audience;
}

/** Whether a session's user still has every role of the session: `user`, or by the identity in the session's values. */
export function still_authorized(rules: SessionRules, entry: SsoSession, user?: RoleUser): boolean {
  const section = rules.providers.find((provider) => provider.name === entry.provider);
  const options: UciSection["options"] = section !== undefined ? section.options : {};
  if (options.enabled !== "1" || entry.issuer !== options.issuer_url) {
    return false;
  }
  if (is_other_client(options, entry) || !still_admitted(options, entry)) {
    return false;
  }
  return [entry.role].concat(entry.roles).every((name) => {
    const role = rules.roles.find((candidate) => candidate.name === name);
    return role !== undefined && role_matching.matches(role, user ?? entry);
  });
}
