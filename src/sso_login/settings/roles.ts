/** Role sections, and the roles that a user's claims match (specification, "Role sections"). Pure functions. */
import type { UciSection } from "../base/io";
import * as values from "../base/values";
import { err, ok, type Result } from "../result";

/** A role. One built by hand may lack some of its lists. */
export interface Role {
  name: string;
  email?: string[];
  group?: string[];
  read?: string[];
  write?: string[];
}

/** A role with all its lists. */
export type CompleteRole = Required<Role>;

/** What a configuration says about roles. One built by hand may lack the option, which then is off. */
export interface RoleRules {
  roles: Role[];
  allow_unverified_email?: boolean;
}

/** Claims as far as they decide about roles; each may be anything. */
export interface RoleClaims {
  email?: unknown;
  email_verified?: unknown;
  groups?: unknown;
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
  return {
    name: section.name,
    email: list_option(section, "email"),
    group: list_option(section, "group"),
    read: list_option(section, "read"),
    write: list_option(section, "write"),
  };
}

/** All role sections in file order; CONFIG_ERROR when one has no name. */
export function of_sections(sections: UciSection[]): Result<CompleteRole[]> {
  const roles: CompleteRole[] = [];
  for (const section of sections) {
    if (section.type === "role") {
      if (section.anonymous) {
        return err("CONFIG_ERROR", { option: "role", role: section.name, must: { id: "role_name" } });
      }
      roles.push(of_section(section));
    }
  }
  return ok(roles);
}

/**
 * The e-mail that counts as the user's: where there is a claim `email_verified`, that must be `true` or the text "true",
 * unless the option allows another. Undefined where there is none.
 */
export function counting_email(
  rules: Pick<RoleRules, "allow_unverified_email">,
  claims: RoleClaims,
): string | undefined {
  const mark = claims.email_verified;
  const verified = mark === undefined || mark === true || mark === "true";
  const counts = verified || rules.allow_unverified_email === true;
  return counts && typeof claims.email === "string" ? claims.email : undefined;
}

/** The groups claim as a list: an array's strings, or a single string. */
export function group_names(groups: unknown): string[] {
  return typeof groups === "string" ? [groups] : (values.strings_of(groups) ?? []);
}

function complete(role: Role): CompleteRole {
  return {
    name: role.name,
    email: role.email ?? [],
    group: role.group ?? [],
    read: role.read ?? [],
    write: role.write ?? [],
  };
}

/** Whether a role lists an e-mail, without regard to ASCII case; undefined, or "", where there is none that counts. */
function lists_email(role: Role, email: string | undefined): boolean {
  const wanted = email !== undefined && email !== "" ? email.toLowerCase() : undefined;
  return (role.email ?? []).some((allowed) => allowed.toLowerCase() === wanted);
}

/** Whether a role lists a user's e-mail, as above, or one of the groups, exactly. */
export function matches(role: Role, email: string | undefined, groups: string[]): boolean {
  return lists_email(role, email) || (role.group ?? []).some((allowed) => groups.includes(allowed));
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
export function find_roles_for_user(rules: RoleRules, claims: RoleClaims): Result<RoleMatch> {
  const address = typeof claims.email === "string" ? claims.email : undefined;
  const email = counting_email(rules, claims);
  const unverified = address !== undefined && email === undefined;
  const groups = group_names(claims.groups);
  const all = rules.roles;
  const matching = all.filter((role) => matches(role, email, groups)).map((role) => complete(role));
  const first = matching[0];
  if (first === undefined) {
    return err("USER_NOT_AUTHORIZED", {
      reason: "matched no roles",
      hint: unverified ? { id: "unverified_email" } : undefined,
    });
  }
  const email_ignored = all.some((role) => lists_email(role, address) && !matches(role, email, groups));
  const read: string[] = [];
  const write: string[] = [];
  for (const role of matching) {
    add_missing(read, role.read);
    add_missing(write, role.write);
  }
  return ok({ role_name: first.name, read, write, roles: matching, groups: listed(all, groups), email_ignored });
}
