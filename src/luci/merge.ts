/** Merges the changes of this page with those that another user has saved meanwhile. Without the DOM. */
import {
  plainOptions,
  roleLists,
  type EditedRole,
  type EditedSettings,
  type Role,
  type SavedSettings,
} from "./changes";

/** The settings that both wanted, and what each of them made into something else: options, and names of roles. */
export interface Merged {
  edited: EditedSettings;
  options: string[];
  roles: string[];
}

/** Whether two roles say the same; one that is not there is like no other. */
function same(one: Role | undefined, other: Role | undefined): boolean {
  const essence = (role: Role): string =>
    JSON.stringify([role.name, role.sub_issuer ?? "", ...roleLists.map((list) => role[list])]);
  return one === undefined || other === undefined ? one === other : essence(one) === essence(other);
}

function named(roles: Role[], name: string | undefined): Role | undefined {
  return roles.find((role) => role.name === name);
}

function mergeRoles(base: Role[], now: Role[], edited: EditedRole[]): { roles: EditedRole[]; disputed: string[] } {
  const roles: EditedRole[] = [];
  const disputed: string[] = [];
  const judge = (before: Role | undefined, theirs: Role | undefined, ours: Role | undefined, name: string): void => {
    if (!same(before, theirs) && !same(theirs, ours) && !disputed.includes(name)) {
      disputed.push(name);
    }
  };
  for (const ours of edited) {
    const before = named(base, ours.savedName);
    const theirs = named(now, ours.savedName ?? ours.name);
    if (before !== undefined && same(before, ours)) {
      roles.push(...(theirs === undefined ? [] : [{ ...theirs, savedName: theirs.name }]));
      continue;
    }
    judge(before, theirs, ours, ours.name);
    // The name may have been given to another role.
    judge(named(base, ours.name), named(now, ours.name), ours, ours.name);
    roles.push({ ...ours, savedName: theirs?.name });
  }
  for (const before of base.filter(({ name }) => !edited.some(({ savedName }) => savedName === name))) {
    judge(before, named(now, before.name), undefined, before.name);
  }
  const added = now.filter(({ name }) => named(base, name) === undefined && named(roles, name) === undefined);
  return { roles: [...roles, ...added.map((role) => ({ ...role, savedName: role.name }))], disputed };
}

/** What of the saved settings a page begins with. */
export type Base = Pick<SavedSettings, "values" | "roles">;

/** Joins what the page shows with what is saved `now`; `base` is what it was opened with. */
export function merge(base: Base, now: Base, edited: EditedSettings): Merged {
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
  const { roles, disputed } = mergeRoles(base.roles, now.roles, edited.roles);
  return { edited: { ...edited, values, roles }, options, roles: disputed };
}
