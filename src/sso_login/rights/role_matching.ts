/** The roles that a user's claims match (specification, "Role sections"). Pure functions. */
import type { JsonObject } from "io/json";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as claim_rules from "./claim_rules";
import type { ClaimRules } from "./claim_rules";
import { err, ok, type Message, type Result } from "../result";
import * as role_sections from "../settings/role_sections";
import type { CompleteRole, Role } from "../settings/role_sections";

/** The options about claims; absent ones are off. */
export interface EmailRules extends ClaimRules {
  allow_unverified_email?: boolean;
  email_claim_trusted?: boolean;
  /** The section of the provider; `default` where absent. */
  provider?: string;
}

export interface RoleRules extends EmailRules {
  roles: Role[];
  issuer_url?: string;
}

/** A user as roles match it: a verified e-mail, if there is one, groups, and a subject of an issuer. */
export interface RoleUser {
  email?: string;
  groups: string[];
  sub?: unknown;
  issuer?: string;
  /** The section of the provider; `default` where absent, or "". */
  provider?: string;
  /** The client of an access token; absent, or "", for a person in a browser. */
  client?: string;
  /** Whether the token is a person's although `sub` is the client. */
  is_of_person?: boolean;
}

/** The lists of a role that name users. */
export type Rule = "client" | "email" | "sub" | "group";
export const kinds: Rule[] = ["client", "email", "sub", "group"];

/** The matching roles: the name of the first, and the lists of all without repetitions. */
export interface RoleMatch {
  role_name: string;
  read: string[];
  write: string[];
  /** The matching roles in file order. */
  roles: CompleteRole[];
  /** The user's groups that any role lists. */
  groups: string[];
  /** Whether more roles would match if the e-mail were verified. */
  email_ignored: boolean;
}

/** Whether an e-mail may count at all: `email_verified` vouches only for the claim `email`. */
function is_claim_trusted(rules: EmailRules): boolean {
  return claim_rules.email_claim(rules) === "email" || rules.email_claim_trusted === true;
}

/** Whether a section is that of the first provider. */
function is_first(provider: string | undefined): boolean {
  return (provider ?? "") === "" || provider === public_names.first;
}

/**
 * The e-mail that counts for roles; undefined where there is none. `email_verified`, where it is there, must be `true` or the text "true",
 * unless an option allows another value; at further providers it must be there. A claim other than `email` must be trusted by an option.
 */
export function verified_email(rules: EmailRules, claims: JsonObject): string | undefined {
  const mark = claims.email_verified;
  const email = claim_rules.email_of(rules, claims);
  const verified = mark === true || mark === "true";
  const is_lenient = mark === undefined || rules.allow_unverified_email === true;
  const counts = is_claim_trusted(rules) && (verified || (is_lenient && is_first(rules.provider)));
  return counts && typeof email === "string" ? email : undefined;
}

/** Whether a role lists an e-mail, without regard to ASCII case; false for "" and undefined. */
function lists_email(role: Role, email: string | undefined): boolean {
  const lower_case = email !== undefined && email !== "" ? email.toLowerCase() : undefined;
  return (role.email ?? []).some((allowed) => allowed.toLowerCase() === lower_case);
}

/** Whether an e-mail gives a role although the provider does not say whether it is verified. */
export function counts_unmarked(rules: RoleRules, claims: JsonObject): boolean {
  const is_meant = claim_rules.email_claim(rules) === "email" && rules.allow_unverified_email !== true;
  const email = is_meant && claims.email_verified === undefined ? verified_email(rules, claims) : undefined;
  return rules.roles.some((role) => lists_email(role, email));
}

/** Whether a role lists a subject of this issuer. */
function lists_sub(role: Role, user: RoleUser): boolean {
  const same_issuer = role.sub_issuer !== undefined && role.sub_issuer === user.issuer;
  return same_issuer && (role.sub ?? []).some((allowed) => allowed === user.sub);
}

/** Whether a role's e-mails, groups and clients count at a provider. */
export function counts_at(role: Role, provider: string | undefined): boolean {
  const own = role.provider ?? [];
  if (is_first(provider)) {
    return own.length === 0 || own.includes(public_names.first);
  }
  return provider !== undefined && own.includes(provider);
}

/** Whether a role counts for a kind of access, `web` or `api`. */
export function allows(role: Role, kind: string): boolean {
  const access = role.access ?? [];
  return access.length > 0 ? access.includes(kind) : kind === "web";
}

/** Claims that only a user's token has. */
const claims_of_persons = ["email", "preferred_username", "auth_time", "amr", "acr", "sid"];

/**
 * Whether an access token is a person's, and not that of a client for itself (RFC 9068 section 5), where `sub` is the client, and no claim
 * is a person's. Where a person may choose `sub`, that alone is no proof.
 */
