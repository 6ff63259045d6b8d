/** Named sections of one type as the page has them. A deleted one stays until the save, and can be restored. No DOM in here. */

/** A section on the page; one that is saved remembers under which name. */
export interface Section {
  name: string;
  savedName?: string;
}

export interface Sections<One extends Section> {
  /** All in their order, the deleted ones too. */
  all: () => One[];
  /** Those that are not deleted. */
  kept: () => One[];
  isGone: (one: One) => boolean;
  find: (name: string) => One | undefined;
  /** Names of the kept ones, without that of one of them. */
  names: (but?: One) => string[];
  /** Puts a section in the place of a known one, or at the end. */
  put: (one: One, known?: One) => void;
  remove: (one: One) => void;
  restore: (one: One) => void;
  /** Moves a section by places; down where they are positive. */
  move: (one: One, by: number) => void;
  /** Changes all that are kept. */
  change(changed: (one: One) => One): void;
}

/** The sections: `edited` is how they are at first, `base` those that were saved then; `tell` is called after each change. */
export function createSections<One extends Section>(base: One[], edited: One[], tell: () => void): Sections<One> {
  // A draft lacks the deleted ones.
  let gone = base.filter(({ name }) => !edited.some(({ savedName }) => savedName === name));
  let all = [...edited, ...gone];
  const isGone = (one: One): boolean => gone.includes(one);
  const kept = (): One[] => all.filter((one) => !isGone(one));
  const set = (now: One[], nowGone = gone): void => {
    [all, gone] = [now, nowGone];
    tell();
  };
  return {
    all: () => all,
    kept,
    isGone,
    find: (wanted) => kept().find(({ name }) => name === wanted),
    names: (but) => kept().flatMap((one) => (one === but ? [] : [one.name])),
    put: (one, known) =>
      set(all.some((each) => each === known) ? all.map((each) => (each === known ? one : each)) : [...all, one]),
    remove: (one) => set(all, [...gone, one]),
    restore: (one) =>
      set(
        all,
        gone.filter((each) => each !== one),
      ),
    move: (one, by) => {
      const others = all.filter((each) => each !== one);
      const at = Math.min(others.length, Math.max(0, all.indexOf(one) + by));
      set([...others.slice(0, at), one, ...others.slice(at)]);
    },
    change: (changed) => set(all.map((one) => (isGone(one) ? one : changed(one)))),
  };
}
