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
export type Base = Pick<SavedAnswer, "values" | "providers" | "roles">;

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

interface Section {
  name: string;
  savedName?: string;
}

/** Sections of one type as they were when the page was opened, as they are saved now, and as they are on the page. */
interface Versions<Type extends Section> {
  base: Type[];
  now: Type[];
  edited: Type[];
  contentOf: (section: Type) => Content;
}

function find<Type extends Section>(list: Type[], name?: string): Type | undefined {
  return list.find((one) => one.name === name);
}

function isSame<Type extends Section>({ contentOf }: Versions<Type>, one?: Type, other?: Type): boolean {
  return JSON.stringify(one && contentOf(one)) === JSON.stringify(other && contentOf(other));
}

/** The sections that the page has changed or added. */
function changedOf<Type extends Section>(versions: Versions<Type>): Type[] {
  return versions.edited.filter((ours) => !isSame(versions, ours, find(versions.base, ours.savedName)));
}

/** The sections that both the page and somebody else have changed, deleted or added, to something else. */
function conflictsOf<Type extends Section>(kind: Conflict["kind"], versions: Versions<Type>): Conflict[] {
  const { base, now, edited, contentOf } = versions;
  /** The conflict where somebody else has changed the saved section of a name, and to something else than this page has. */
  const conflict = (name: string, ours?: Type): Conflict | undefined => {
    const theirs = find(now, name);
    const isAgreed = [find(base, name), ours].some((other) => isSame(versions, other, theirs));
    return isAgreed ? undefined : { kind, name, theirs: theirs && contentOf(theirs), ours: ours && contentOf(ours) };
  };
  // The new name of a changed section may be another one's meanwhile.
  const dispute = (ours: Type): Conflict | undefined =>
    conflict(ours.savedName ?? ours.name, ours) ?? conflict(ours.name, ours);
  const deleted = base.filter(({ name }) => !edited.some(({ savedName }) => savedName === name));
  return [...changedOf(versions).map(dispute), ...deleted.map(({ name }) => conflict(name))].flatMap(
    (one) => one ?? [],
  );
}

/** The merged sections: one that the page has changed stays, another is the saved one, or gone where somebody else has deleted it. */
function mergedOf<Type extends Section>(versions: Versions<Type>): Type[] {
  const { base, now, edited } = versions;
  const changed = changedOf(versions);
  const asSaved = (section: Type): Type => ({ ...section, savedName: section.name });
  const kept = edited.flatMap((ours) => {
    const theirs = find(now, ours.savedName ?? ours.name);
    if (changed.includes(ours)) {
      return [{ ...ours, savedName: theirs?.name }];
    }
    return theirs === undefined ? [] : [asSaved(theirs)];
  });
  const added = now.filter(({ name }) => !find(base, name) && !find(changed, name));
  const all = [...kept, ...added.map(asSaved)];
  // The order of others counts where this page has none of its own.
  return isMoved(base, edited) ? all : inOrderOf(now, all);
}

/** Merges the edited settings with those that are saved `now`; `base` are those that the page was opened with. */
export function merge(
  base: Base,
  now: Base,
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
  const roles: Versions<EditedRole> = {
    base: base.roles,
    now: now.roles,
    edited: edited.roles,
    contentOf: roleContent,
  };
  const providers: Versions<EditedProvider> = {
    base: base.providers,
    now: now.providers,
    edited: edited.providers,
    contentOf: providerContent,
  };
  return {
    edited: { ...edited, values, providers: mergedOf(providers), roles: mergedOf(roles) },
    conflicts: [...options, ...conflictsOf("provider", providers), ...conflictsOf("role", roles)],
  };
}
