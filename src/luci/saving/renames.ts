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
 * Renames sections: those whose name another one gets are put aside first, so that no name is taken when it is given. A renamed
 * section keeps its place, which decides the role that a session is named after.
 */
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
