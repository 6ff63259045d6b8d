/** The settings on the page, and the calls of rpcd's object `uci` that save them. */
import { first } from "../../sso_login/base/public_names";
import type { OptionsAnswer, RoleAnswer, SavedAnswer } from "../../sso_login/answers/ubus_answers";
import { section_rows, type OptionRow } from "../../sso_login/settings/option_table";
import { list_names } from "../../sso_login/settings/role_sections";

/** A role on the page; one that is saved remembers under which name. */
export interface EditedRole extends RoleAnswer {
  savedName?: string;
}

/** Texts by option; "" and an absent value are the same. */
export interface Values {
  [option: string]: string | undefined;
}

export interface EditedOptions {
  values: Values;
  /** As typed; "" keeps the saved one. */
  clientSecret: string;
  removeClientSecret: boolean;
}

/** A further provider on the page; one that is saved remembers under which name. */
export interface EditedProvider extends Partial<EditedOptions> {
  name: string;
  values: Values;
  savedName?: string;
}

export interface EditedSettings extends EditedOptions {
  providers: EditedProvider[];
  roles: EditedRole[];
}

/** Options and lists of a section. */
export interface UciValues {
  [option: string]: string | string[];
}

/** A call of rpcd's object `uci` on the package `sso-login`. */
export type UciCall =
  | { method: "add"; type: string; name: string; values: UciValues }
  | { method: "set"; section: string; values: UciValues }
  | { method: "delete"; section: string; options?: string[] }
  | { method: "rename"; section: string; name: string }
  | { method: "order"; sections: string[] };

const secret = "client_secret";

/** Changed by a method of its own and never by saving, which would undo it. */
const passwordLogin = "password_login";

/** An option that the form shows as a text, with the meaning of an absent one. */
interface PlainOption {
  name: string;
  fallback: string;
}

function toPlain(rows: OptionRow[]): PlainOption[] {
  const plain = rows.filter(({ name }) => name !== secret && name !== passwordLogin);
  return plain.map(({ name, fallback = "" }) => ({ name, fallback }));
}

/** The options that every provider's section has. */
export function providerOptions(): PlainOption[] {
  return toPlain(section_rows().filter(({ scope }) => scope === undefined));
}

/** The options of a provider's section; the first one's has those of the router as well. */
export function plainOptions(section: string): PlainOption[] {
  return section === first ? toPlain(section_rows()) : providerOptions();
}

/** The options of a section that change; "" removes one. A value that means the same as the saved one stays. */
function optionChanges(
  section: string,
  edited: EditedProvider | EditedSettings,
  saved: OptionsAnswer | undefined,
): { [option: string]: string } {
  const changes: { [option: string]: string } = {};
  for (const { name, fallback } of plainOptions(section)) {
    const after = edited.values[name] ?? "";
    if ((saved?.values[name] || fallback) !== (after || fallback)) {
      changes[name] = after;
    }
  }
  if (edited.clientSecret) {
    changes[secret] = edited.clientSecret;
  } else if (edited.removeClientSecret === true && saved?.client_secret_set === true) {
    changes[secret] = "";
  }
  return changes;
}

/** The lists of a role that change, and its issuer; an empty value removes one. */
export function roleChanges(edited: RoleAnswer, saved: RoleAnswer | undefined): UciValues {
  const changes: UciValues = {};
  for (const list of list_names) {
    if (JSON.stringify(edited[list]) !== JSON.stringify(saved?.[list] ?? [])) {
      changes[list] = edited[list];
    }
  }
  if ((edited.sub_issuer ?? "") !== (saved?.sub_issuer ?? "")) {
    changes["sub_issuer"] = edited.sub_issuer ?? "";
  }
  return changes;
}

/** The calls that change a section; `set` refuses an empty list. */
function changeCalls(section: string, changes: UciValues): UciCall[] {
  const values = Object.fromEntries(Object.entries(changes).filter(([, value]) => value.length > 0));
  const options = Object.keys(changes).filter((option) => !(option in values));
  return [
    ...(Object.keys(values).length > 0 ? [{ method: "set" as const, section, values }] : []),
    ...(options.length > 0 ? [{ method: "delete" as const, section, options }] : []),
  ];
}

