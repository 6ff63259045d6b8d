/** From what is saved and what the page shows to the calls of rpcd's `uci` object that make the one into the other. */
import type { GroupAccess } from "../sso_login/session/permissions";
import { option_rules } from "../sso_login/settings/options";

/** The lists of a role, in the order in which they are written. */
export const roleLists = ["email", "group", "sub", "client", "access", "read", "write"] as const;

export interface Role {
  name: string;
  email: string[];
  group: string[];
  sub: string[];
  /** The issuer whose subjects `sub` lists. */
  sub_issuer?: string;
  /** The provider's clients that have the role by themselves, and the ways in for which it counts. */
  client: string[];
  access: string[];
  read: string[];
  write: string[];
}

/** A role on the page; one that is saved remembers under which name. */
export interface EditedRole extends Role {
  savedName?: string;
}

export interface AccessGroup extends GroupAccess {
  description: string;
}

/** The answer of `sso-login get` (src/sso_login/settings.ts). The secret is never in it. */
export interface SavedSettings {
  values: { [option: string]: string | undefined };
  client_secret_set: boolean;
  roles: Role[];
  access_groups: AccessGroup[];
  /** Access groups that open a page together; none where that is not known. */
  pages: string[][];
  /** User names of rpcd's local logins. */
  logins: string[];
  version: string;
}

/** What the page shows; "" and an absent value are the same. */
export interface EditedSettings {
  values: { [option: string]: string | undefined };
  /** As typed; "" keeps the saved one. */
  clientSecret: string;
  removeClientSecret: boolean;
  roles: EditedRole[];
}

/** A call of rpcd's object `uci` on the package `sso-login`. */
export type UciCall =
  | { method: "add"; type: string; name: string; values: { [option: string]: string | string[] } }
  | { method: "set"; section: string; values: { [option: string]: string | string[] } }
  | { method: "delete"; section: string; options?: string[] }
  | { method: "rename"; section: string; name: string };

const secret = "client_secret";

/** Changed by a method of its own and never by saving, which would undo it. */
const passwordLogin = "password_login";

/** Options of section `default` but these two, with what an absent one means. */
export function plainOptions(): { name: string; fallback: string }[] {
  const others = option_rules.filter((rule) => rule.name !== secret && rule.name !== passwordLogin);
  return [{ name: "enabled", fallback: "0" }].concat(
    others.map((rule) => ({ name: rule.name, fallback: rule.fallback ?? "" })),
  );
}

/** The calls for section `default`. A value that means the same as the saved one is left as it is. */
function optionCalls(saved: SavedSettings, edited: EditedSettings): UciCall[] {
  const set: { [option: string]: string } = {};
  const removed: string[] = [];
  for (const { name, fallback } of plainOptions()) {
    const before = saved.values[name] ?? "";
    const after = edited.values[name] ?? "";
    if ((before || fallback) === (after || fallback)) {
      continue;
    }
    if (after === "") {
      removed.push(name);
    } else {
      set[name] = after;
    }
  }
  if (edited.clientSecret !== "") {
    set[secret] = edited.clientSecret;
  } else if (edited.removeClientSecret && saved.client_secret_set) {
    removed.push(secret);
  }
  const calls: UciCall[] = [];
  if (Object.keys(set).length > 0) {
    if (Object.keys(saved.values).length === 0 && !saved.client_secret_set) {
      // The section itself may be missing; adding it where it is there changes nothing.
      calls.push({ method: "add", type: "oidc", name: "default", values: {} });
    }
    calls.push({ method: "set", section: "default", values: set });
  }
  if (removed.length > 0) {
    calls.push({ method: "delete", section: "default", options: removed });
  }
  return calls;
}

function sameList(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((member, index) => member === other[index]);
}

/** The lists that hold something, as `add` takes them. */
function filledLists(role: Role): { [option: string]: string | string[] } {
  const lists: { [option: string]: string | string[] } = role.sub_issuer ? { sub_issuer: role.sub_issuer } : {};
  for (const list of roleLists) {
    if (role[list].length > 0) {
      lists[list] = role[list];
    }
  }
  return lists;
}