export function is_of_person(claims: JsonObject, client: string): boolean {
  return claims.sub !== client || claims_of_persons.some((name) => claims[name] !== undefined);
}

/** Whether a user is a person, in a browser or by a token, and not a client that came for itself. */
function is_person(user: RoleUser): boolean {
  const client = user.client ?? "";
  return client === "" || client !== user.sub || user.is_of_person === true;
}

/** The rules by which a role lists a user: e-mail, subject or a group, or without a user the client or one of its groups. */
export function rules_listing(role: Role, user: RoleUser): Rule[] {
  const of_person = is_person(user);
  const counts = counts_at(role, user.provider);
  // A subject has its issuer, and so needs no provider; a role that names its providers counts at no other.
  const counts_sub = of_person && (counts || (role.provider ?? []).length === 0);
  const by: { [rule in Rule]: boolean } = {
    client: counts && !of_person && (role.client ?? []).some((listed) => listed === user.client),
    email: counts && of_person && lists_email(role, user.email),
    sub: counts_sub && lists_sub(role, user),
    group: counts && (role.group ?? []).some((allowed) => user.groups.includes(allowed)),
  };
  return kinds.filter((kind) => by[kind]);
}

/** Whether a role lists a user, and counts for the kind of access. */
export function matches(role: Role, user: RoleUser): boolean {
  return allows(role, (user.client ?? "") === "" ? "web" : "api") && rules_listing(role, user).length > 0;
}

export function with_roles(rules: RoleRules, all: Role[]): RoleRules {
  return {
    roles: all,
    allow_unverified_email: rules.allow_unverified_email,
    groups_claim: rules.groups_claim,
    email_claim: rules.email_claim,
    email_claim_trusted: rules.email_claim_trusted,
    issuer_url: rules.issuer_url,
    provider: rules.provider,
  };
}

/** The user of claims; `client` is the client of an access token. */
export function user_of(rules: RoleRules, claims: JsonObject, client?: string): RoleUser {
  return {
    email: verified_email(rules, claims),
    groups: claim_rules.groups_of(rules, claims) ?? [],
    sub: claims.sub,
    issuer: rules.issuer_url,
    provider: rules.provider,
    client,
    is_of_person: client !== undefined && is_of_person(claims, client),
  };
}

/** The advice for the log about an e-mail that does not count; undefined where it counts, or there is none. */
export function unverified_hint(rules: EmailRules, claims: JsonObject): Message | undefined {
  if (typeof claim_rules.email_of(rules, claims) !== "string" || verified_email(rules, claims) !== undefined) {
    return undefined;
  }
  if (!is_claim_trusted(rules)) {
    return { id: "untrusted_email_claim" };
  }
  return { id: is_first(rules.provider) ? "unverified_email" : "unverified_further" };
}

/** The advice for a program whose token matches no role: a role that is for people, or lists the client of a user's token. */
function program_hint(all: Role[], user: RoleUser): Message | undefined {
  const closed = all.find((role) => !allows(role, "api") && rules_listing(role, user).length > 0);
  if (closed !== undefined) {
    return { id: "role_without_api", params: { role: closed.name } };
  }
  const is_listed = all.some((role) => (role.client ?? []).some((listed) => listed === user.client));
  return is_listed && is_person(user) ? { id: "client_of_user" } : undefined;
}

/**
 * The roles that claims match, in file order; `client` is the client of an access token. USER_NOT_AUTHORIZED when no role
 * matches, with an advice where the e-mail did not count.
 */
export function find_roles_for_user(rules: RoleRules, claims: JsonObject, client?: string): Result<RoleMatch> {
  const claim = claim_rules.email_of(rules, claims);
  const address = typeof claim === "string" ? claim : undefined;
  const user = user_of(rules, claims, client);
  const all = rules.roles;
  const matching = all
    .filter((role) => matches(role, user))
    .map((role) => role_sections.of_lists(role.name, role.sub_issuer, (list) => role[list] ?? []));
  const first = matching[0];
  if (first === undefined) {
    return err("USER_NOT_AUTHORIZED", {
      reason: "matched no roles",
      hint: unverified_hint(rules, claims) ?? program_hint(all, user),
    });
  }
  const is_unverified = address !== undefined && user.email === undefined;
  const email_ignored = is_unverified && all.some((role) => lists_email(role, address) && !matches(role, user));
  const groups = user.groups.filter((group) => all.some((role) => (role.group ?? []).includes(group)));
  const read: string[] = [];
  const write: string[] = [];
  for (const role of matching) {
    strings.add_missing(read, role.read);
    strings.add_missing(write, role.write);
  }
  return ok({ role_name: first.name, read, write, roles: matching, groups, email_ignored });
}
