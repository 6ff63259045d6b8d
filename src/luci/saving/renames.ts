/** Names of sections, and the calls that change them in an order that works. */
import type { UciCall } from "./uci_call";

/** `wanted`, or with the first number after it that no section has. */
export function freeName(wanted: string, taken: string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) {
    name = `${wanted}_${number}`;
  }
  return name;
}

/**
 * Renames sections so that no name is taken when it is given. Where sections swap their names, one gets a free name first.
 * A renamed section keeps its place, which decides the role that a session is named after.
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
      const aside = freeName("renamed", [...taken, ...waiting.map(({ to }) => to)]);
      rename(first.from, aside);
      waiting = [...others, { from: aside, to: first.to }];
    }
  }
  return calls;
}
