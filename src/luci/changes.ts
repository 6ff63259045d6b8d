/** From what is saved and what the page shows to the calls of rpcd's `uci` object that make the one into the other. */
import type { GroupAccess } from "../sso_login/rights/permissions";
import { first } from "../sso_login/base/names";
import { is_of_first, option_rules } from "../sso_login/settings/options";
import { renameCalls } from "./renames";

/** The lists of a role, in the order in which they are written. */
export const roleLists = ["email", "group", "sub", "client", "access", "provider", "read", "write"] as const;

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
  /** The providers at which it counts; none: for its e-mails, groups and clients only the first. */
  provider: string[];
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

/** Texts by option. */
export interface Values {
  [option: string]: string | undefined;
}

/** Options of a provider as they are saved. The secret is never among them. */
export interface SavedOptions {
  values: Values;
  client_secret_set: boolean;
}

/** A provider beside the first: another section of type `oidc`. */
export interface Provider extends SavedOptions {
  name: string;
}

/** The answer of `sso-login get` (src/sso_login/settings.ts): the options are those of the first provider and of the router. */
export interface SavedSettings extends SavedOptions {
  providers: Provider[];
  roles: Role[];
  access_groups: AccessGroup[];
  /** Access groups that open a page together; none where that is not known. */
  pages: string[][];
  /** User names of rpcd's local logins. */
  logins: string[];
  version: string;
  /** Public keys of the router, for providers that are to know them; "" where there is none. */
  jwks: string;
}

/** What the page shows of a provider's options; "" and an absent value are the same. */
export interface EditedOptions {
  values: Values;
  /** As typed; "" keeps the saved one. */
  clientSecret: string;
  removeClientSecret: boolean;
}

/** A further provider on the page; one that is saved remembers under which name. */
export interface EditedProvider extends Provider, Partial<EditedOptions> {
  values: Values;
  savedName?: string;
}

export interface EditedSettings extends EditedOptions {
  providers: EditedProvider[];
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

/** Options of section `default` but these two, or of a further provider, with what an absent one means. */
export function plainOptions(section = first): { name: string; fallback: string }[] {
  const others = option_rules.filter(
    (rule) => rule.name !== secret && rule.name !== passwordLogin && (section === first || !is_of_first(rule)),
  );
  return [{ name: "enabled", fallback: "0" }].concat(
    others.map((rule) => ({ name: rule.name, fallback: rule.fallback ?? "" })),
  );
}

/** The calls for a provider's section. A value that means the same as the saved one is left as it is. */
function optionCalls(section: string, saved: SavedOptions, edited: EditedProvider | EditedSettings): UciCall[] {
  const set: { [option: string]: string } = {};
  const removed: string[] = [];
  for (const { name, fallback } of plainOptions(section)) {
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
  if (edited.clientSecret) {
    set[secret] = edited.clientSecret;
  } else if (edited.removeClientSecret === true && saved.client_secret_set) {
    removed.push(secret);
  }
  const calls: UciCall[] = [];
  if (Object.keys(set).length > 0) {
    if (section === first && Object.keys(saved.values).length === 0 && !saved.client_secret_set) {
      // The section itself may be missing; adding it where it is there changes nothing.
      calls.push({ method: "add", type: "oidc", name: section, values: {} });
    }
    calls.push({ method: "set", section, values: set });
  }
  if (removed.length > 0) {
    calls.push({ method: "delete", section, options: removed });
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

function addProvider(provider: EditedProvider): UciCall {
  const [call] = optionCalls(provider.name, { values: {}, client_secret_set: false }, provider);
  const values = call?.method === "set" ? call.values : {};
  return { method: "add", type: "oidc", name: provider.name, values };
}

function addRole(role: EditedRole): UciCall {
  return { method: "add", type: "role", name: role.name, values: filledLists(role) };
}

/** What is saved and what is shown of one section; one of the two may be missing. */
interface Pair<Saved, Edited> {
  before?: Saved;
  after?: Edited;
}

function pairs<Saved extends { name: string }, Edited extends { savedName?: string }>(
  saved: Saved[],
  edited: Edited[],
): Pair<Saved, Edited>[] {
  const gone = saved.filter(({ name }) => !edited.some(({ savedName }) => savedName === name));
  return [
    ...gone.map((before) => ({ before })),
    ...edited.map((after) => ({ before: saved.find(({ name }) => name === after.savedName), after })),
  ];
}

/** The calls for sections that have names: first those that go, then names, then what changes, then new ones. */
function sectionCalls(saved: SavedSettings, edited: EditedSettings): UciCall[] {
  const providers = pairs(saved.providers, edited.providers);
  const roles = pairs(saved.roles, edited.roles);
  const all: Pair<{ name: string }, { name: string }>[] = [...providers, ...roles];
  const kept = all.flatMap(({ before, after }) => (before && after ? [{ from: before.name, to: after.name }] : []));
  return [
    ...all.flatMap(({ before, after }): UciCall[] =>
      before && !after ? [{ method: "delete", section: before.name }] : [],
    ),
    ...renameCalls(
      kept.map(({ from }) => from),
      kept.filter(({ from, to }) => from !== to),
    ),
    ...providers.flatMap(({ before, after }) => (before && after ? optionCalls(after.name, before, after) : [])),
    ...roles.flatMap(({ before, after }) => (before && after ? listCalls(before, after) : [])),
    ...providers.flatMap(({ before, after }) => (after && !before ? [addProvider(after)] : [])),
    ...roles.flatMap(({ before, after }) => (after && !before ? [addRole(after)] : [])),
  ];
}

/** The calls that save what the page shows, in their order; none when nothing was changed. */
export function uciCalls(saved: SavedSettings, edited: EditedSettings): UciCall[] {
  return [...optionCalls(first, saved, edited), ...sectionCalls(saved, edited)];
}
