/** Role sections (specification, "Role sections"). Pure functions. */
import type { UciSection } from "../base/io";
import type { Facts, Message } from "../result";

/** A role. One built by hand may lack some of its lists. */
export interface Role {
  name: string;
  email?: string[];
  group?: string[];
  sub?: string[];
  /** The issuer whose subjects `sub` lists: at another issuer the same subject is another user. */
  sub_issuer?: string;
  /** Clients of the provider that have the role without a user. */
  client?: string[];
  /** Kinds of access for which the role counts: `web`, the only one where the list is absent or empty, and `api`. */
  access?: string[];
  /** The providers at which it counts; where absent, those of `sub_issuer` for subjects, and else `default`. */
  provider?: string[];
  read?: string[];
  write?: string[];
}

/** A role with all lists that most roles have. */
export type CompleteRole = Required<Pick<Role, "name" | "email" | "group" | "read" | "write">> &
  Pick<Role, "sub" | "sub_issuer" | "client" | "access" | "provider">;

export const list_names = ["email", "group", "sub", "client", "access", "provider", "read", "write"] as const;
export type ListName = (typeof list_names)[number];
type ListOf = (this: void, list: ListName) => string[];

/** A role by its lists; empty ones are left out of those that most roles lack. */
export function of_lists(name: string, sub_issuer: string | undefined, list_of: ListOf): CompleteRole {
  const optional = (list: ListName): string[] | undefined => {
    const members = list_of(list);
    return members.length > 0 ? members : undefined;
  };
  return {
    name,
    email: list_of("email"),
    group: list_of("group"),
    sub: optional("sub"),
    sub_issuer,
    client: optional("client"),
    access: optional("access"),
    provider: optional("provider"),
    read: list_of("read"),
    write: list_of("write"),
  };
}

/** A list of a section without empty members; a single option counts as a list of one. */
function list_option(section: UciSection, option: string): string[] {
  const value = section.options[option];
  if (value === undefined) {
    return [];
  }
  const members: string[] = typeof value === "string" ? [value] : value;
  return members.filter((member) => member !== "");
}

const access_kinds = ["web", "api"];

/** The role of a section, valid or not. */
export function of_section(section: UciSection): CompleteRole {
  return of_lists(section.name, list_option(section, "sub_issuer")[0], (list) => list_option(section, list));
}

/** The rule that a role breaks, and its option. */
interface Fault extends Facts {
  option: string;
  must: Message;
}

/** The fault of a role; undefined for one that is right. */
export function fault_of(role: CompleteRole, anonymous: boolean): Fault | undefined {
  const fault = (option: string, must: Message): Fault => ({ option, role: role.name, must });
  if (anonymous) {
    return fault("role", { id: "role_name" });
  }
  if (role.sub !== undefined && role.sub_issuer === undefined) {
    return fault("sub_issuer", { id: "set" });
  }
  return (role.access ?? []).every((kind) => access_kinds.includes(kind))
    ? undefined
    : fault("access", { id: "some_of", params: { words: access_kinds.join(", ") } });
}

/** The roles that are right, in file order, and the faults of the others, which nobody has: one mistake closes one role. */
export function of_sections(sections: UciSection[]): { roles: CompleteRole[]; faults: Facts[] } {
  const roles: CompleteRole[] = [];
  const faults: Facts[] = [];
  for (const section of sections.filter((candidate) => candidate.type === "role")) {
    const role = of_section(section);
    const fault = fault_of(role, section.anonymous);
    if (fault === undefined) {
      roles.push(role);
    } else {
      faults.push(fault);
    }
  }
  return { roles, faults };
}