/** The calls for the lists of a role that has its new name already. An empty list is a deleted one: `set` refuses []. */
function listCalls(saved: Role, edited: Role): UciCall[] {
  const changed = roleLists.filter((list) => !sameList(saved[list], edited[list]));
  const set = changed.filter((list) => edited[list].length > 0);
  const removed = changed.filter((list) => edited[list].length === 0);
  const calls: UciCall[] = [];
  const values: { [option: string]: string | string[] } = Object.fromEntries(set.map((list) => [list, edited[list]]));
  if (edited.sub_issuer !== undefined && edited.sub_issuer !== saved.sub_issuer) {
    values["sub_issuer"] = edited.sub_issuer;
  }
  if (Object.keys(values).length > 0) {
    calls.push({ method: "set", section: edited.name, values });
  }
  if (removed.length > 0) {
    calls.push({ method: "delete", section: edited.name, options: removed });
  }
  return calls;
}

/** A name that none of the sections has. */
function freeName(taken: string[]): string {
  let number = 1;
  while (taken.includes(`renamed_${number}`)) {
    number += 1;
  }
  return `renamed_${number}`;
}

/**
 * Renames in an order in which no name is taken when it is given; where roles swap their names one steps aside first.
 * A renamed section keeps its place, which decides whose name a session bears.
 */
function renameCalls(sections: string[], renames: { from: string; to: string }[]): UciCall[] {
  const calls: UciCall[] = [];
  const taken = new Set(sections);
  const rename = (from: string, to: string): void => {
    calls.push({ method: "rename", section: from, name: to });
    taken.delete(from);
    taken.add(to);
  };
  let waiting = renames;
  while (waiting.length > 0) {
    const possible = waiting.find(({ to }) => !taken.has(to));
    if (possible !== undefined) {
      rename(possible.from, possible.to);
      waiting = waiting.filter((other) => other !== possible);
    } else {
      const [first, ...others] = waiting as [{ from: string; to: string }];
      const aside = freeName([...taken, ...waiting.map(({ to }) => to)]);
      rename(first.from, aside);
      waiting = [...others, { from: aside, to: first.to }];
    }
  }
  return calls;
}

/** The calls for the roles: first those that go, then names, then lists, then new ones. */
function roleCalls(saved: Role[], edited: EditedRole[]): UciCall[] {
  const kept = edited.filter((role) => saved.some(({ name }) => name === role.savedName));
  const gone = saved.filter(({ name }) => !kept.some((role) => role.savedName === name));
  const renames = kept
    .map((role) => ({ from: role.savedName ?? "", to: role.name }))
    .filter(({ from, to }) => from !== to);
  return [
    ...gone.map(({ name }): UciCall => ({ method: "delete", section: name })),
    ...renameCalls(
      kept.map((role) => role.savedName ?? ""),
      renames,
    ),
    ...kept.flatMap((role) => {
      const before = saved.find(({ name }) => name === role.savedName);
      return before === undefined ? [] : listCalls(before, role);
    }),
    ...edited
      .filter((role) => !kept.includes(role))
      .map((role): UciCall => ({ method: "add", type: "role", name: role.name, values: filledLists(role) })),
  ];
}

/** The calls that save what the page shows, in their order; none when nothing was changed. */
export function uciCalls(saved: SavedSettings, edited: EditedSettings): UciCall[] {
  return [...optionCalls(saved, edited), ...roleCalls(saved.roles, edited.roles)];
}

/** What `sso-login check` is asked: everything as the page shows it; an untyped secret is left to the service. */
export function checkRequest(edited: EditedSettings): { values: { [option: string]: string }; roles: Role[] } {
  const values: { [option: string]: string } = {};
  for (const { name } of plainOptions()) {
    const value = edited.values[name] ?? "";
    if (value !== "") {
      values[name] = value;
    }
  }
  if (edited.clientSecret !== "") {
    values[secret] = edited.clientSecret;
  }
  return {
    values,
    roles: edited.roles.map(({ name, email, group, sub, sub_issuer, client, access, read, write }) => ({
      ...{ name, email, group, sub, client, access, read, write },
      ...(sub_issuer === undefined ? {} : { sub_issuer }),
    })),
  };
}
