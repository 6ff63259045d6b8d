/** Merges the changes of this page with those that another user has saved meanwhile. Without the DOM. */
import {
  plainOptions,
  roleLists,
  type EditedProvider,
  type EditedSettings,
  type Role,
  type SavedSettings,
} from "./changes";

/**
 * The settings that both wanted, and what each of them made into something else: options of the first provider, and names of
 * further providers and of roles.
 */
export interface Merged {
  edited: EditedSettings;
  options: string[];
  providers: string[];
  roles: string[];
}

/** What a role says. */
function ofRole(role: Role): unknown[] {
  return [role.name, role.sub_issuer ?? "", ...roleLists.map((list) => role[list])];
}

/** What a provider's section says; a secret that was typed is another one. */
function ofProvider({ name, values, clientSecret, removeClientSecret }: EditedProvider): unknown[] {
  const options = plainOptions(name).map((option) => values[option.name] || option.fallback);
  return [name, ...options, clientSecret ?? "", removeClientSecret ?? false];
}

/** A section that has a name. */
interface Named {
  name: string;
  savedName?: string;
}

/** Joins sections of one kind; `essence` is what one says. */
function mergeSections<Saved extends { name: string }, Edited extends Saved & Named>(
  all: { base: Saved[]; now: Saved[]; edited: Edited[] },
  essence: (section: Saved) => unknown[],
): { sections: (Edited | (Saved & Named))[]; disputed: string[] } {
  const { base, now, edited } = all;
  const sections: (Edited | (Saved & Named))[] = [];
  const disputed: string[] = [];
  const named = (list: Saved[], name: string | undefined): Saved | undefined => list.find((one) => one.name === name);
  /** One that is not there is like no other. */
  const same = (one: Saved | undefined, other: Saved | undefined): boolean =>
    one === undefined || other === undefined
      ? one === other
      : JSON.stringify(essence(one)) === JSON.stringify(essence(other));
  const judge = (before: Saved | undefined, theirs: Saved | undefined, ours: Saved | undefined, name: string): void => {
    if (!same(before, theirs) && !same(theirs, ours) && !disputed.includes(name)) {
      disputed.push(name);
    }
  };
  for (const ours of edited) {
    const before = named(base, ours.savedName);
    const theirs = named(now, ours.savedName ?? ours.name);
    if (before !== undefined && same(before, ours)) {
      sections.push(...(theirs === undefined ? [] : [{ ...theirs, savedName: theirs.name }]));
      continue;
    }
    judge(before, theirs, ours, ours.name);
    // The name may have been given to another one.
    judge(named(base, ours.name), named(now, ours.name), ours, ours.name);
    sections.push({ ...ours, savedName: theirs?.name });
  }
  for (const before of base.filter(({ name }) => !edited.some(({ savedName }) => savedName === name))) {
    judge(before, named(now, before.name), undefined, before.name);
  }
  const added = now.filter(({ name }) => named(base, name) === undefined && named(sections, name) === undefined);
  return { sections: [...sections, ...added.map((one) => ({ ...one, savedName: one.name }))], disputed };
}

/** What of the saved settings a page begins with. */
export type Base = Pick<SavedSettings, "values" | "providers" | "roles">;

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
  const roles = mergeSections({ base: base.roles, now: now.roles, edited: edited.roles }, ofRole);
  const providers = mergeSections({ base: base.providers, now: now.providers, edited: edited.providers }, ofProvider);
  const sections = { providers: providers.sections, roles: roles.sections };
  return { edited: { ...edited, values, ...sections }, options, providers: providers.disputed, roles: roles.disputed };
}
