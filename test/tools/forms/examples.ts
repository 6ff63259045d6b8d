/** The examples of what is permitted, as modules. */
import { constructs } from "./constructs";
import { members } from "./members";
import { operators } from "./operators";
import { exampleContext, parameterTypes, type Entry, type ExampleContext } from "./types";

/** An example with the path of its module below src/sso_login. */
export interface Example {
  path: string;
  entry: Entry;
}

export const examples: Example[] = [...constructs, ...operators, ...members].map((entry, at) => ({
  path: `base/example_${at}`,
  entry,
}));

/** The parameters of an example's function: those that it uses; a whole module's function has none. */
export function parametersOf(entry: Entry): (keyof ExampleContext)[] {
  const names = Object.keys(exampleContext) as (keyof ExampleContext)[];
  return entry.form === "module" ? [] : names.filter((name) => new RegExp(`(?<![\\w\\\\])${name}\\b`).test(entry.ts));
}

/** The whole module of an example; it exports a function `example` unless the example is about something else. */
export function moduleText(entry: Entry): string {
  if (entry.form === "module") {
    return `${entry.ts}\n`;
  }
  const statements = entry.form === "expression" ? `return ${entry.ts};` : entry.ts;
  const parameters = parametersOf(entry).map((name) => `${name}: ${parameterTypes[name]}`);
  return `export function example(${parameters.join(", ")}): unknown {\n${statements.replace(/^(?=.)/gm, "  ")}\n}\n`;
}
