/** Shapes of the examples, and the values that they run with. */

/** One example in the three languages. */
export interface Example {
  /**
   * How `ts` is to be read: an expression or statements inside a function whose parameters are those of
   * `exampleContext` that it uses, or a whole module.
   */
  form: "expression" | "statements" | "module";
  ts: string;
  /** What TypeScriptToLua makes of it, without the helper imports around it. */
  lua: string;
  /** What the ucode emitter makes of it. */
  ucode: string;
}

/** A call of the example: arguments that differ from `exampleContext`, and the value that comes out. */
export interface Run {
  with?: Partial<ExampleContext>;
  gives: unknown;
  /** The value in Lua or ucode where it is not `gives`. */
  lua?: unknown;
  ucode?: unknown;
}

/** Something permitted, with an example and its runs. */
export interface Entry extends Example {
  name: string;
  runs?: readonly Run[];
}

/** What an example function may have as parameters, and their values unless a run says otherwise. */
export const exampleContext = {
  text: "abc",
  other: "b",
  i: 1,
  n: 7,
  flag: true,
  list: ["a", "b", "c"],
  numbers: [3, 1, 2],
  record: { a: "1" } as { [key: string]: string | undefined },
  value: "v" as unknown,
  maybe: undefined as string | undefined,
};

export type ExampleContext = typeof exampleContext;

/** Their types. */
export const parameterTypes: { [name in keyof ExampleContext]: string } = {
  text: "string",
  other: "string",
  i: "number",
  n: "number",
  flag: "boolean",
  list: "string[]",
  numbers: "number[]",
  record: "{ [key: string]: string | undefined }",
  value: "unknown",
  maybe: "string | undefined",
};
