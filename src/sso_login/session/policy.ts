/** What live sessions depend on: the configuration as it is now, without the options that end no session. */
import type { Io, UciSection } from "../base/io";
import * as strings from "../base/strings";
import * as values from "../base/values";
import { ok, type Result } from "../result";
import * as load from "../settings/load";
import * as role_sections from "../settings/role_sections";
import * as roles from "../settings/roles";
import type { Role } from "../settings/role_sections";
import * as rpcd_logins from "./rpcd_logins";
import type { SsoSession } from "./session";

/** What the sessions of a provider depend on. */
interface ProviderPolicy {
  enabled: boolean;
  issuer: string;
  client_id: string;
  /** "" while programs may not come. */
  audience: string;
  /** The clients that may; all where it is empty. */
  clients: string[];
}

/** What sessions depend on. The other options may be wrong: a mistake there must not end a session. */
export interface SessionPolicy {
  /** By the names of their sections. */
  providers: { [name: string]: ProviderPolicy | undefined };
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
  const providers: SessionPolicy["providers"] = {};
  for (const section of load.provider_sections(sections.data)) {
    const saved = section.options;
    providers[section.name] = {
      enabled: saved.enabled === "1",
      issuer: values.text_of(saved.issuer_url),
      client_id: values.text_of(saved.client_id),
      audience: values.text_of(saved.api_audience),
      clients: strings.words_of(saved.api_client),
    };
  }
  const logins = rpcd_logins.read_sections(io);
  if (!logins.ok) {
    return logins;
  }
  return ok({
    providers,
    all_roles: all.data,
    roles: rpcd_logins.usable_roles(logins.data, all.data),
    logins: logins.data,
  });
}

/** Whether a session came in by a way that is still open. */
function still_admitted(policy: ProviderPolicy, entry: SsoSession): boolean {
  if (entry.client === "") {
    return true;
  }
  const is_client = policy.clients.length === 0 || policy.clients.includes(entry.client);
  return is_client && policy.audience !== "" && policy.audience === entry.audience;
}

/** Whether a session's user still has all roles that it was given, by the identity that it keeps. */
export function still_authorized(policy: SessionPolicy, entry: SsoSession): boolean {
  const provider = policy.providers[entry.provider];
  if (provider === undefined || !provider.enabled || entry.issuer !== provider.issuer) {
    return false;
  }
  // A session of an earlier version does not say of which client it is, and an option that is missing does not end any.
  const is_other = entry.client_id !== "" && provider.client_id !== "" && entry.client_id !== provider.client_id;
  if (is_other || !still_admitted(provider, entry)) {
    return false;
  }
  return [entry.role].concat(entry.roles).every((name) => {
    const role = policy.roles.find((candidate) => candidate.name === name);
    return role !== undefined && roles.matches(role, entry);
  });
}
