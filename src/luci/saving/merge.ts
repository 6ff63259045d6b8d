/** Merges the changes of this page with those that another user has saved meanwhile. Without the DOM. */
import type { RoleAnswer, SavedAnswer } from "../../sso_login/entry_points/ubus_answers";
import { list_names } from "../../sso_login/settings/role_sections";
import { inOrderOf, isMoved, plainOptions, type EditedProvider, type EditedRole, type EditedSettings } from "./changes";

/** The merged settings, and the conflicts: options of the first provider, and names of further providers and of roles. */
export interface MergeResult {
  edited: EditedSettings;
  options: string[];
  providers: string[];
  roles: string[];
}

/** The content of a role, as one text to compare. */
function roleContent(role: RoleAnswer): string {
  return JSON.stringify([role.name, role.sub_issuer ?? "", ...list_names.map((list) => role[list])]);
}

/** The content of a provider's section; a secret that was typed is another one. */
function providerContent({ name, values, clientSecret, removeClientSecret }: EditedProvider): string {
  const options = plainOptions(name).map((option) => values[option.name] || option.fallback);
  return JSON.stringify([name, ...options, clientSecret ?? "", removeClientSecret ?? false]);
}

/**
 * Merges sections of one type: as the page began with them, as they are saved now, and as the page has them. `contentOf` gives the
 * content of one. A section that the page has not changed is the saved one; a changed one stays, in conflict or not.
 */
function mergeSections<Section extends { name: string; savedName?: string }>(
  base: Section[],
  now: Section[],
  edited: Section[],
  contentOf: (section: Section) => string,
): { sections: Section[]; conflicts: string[] } {
  const find = (list: Section[], name?: string): Section | undefined => list.find((one) => one.name === name);
  const content = (section?: Section): string => (section === undefined ? "" : contentOf(section));
  const asSaved = (section?: Section): Section[] => (section ? [{ ...section, savedName: section.name }] : []);
  const isChanged = (ours: Section): boolean => content(ours) !== content(find(base, ours.savedName));
  /** Whether somebody else has changed the saved section of a name, and to something else than this page has. */
  const isInConflict = (name: string, ours?: Section): boolean => {
    const theirs = content(find(now, name));
    return theirs !== content(find(base, name)) && theirs !== content(ours);
  };

  const changed = edited.filter(isChanged);
  const deleted = base.filter(({ name }) => !edited.some(({ savedName }) => savedName === name));
  const added = now.filter(({ name }) => !find(base, name) && !find(changed, name));
  // The new name of a changed section may be another one's meanwhile.
  const disputed = changed.filter(
    (ours) => isInConflict(ours.savedName ?? ours.name, ours) || isInConflict(ours.name, ours),
  );
  const conflicts = [...disputed, ...deleted.filter(({ name }) => isInConflict(name))].map(({ name }) => name);
  const kept = edited.flatMap((ours) => {
    const theirs = find(now, ours.savedName ?? ours.name);
    return isChanged(ours) ? [{ ...ours, savedName: theirs?.name }] : asSaved(theirs);
  });
  const all = [...kept, ...added.flatMap((section) => asSaved(section))];
  // The order of others counts where this page has none of its own.
  const sections = isMoved(base, edited) ? all : inOrderOf(now, all);
  return { sections, conflicts: [...new Set(conflicts)] };
}

/** The part of the saved settings that the page edits. */
export type Base = Pick<SavedAnswer, "values" | "providers" | "roles">;

/** Merges the edited settings with those that are saved `now`; `base` are those that the page was opened with. */
export function merge(base: Base, now: Base, edited: EditedSettings): MergeResult {
  const values = { ...edited.values };
  const options: string[] = [];
  for (const { name, fallback } of plainOptions()) {
    const before = base.values[name] || fallback;
    const theirs = now.values[name] || fallback;
    const ours = edited.values[name] || fallback;
    if (ours === before) {
      values[name] = now.values[name];
    } else if (theirs !== before && theirs !== ours) {
      options.push(name);
    }
  }
  const roles = mergeSections<EditedRole>(base.roles, now.roles, edited.roles, roleContent);
  const providers = mergeSections<EditedProvider>(base.providers, now.providers, edited.providers, providerContent);
  const sections = { providers: providers.sections, roles: roles.sections };
  return {
    edited: { ...edited, values, ...sections },
    options,
    providers: providers.conflicts,
    roles: roles.conflicts,
  };
}