function firstCalls(saved: SavedAnswer, edited: EditedSettings): UciCall[] {
  const calls = changeCalls(first, optionChanges(first, edited, saved));
  const isNew = Object.keys(saved.values).length === 0 && !saved.client_secret_set && calls.length > 0;
  // The section itself may be missing; adding it where it is there changes nothing.
  return isNew ? [{ method: "add", type: "oidc", name: first, values: {} }, ...calls] : calls;
}

/** `wanted`, or with the first number after it that no section has. */
export function freeName(wanted: string, taken: string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) {
    name = `${wanted}_${number}`;
  }
  return name;
}

/** Renames sections, which keep their places: those whose name another one gets go aside first, so that no name is taken when it is given. */
export function renameCalls(sections: { from: string; to: string }[]): UciCall[] {
  const renames = sections.filter(({ from, to }) => from !== to);
  const taken = sections.flatMap(({ from, to }) => [from, to]);
  const aside: { from: string; to: string }[] = [];
  for (const { from } of renames.filter((one) => renames.some(({ to }) => to === one.from))) {
    aside.push({ from, to: freeName("renamed", [...taken, ...aside.map(({ to }) => to)]) });
  }
  const placeOf = (name: string): string => aside.find(({ from }) => from === name)?.to ?? name;
  const all = [...aside, ...renames.map(({ from, to }) => ({ from: placeOf(from), to }))];
  return all.map(({ from, to }) => ({ method: "rename", section: from, name: to }));
}

/** The calls for sections that have names: first those that go, then names, then changes, then new ones. */
function sectionCalls(saved: SavedAnswer, edited: EditedSettings): UciCall[] {
  const sections = [
    ...edited.providers.map((after) => {
      const before = saved.providers.find(({ name }) => name === after.savedName);
      return { type: "oidc", from: before?.name, to: after.name, values: optionChanges(after.name, after, before) };
    }),
    ...edited.roles.map((after) => {
      const before = saved.roles.find(({ name }) => name === after.savedName);
      return { type: "role", from: before?.name, to: after.name, values: roleChanges(after, before) };
    }),
  ];
  const gone = [...saved.providers, ...saved.roles].filter(({ name }) => !sections.some(({ from }) => from === name));
  const kept = sections.flatMap(({ from, to }) => (from === undefined ? [] : [{ from, to }]));
  return [
    ...gone.map(({ name }) => ({ method: "delete" as const, section: name })),
    ...renameCalls(kept),
    ...sections.flatMap(({ from, to, values }) => (from === undefined ? [] : changeCalls(to, values))),
    ...sections.flatMap(({ from, type, to: name, values }): UciCall[] =>
      from === undefined ? [{ method: "add", type, name, values }] : [],
    ),
  ];
}

/** Whether the calls change what the logins of a provider depend on. */
export function changesLogins(calls: UciCall[]): boolean {
  const own = [secret, ...providerOptions().map(({ name }) => name)];
  return calls.some((call) => {
    const options = "values" in call ? Object.keys(call.values) : call.method === "delete" ? (call.options ?? []) : [];
    return options.some((option) => own.includes(option));
  });
}

/** Sections in the order of the saved ones, new ones last. */
export function inOrderOf<Edited extends { savedName?: string }>(
  saved: { name: string }[],
  edited: Edited[],
): Edited[] {
  const places = new Map(saved.map(({ name }, at) => [name, at]));
  const placeOf = ({ savedName = "" }: Edited): number => places.get(savedName) ?? saved.length;
  return [...edited].sort((one, other) => placeOf(one) - placeOf(other));
}

/** Whether sections were moved. */
export function isMoved<Edited extends { savedName?: string }>(saved: { name: string }[], edited: Edited[]): boolean {
  return inOrderOf(saved, edited).some((one, at) => one !== edited[at]);
}

/** The calls that save the edited settings, in their order; none when nothing was changed. */
export function uciCalls(saved: SavedAnswer, edited: EditedSettings): UciCall[] {
  const { providers, roles } = edited;
  // A session is named after the first role that fits.
  const sections = [first, ...[...providers, ...roles].map(({ name }) => name)];
  const order: UciCall[] = isMoved(saved.roles, roles) ? [{ method: "order", sections }] : [];
  return [...firstCalls(saved, edited), ...sectionCalls(saved, edited), ...order];
}
