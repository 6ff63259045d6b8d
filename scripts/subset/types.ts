/** Shapes of the list that the subset check, docs/subset.md and the ucode emitter share. */

/** One example in the three languages. */
export interface Example {
  /**
   * How `ts` is to be read: an expression or statements inside a function whose parameters are those of
   * `exampleContext`, or a whole module.
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
  /** The value in Lua or ucode where it is not `gives`: the differences that docs/subset.md lists. */
  lua?: unknown;
  ucode?: unknown;
}

/** A permitted kind of syntax, or a few that belong together. */
export interface Construct extends Example {
  name: string;
  /** Names of ts.SyntaxKind; an operator's token stands for itself. */
  kinds: readonly string[];
  remarks?: string;
  runs?: readonly Run[];
}

/** What a member belongs to; "Math", "Object" and "String" are the global objects of these names. */
export type Receiver = "string" | "array" | "Math" | "Object" | "String";

/** A permitted method, property or global function. */
export interface Member extends Example {
  on: Receiver;
  member: string;
  /** Least and greatest number of arguments; absent for a property. */
  args?: readonly [number, number];
  /** The ucode form by the number of arguments: `$this` is the receiver, `$1` … are the arguments. */
  emit: { readonly [args: number]: string };
  remarks?: string;
  runs?: readonly Run[];
}

/** A construct that a reader may reach for and that is not permitted. */
export interface Refused {
  /** Its name in messages. */
  name: string;
  kinds: readonly string[];
  instead: string;
  refused: string;
  accepted: string;
}

/** A rule on how permitted constructs are used. */
export interface Rule {
  id: RuleId;
  /** What must hold, and why. */
  text: string;
  /** What to write instead; part of the message. */
  instead: string;
  /** Whole modules. */
  refused: readonly string[];
  accepted: string;
}

export type RuleId =
  | "any"
  | "array-elements"
  | "assignment"
  | "callable-this"
  | "closure-in-loop"
  | "condition"
  | "export"
  | "for-head"
  | "global"
  | "import"
  | "index"
  | "key-order"
  | "lazy-import"
  | "literal-text"
  | "logical"
  | "member"
  | "module-effects"
  | "module-state"
  | "name"
  | "null"
  | "number-literal"
  | "operand"
  | "parameter"
  | "template"
  | "typeof";

/** A place where a rule does not hold, and why: a variable for module-state, a function for key-order. */
export interface Exception {
  rule: RuleId;
  file: string;
  name: string;
  reason: string;
}

/** Parameters of every example function, and their values unless a run says otherwise. */
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

/** The parameters of an example function, in TypeScript. */
export const exampleParameters =
  "text: string, other: string, i: number, n: number, flag: boolean, list: string[], numbers: number[], " +
  "record: { [key: string]: string | undefined }, value: unknown, maybe?: string";
