/** Role sections, and the roles that a user's claims match (specification, "Role sections"). Pure functions. */
import type { JsonObject } from "io/json";
import type { UciSection } from "../base/io";
import * as claim_rules from "./claims";
import type { ClaimRules } from "./claims";
import { err, ok, type Result } from "../result";

/** A role. One built by hand may lack some of its lists. */
export interface Role {
  name: string;
  email?: string[];
  group?: string[];
  sub?: string[];
  /** The issuer whose subjects `sub` lists: elsewhere a subject is somebody else's. */
  sub_issuer?: string;
  read?: string[];
  write?: string[];
}

/** A role with all its lists; subjects where it has some. */
export type CompleteRole = Required<Pick<Role, "name" | "email" | "group" | "read" | "write">> &
  Pick<Role, "sub" | "sub_issuer">;

/** What a configuration says about the claims that count. One built by hand may lack the options, which then are off. */
export interface EmailRules extends ClaimRules {
  allow_unverified_email?: boolean;
}

/** The same, and roles. */
export interface RoleRules extends EmailRules {
  roles: Role[];
  issuer_url?: string;
}

/** Who somebody is to roles: an e-mail that counts, if there is one, groups, and a subject of an issuer. */
export interface RoleUser {
  email?: string;
  groups: string[];
  sub?: unknown;
  issuer?: string;
}

/** What a user may do: the first matching role's name, and the lists of all of them without repetitions. */
export interface RoleMatch {
  role_name: string;
  read: string[];
  write: string[];
  /** The matching roles in file order. */
  roles: CompleteRole[];
  /** Those of the user's groups that any role lists. */
  groups: string[];
  /** Whether there would be more roles if the e-mail counted, which is not verified. */
  email_ignored: boolean;
}

/** A list; a single option counts as a list of one, and empty members are left out. */
function list_option(section: UciSection, option: string): string[] {
  const value = section.options[option];
  const members: string[] = typeof value === "string" ? [value] : (value ?? []);
  return members.filter((member) => member !== "");
}

/** A role section's name and lists, whatever they are. */
export function of_section(section: UciSection): CompleteRole {
  const sub = list_option(section, "sub");
  return {
    name: section.name,
    email: list_option(section, "email"),
    group: list_option(section, "group"),
    sub: sub.length > 0 ? sub : undefined,
    sub_issuer: list_option(section, "sub_issuer")[0],
    read: list_option(section, "read"),
    write: list_option(section, "write"),
  };
}

/** All role sections in file order; CONFIG_ERROR when one has no name, or subjects of nobody. */
export function of_sections(sections: UciSection[]): Result<CompleteRole[]> {
  const roles: CompleteRole[] = [];
  for (const section of sections) {
    if (section.type === "role") {
      if (section.anonymous) {
        return err("CONFIG_ERROR", { option: "role", role: section.name, must: { id: "role_name" } });
      }
      const role = of_section(section);
      if (role.sub !== undefined && role.sub_issuer === undefined) {
        return err("CONFIG_ERROR", { option: "sub_issuer", role: role.name, must: { id: "set" } });
      }
      roles.push(role);
    }
  }
  return ok(roles);
}

/**
 * The e-mail that counts as the user's: where there is a claim `email_verified`, that must be `true` or the text "true",
 * unless the option allows another. Undefined where there is none.
 */
export function counting_email(rules: EmailRules, claims: JsonObject): string | undefined {
  const mark = claims.email_verified;
  const email = claim_rules.email_of(rules, claims);
  const verified = mark === undefined || mark === true || mark === "true";
  const counts = verified || rules.allow_unverified_email === true;
  return counts && typeof email === "string" ? email : undefined;
}

function complete(role: Role): CompleteRole {
  return {
    name: role.name,
    email: role.email ?? [],
    group: role.group ?? [],
    sub: role.sub,
    sub_issuer: role.sub_issuer,
    read: role.read ?? [],
    write: role.write ?? [],
  };
}

/** Whether a role lists an e-mail, without regard to ASCII case; undefined, or "", where there is none that counts. */
export function lists_email(role: Role, email: string | undefined): boolean {
  const wanted = email !== undefined && email !== "" ? email.toLowerCase() : undefined;
  return (role.email ?? []).some((allowed) => allowed.toLowerCase() === wanted);
}

/** Whether a role lists a subject of this issuer. */
export function lists_sub(role: Role, user: RoleUser): boolean {
  const is_ours = role.sub_issuer !== undefined && role.sub_issuer === user.issuer;
  return is_ours && (role.sub ?? []).some((allowed) => allowed === user.sub);
}

/** Whether a role lists a user's e-mail, as above, the subject, or one of the groups, exactly. */
export function matches(role: Role, user: RoleUser): boolean {
  const by_name = lists_email(role, user.email) || lists_sub(role, user);
  return by_name || (role.group ?? []).some((allowed) => user.groups.includes(allowed));
}

/** The same rules with other roles. */
export function with_roles(rules: RoleRules, all: Role[]): RoleRules {
  return {
    roles: all,
    allow_unverified_email: rules.allow_unverified_email,
    groups_claim: rules.groups_claim,
    email_claim: rules.email_claim,
    issuer_url: rules.issuer_url,
  };
}

/** Who claims are about. */
export function user_of(rules: RoleRules, claims: JsonObject): RoleUser {
  return {
    email: counting_email(rules, claims),
    groups: claim_rules.groups_of(rules, claims) ?? [],
    sub: claims.sub,
    issuer: rules.issuer_url,
  };
}

/** Those of the groups that any of the roles lists. */
function listed(all: Role[], groups: string[]): string[] {
  return groups.filter((group) => all.some((role) => (role.group ?? []).includes(group)));
}

function add_missing(target: string[], items: string[]): void {
  for (const item of items) {
    if (!target.includes(item)) {
      target.push(item);
    }
  }
}

/**
 * The roles that a user's claims match, in file order. Fails with USER_NOT_AUTHORIZED, "matched no roles", when there
 * is none; the details name the option `allow_unverified_email` where it is why the e-mail did not count.
 */
export function find_roles_for_user(rules: RoleRules, claims: JsonObject): Result<RoleMatch> {
  const claim = claim_rules.email_of(rules, claims);
  const address = typeof claim === "string" ? claim : undefined;
  const user = user_of(rules, claims);
  const unverified = address !== undefined && user.email === undefined;
  const all = rules.roles;
  const matching = all.filter((role) => matches(role, user)).map((role) => complete(role));
  const first = matching[0];
  if (first === undefined) {
    return err("USER_NOT_AUTHORIZED", {
      reason: "matched no roles",
      hint: unverified ? { id: "unverified_email" } : undefined,
    });
  }
  const email_ignored = all.some((role) => lists_email(role, address) && !matches(role, user));
  const read: string[] = [];
  const write: string[] = [];
  for (const role of matching) {
    add_missing(read, role.read);
    add_missing(write, role.write);
  }
  return ok({ role_name: first.name, read, write, roles: matching, groups: listed(all, user.groups), email_ignored });
}
