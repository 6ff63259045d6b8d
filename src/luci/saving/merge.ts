/** Merges the changes of this page with those that another user has saved meanwhile. Without the DOM. */
import { first } from "../../sso_login/base/public_names";
import type { RoleAnswer, SavedAnswer } from "../../sso_login/answers/ubus_answers";
import { list_names } from "../../sso_login/settings/role_sections";
import { inOrderOf, isMoved, plainOptions, type EditedProvider, type EditedRole, type EditedSettings } from "./changes";

/** Texts by option or list. */
export type Content = { [name: string]: string | undefined };

/** An option of the first provider, a further provider or a role that both have changed; an absent side has deleted it. */
export interface Conflict {
  kind: "option" | "provider" | "role";
  name: string;
  theirs?: Content;
  ours?: Content;
}

/** The part of the saved settings that the page edits. */
export type SavedSettings = Pick<SavedAnswer, "values" | "providers" | "roles">;

function roleContent(role: RoleAnswer): Content {
  const lists = list_names.map((list): [string, string] => [list, role[list].join("\n")]);
  return { name: role.name, ...Object.fromEntries(lists), sub_issuer: role.sub_issuer ?? "" };
}

/** The content of a provider's section; a secret that was typed is another one. */
function providerContent({ name, values, clientSecret, removeClientSecret }: EditedProvider): Content {
  const options = plainOptions(name).map((one): [string, string] => [one.name, values[one.name] || one.fallback]);
  const secret = clientSecret ? "…" : removeClientSecret === true ? "-" : "";
  return { name, ...Object.fromEntries(options), client_secret: secret };
}

/** The sections of one type as the page began with them, as they are saved now, and as the page has them. */
interface Versions<Section> {
  base: Section[];
  now: Section[];
  edited: Section[];
}

interface Named {
  name: string;
  savedName?: string;
}

function named<Section extends Named>(list: Section[], name?: string): Section | undefined {
  return list.find((one) => one.name === name);
}

/** Versions of sections whose content is compared. */
interface Compared<Section> extends Versions<Section> {
  contentOf: (section: Section) => Content;
}

function isSame<Section>({ contentOf }: Compared<Section>, one?: Section, other?: Section): boolean {
  const text = (section?: Section): string => JSON.stringify(section && contentOf(section));
  return text(one) === text(other);
}

/** The sections that the page has changed or added. */
function changedOf<Section extends Named>(all: Compared<Section>): Section[] {
  return all.edited.filter((ours) => !isSame(all, ours, named(all.base, ours.savedName)));
}

/** Merges sections of one type: one that the page has changed stays, another is the saved one. */
function mergeSections<Section extends Named>(all: Compared<Section>): Section[] {
  const { base, now, edited } = all;
  const asSaved = (section: Section): Section => ({ ...section, savedName: section.name });
  // The sections of the page in its order, then those that somebody else has added.
  const changed = changedOf(all);
  const kept = edited.flatMap((ours): Section[] => {
    const theirs = named(now, ours.savedName ?? ours.name);
    if (changed.includes(ours)) {
      // A change of one that somebody else has deleted adds it; an addition under a name that somebody else has added changes that one.
      return [{ ...ours, savedName: theirs?.name }];
    }
    return theirs === undefined ? [] : [asSaved(theirs)];
  });
  const added = now.filter(({ name }) => !named(base, name) && !named(changed, name));
  const merged = [...kept, ...added.map(asSaved)];
  // The order of others counts where this page has none of its own.
  return isMoved(base, edited) ? merged : inOrderOf(now, merged);
}

/** The conflicts about sections of one type that the page has changed or deleted. */
function conflictsOf<Section extends Named>(kind: Conflict["kind"], all: Compared<Section>): Conflict[] {
  const { base, now, edited, contentOf } = all;
  /** Whether `ours`, or without it a deletion, would overwrite what somebody else has made of the section of a name. */
  const wouldOverwrite = (name: string, ours?: Section): boolean => {
    const theirs = named(now, name);
    return !isSame(all, theirs, named(base, name)) && !isSame(all, theirs, ours);
  };
  const deleted = base.filter(({ name }) => !edited.some(({ savedName }) => savedName === name));
  const changes: { names: string[]; ours?: Section }[] = [
    // The new name of a changed section may be another one's meanwhile.
    ...changedOf(all).map((ours) => ({ names: [ours.savedName ?? ours.name, ours.name], ours })),
    ...deleted.map(({ name }) => ({ names: [name] })),
  ];
  return changes.flatMap(({ names, ours }) => {
    const name = names.find((one) => wouldOverwrite(one, ours));
    const theirs = named(now, name);
    return name === undefined ? [] : { kind, name, theirs: theirs && contentOf(theirs), ours: ours && contentOf(ours) };
  });
}

/** Merges the edited settings with those that are saved `now`; `base` are those that the page began with. */
export function merge(
  base: SavedSettings,
  now: SavedSettings,
  edited: EditedSettings,
): { edited: EditedSettings; conflicts: Conflict[] } {
  const values = { ...edited.values };
  const options: Conflict[] = [];
  for (const { name, fallback } of plainOptions(first)) {
    const before = base.values[name] || fallback;
    const theirs = now.values[name] || fallback;
    const ours = edited.values[name] || fallback;
    if (ours === before) {
      values[name] = now.values[name];
    } else if (theirs !== before && theirs !== ours) {
      options.push({ kind: "option", name, theirs: { [name]: theirs }, ours: { [name]: ours } });
    }
  }
  const versionsOf = <List extends "roles" | "providers">(list: List) => ({
    base: base[list],
    now: now[list],
    edited: edited[list],
  });
  const roles: Compared<EditedRole> = { ...versionsOf("roles"), contentOf: roleContent };
  const providers: Compared<EditedProvider> = { ...versionsOf("providers"), contentOf: providerContent };
  return {
    edited: { ...edited, values, providers: mergeSections(providers), roles: mergeSections(roles) },
    conflicts: [...options, ...conflictsOf("provider", providers), ...conflictsOf("role", roles)],
  };
}
