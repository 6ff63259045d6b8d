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

/** Merges sections of one type as they were, are saved now, and are on the page: one that the page has changed stays, another is the saved one. */
function mergeSections<Section extends { name: string; savedName?: string }>(
  kind: Conflict["kind"],
  [base, now, edited]: [Section[], Section[], Section[]],
  contentOf: (section: Section) => Content,
): { sections: Section[]; conflicts: Conflict[] } {
  const find = (list: Section[], name?: string): Section | undefined => list.find((one) => one.name === name);
  const content = (section?: Section): string => JSON.stringify(section && contentOf(section));
  const asSaved = (section?: Section): Section[] => (section ? [{ ...section, savedName: section.name }] : []);
  const isChanged = (ours: Section): boolean => content(ours) !== content(find(base, ours.savedName));
  /** The conflict where somebody else has changed the saved section of a name, and to something else than this page has. */
  const conflict = (name: string, ours?: Section): Conflict | undefined => {
    const theirs = find(now, name);
    const isSame = [find(base, name), ours].some((other) => content(other) === content(theirs));
    return isSame ? undefined : { kind, name, theirs: theirs && contentOf(theirs), ours: ours && contentOf(ours) };
  };

  const changed = edited.filter(isChanged);
  const deleted = base.filter(({ name }) => !edited.some(({ savedName }) => savedName === name));
  const added = now.filter(({ name }) => !find(base, name) && !find(changed, name));
  // The new name of a changed section may be another one's meanwhile.
  const dispute = (ours: Section): Conflict | undefined =>
    conflict(ours.savedName ?? ours.name, ours) ?? conflict(ours.name, ours);
  const kept = edited.flatMap((ours) => {
    const theirs = find(now, ours.savedName ?? ours.name);
    return isChanged(ours) ? [{ ...ours, savedName: theirs?.name }] : asSaved(theirs);
  });
  const all = [...kept, ...added.flatMap((section) => asSaved(section))];
  // The order of others counts where this page has none of its own.
  const sections = isMoved(base, edited) ? all : inOrderOf(now, all);
  const conflicts = [...changed.map(dispute), ...deleted.map(({ name }) => conflict(name))];
  return { sections, conflicts: conflicts.flatMap((one) => one ?? []) };
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
  const roles = mergeSections<EditedRole>("role", [base.roles, now.roles, edited.roles], roleContent);
  const saved: [EditedProvider[], EditedProvider[]] = [base.providers, now.providers];
  const providers = mergeSections("provider", [...saved, edited.providers], providerContent);
  return {
    edited: { ...edited, values, providers: providers.sections, roles: roles.sections },
    conflicts: [...options, ...providers.conflicts, ...roles.conflicts],
  };
}
