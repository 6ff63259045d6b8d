/** The calls that give sections other names, in an order that works. */
import type { UciCall } from "./changes";

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
export function renameCalls(sections: string[], renames: { from: string; to: string }[]): UciCall[] {
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
