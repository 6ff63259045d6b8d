/** Mutations: one change of one value each, in the generated Lua or in what else the packages are made of. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An entry of test/conformance/mutations.json. */
export interface Entry {
  /** Ids of the rules that say the value. */
  rule: string | string[];
  /** A generated module ("rate_limit", "io/files"), "native:<file of the C sources>" or "files:<file of the package>". */
  module: string;
  /** Text of the module around the value; the value itself stands between « and ». Several values are changed one by one. */
  find: string;
  /** Which occurrence of the text is meant, from 1, where there are several. */
  nth?: number;
  /** What takes the value's place; by default a number one less and one more, another code, another text. */
  replace?: string | string[];
}

/** One change, and one rule that it breaks. */
export interface Mutation {
  rule: string;
  module: string;
  /** Below the feed's folder. */
  file: string;
  /** Where the changed bytes are in the file. */
  from: number;
  to: number;
  /** What is there instead. */
  text: string;
  /** The change as an administrator of the list reads it. */
  change: string;
}

/** A value's place in a file: what a mutation changes. */
export type Span = Pick<Mutation, "file" | "from" | "to">;

const opposites: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "==": "~=",
  "~=": "==",
  and: "or",
  or: "and",
  true: "false",
  false: "true",
  "not ": "",
};

/** Where a module's text is, below the feed's folder. */
export function fileOf(module: string): string {
  if (module.startsWith("native:")) {
    return join("sso-login-native/src", module.slice("native:".length));
  }
  return module.startsWith("files:")
    ? join("sso-login/files", module.slice("files:".length))
    : join("sso-login/lua/sso_login", `${module}.lua`);
}

/** What a value becomes when the entry does not say; undefined when nobody can know. */
export function otherValues(value: string): string[] | undefined {
  if (/^\d+$/.test(value)) {
    const number = Number(value);
    return number === 0 ? ["1"] : [String(number - 1), String(number + 1)];
  }
  const text = /^"(.*)"$/.exec(value)?.[1];
  if (text !== undefined) {
    if (/^[A-Z]+(_[A-Z0-9]+)+$/.test(text)) {
      return [text === "INTERNAL_ERROR" ? '"CONFIG_ERROR"' : '"INTERNAL_ERROR"'];
    }
    return [`"${text}x"`];
  }
  const opposite = opposites[value];
  return opposite === undefined ? (/^[a-z_]+$/.test(value) ? [`${value}x`] : undefined) : [opposite];
}

/** The places of a text in another, of which one must be meant. */
function placeOf(text: string, wanted: string, nth: number | undefined): number {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    places.push(at);
  }
  const place = places[(nth ?? 1) - 1];
  if (place === undefined) {
    throw new Error(places.length === 0 ? "is not in the module" : `is in the module ${places.length} times only`);
  }
  if (places.length > 1 && nth === undefined) {
    throw new Error(`is in the module ${places.length} times, and "nth" does not say which is meant`);
  }
  return place;
}

/** The values of an entry: where they are in the module's text. */
export function valuesOf(entry: Entry, text: string): { from: number; to: number }[] {
  const parts = entry.find.split(/[«»]/);
  if (parts.length < 3 || parts.length % 2 === 0) {
    throw new Error("marks no value by « and »");
  }
  let at = placeOf(text, parts.join(""), entry.nth);
  return parts.flatMap((part, index) => {
    const from = at;
    at += part.length;
    return index % 2 === 1 ? [{ from, to: at }] : [];
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** All mutations of an entry, for each of its rules. Throws when the text is not there or the change changes nothing. */
export function expand(entry: Entry, feed: string): Mutation[] {
  const file = fileOf(entry.module);
  const fail = (why: string): never => {
    throw new Error(`mutations.json: ${entry.module}: ${entry.find}: ${why}`);
  };
  try {
    const text = readFileSync(join(feed, file), "utf8");
    const rules = [entry.rule].flat();
    return valuesOf(entry, text).flatMap(({ from, to }) => {
      const value = text.slice(from, to);
      const others = entry.replace === undefined ? otherValues(value) : [entry.replace].flat();
      if (others === undefined || others.length === 0 || others.includes(value)) {
        return fail("does not say what takes the value's place");
      }
      return others.flatMap((other) => {
        const change = oneLine(
          `${entry.find.replaceAll(/[«»]/g, "")}: ${value === "" ? "nothing" : value} -> ${other === "" ? "nothing" : other}`,
        );
        return rules.map((rule) => ({ rule, module: entry.module, file, from, to, text: other, change }));
      });
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message.replace(/^mutations\.json:.*: /, "") : String(error));
  }
}

/** The mutations of all entries, and a line for each entry that has none because its text is not there. */
export function expandEntries(entries: readonly Entry[], feed: string): { mutations: Mutation[]; problems: string[] } {
  const problems: string[] = [];
  const mutations = entries.flatMap((entry) => {
    try {
      return expand(entry, feed);
    } catch (error) {
      problems.push(error instanceof Error ? oneLine(error.message) : String(error));
      return [];
    }
  });
  return { mutations, problems };
}

/** The text of a file with a mutation in it. */
export function mutate(text: string, { from, to, text: other }: Mutation): string {
  return text.slice(0, from) + other + text.slice(to);
}

/** The entries as they are stored. */
export function readEntries(root: string): Entry[] {
  return JSON.parse(readFileSync(join(root, "test/conformance/mutations.json"), "utf8")) as Entry[];
}

/** What is wrong with the entries' rules, a line each: rules that nobody knows, entries that are there twice. */
export function checkEntries(entries: readonly Entry[], rules: readonly string[]): string[] {
  const known = new Set(rules);
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const { rule, module, find } = entry;
    const place = JSON.stringify(entry);
    const problems = [rule]
      .flat()
      .filter((id) => !known.has(id))
      .map((id) => `mutations.json: ${module}: ${find}: there is no rule ${id}`);
    if (seen.has(place)) {
      problems.push(`mutations.json: ${module}: ${find}: is there twice`);
    }
    seen.add(place);
    return problems;
  });
}
