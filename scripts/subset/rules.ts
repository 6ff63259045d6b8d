/** Rules on how permitted constructs are used: where the languages would differ, or where one of them has no such thing. */
import type { Exception, Rule } from "./types";

/** A function body with some parameters at hand. */
function body(statements: string): string {
  const parameters =
    "text: string, n: number, flag: boolean, list: string[], maybe: string | undefined, value: unknown";
  return `export function f(${parameters}): unknown {\n  ${statements}\n  return [text, n, flag, list, typeof maybe === "string", typeof value === "string"];\n}`;
}

const aboutModules: Rule[] = [
  {
    id: "import",
    text: "Imports are of own modules by path; what Lua libraries offer comes through `io/`.",
    instead: "a function of io/",
    refused: ['import * as cjson from "cjson";\nexport const a = cjson;', 'import "./result";'],
    accepted: 'import { ok } from "./result";\nexport function f(): unknown {\n  return ok(1);\n}',
  },
  {
    id: "export",
    text: "Exports stand where the name is declared; a list of exports names those of another module.",
    instead: 'export before the declaration, or export { name } from "./m"',
    refused: ["const a = 1;\nexport { a };", 'export * from "./result";', 'export { create } from "cjson";'],
    accepted: 'export { err, type Result } from "./result";',
  },
  {
    id: "lazy-import",
    text: '`require` stands only in `const m = require("./m") as typeof import("./m")` inside a function: it loads a module where it is needed. ucode loads it at the start.',
    instead: 'const m = require("./m") as typeof import("./m")',
    refused: [
      'declare function require(name: string): unknown;\nexport function f(): unknown {\n  return require("./result");\n}',
      'declare function require(name: string): unknown;\nexport function f(): unknown {\n  const m = require("./errors") as typeof import("./result");\n  return m.ok(1);\n}',
    ],
    accepted:
      'export function f(): unknown {\n  const m = require("./result") as typeof import("./result");\n  return m.ok(1);\n}',
  },
  {
    id: "module-effects",
    text: "Loading a module only fills its constants: no statements at module level, and calls there only of functions declared above.",
    instead: "a function",
    refused: [
      'const list: string[] = [];\nlist.push("a");\nexport { list };',
      "export const a = later();\nfunction later(): number {\n  return 1;\n}",
    ],
    accepted: "function twice(n: number): number {\n  return n * 2;\n}\nexport const a = twice(2);",
  },
  {
    id: "module-state",
    text: "A variable of a module stands in the list of exceptions, with the reason.",
    instead: "const, a parameter, or an entry in scripts/subset/rules.ts",
    refused: ["let count = 0;\nexport function f(): number {\n  count = count + 1;\n  return count;\n}"],
    accepted: "const count = 0;\nexport function f(): number {\n  return count + 1;\n}",
  },
  {
    id: "name",
    text: "No variable, parameter, function or import has the name of a Lua or ucode keyword.",
    instead: "another name",
    refused: ["export function f(end: number): number {\n  return end;\n}", "export const elif = 1;"],
    accepted: "export function f(last: number): number {\n  return last;\n}",
  },
  {
    id: "global",
    text: "Nothing global but `undefined`, `Math`, `Object` and `String` with the members listed.",
    instead: "a function of io/ or of an own module",
    refused: [
      body("n = parseInt(text, 10);"),
      body("text = JSON.stringify(list);"),
      body("text = os.date();"),
      body("n = NaN;"),
    ],
    accepted: body("n = Math.floor(n / 2);"),
  },
  {
    id: "any",
    text: "Nothing has the type any: every other rule asks for types.",
    instead: "unknown, and typeof",
    refused: ['export function f(a: any): string {\n  return typeof a === "string" ? a : "";\n}'],
    accepted: 'export function f(a: unknown): string {\n  return typeof a === "string" ? a : "";\n}',
  },
];

const aboutFunctions: Rule[] = [
  {
    id: "parameter",
    text: "Parameters have no default values: ucode has none.",
    instead: "an optional parameter and ??",
    refused: ["export function f(n = 1): number {\n  return n;\n}"],
    accepted: "export function f(n?: number): number {\n  return n ?? 1;\n}",
  },
  {
    id: "callable-this",
    text: "A function kept in a record says `this: void` in its type; TypeScriptToLua passes the record as first argument otherwise.",
    instead: "(this: void, …) => …",
    refused: [
      "interface R {\n  g: (n: number) => number;\n}\nexport function f(r: R): number {\n  return r.g(1);\n}",
      "interface R {\n  g(n: number): number;\n}\nexport function f(r: R): number {\n  return r.g(1);\n}",
    ],
    accepted:
      "interface R {\n  g: (this: void, n: number) => number;\n}\nexport function f(r: R): number {\n  return r.g(1);\n}",
  },
  {
    id: "closure-in-loop",
    text: "A function made in a loop does not use the loop's variables, unless an array method calls it on the spot: ucode makes the variable once, not once a turn.",
    instead: "a function that takes the value as a parameter",
    refused: [
      body(
        "const all: (() => string)[] = [];\n  for (const item of list) {\n    all.push(() => item);\n  }\n  n = all.length;",
      ),
    ],
    accepted: body("for (const item of list) {\n    flag = list.some((other) => other === item);\n  }"),
  },
];

const aboutValues: Rule[] = [
  {
    id: "condition",
    text: 'A condition is a boolean. 0 and "" are true in Lua and false elsewhere.',
    instead: 'a comparison: !== "", > 0, !== undefined',
    refused: [
      body("if (text) {\n    n = 1;\n  }"),
      body("while (n) {\n    n = n - 1;\n  }"),
      body("n = maybe ? 1 : 2;"),
      body("flag = !maybe;"),
      body("list = list.filter((item) => item);"),
    ],
    accepted: body('if (text !== "" && maybe !== undefined && !flag) {\n    n = 1;\n  }'),
  },
  {
    id: "logical",
    text: "`&&` and `||` join booleans.",
    instead: "?? for a missing value, ? : for a choice",
    refused: [body('text = maybe || "none";'), body("value = maybe && text;"), body("n = n || 1;")],
    accepted: body('text = maybe ?? "none";\n  flag = flag || n > 1;'),
  },
  {
    id: "operand",
    text: "`+` joins two numbers or two strings; the other operators take numbers, an order also two strings.",
    instead: "a template",
    refused: [
      body("text = text + n;"),
      body("text += n;"),
      body("flag = list < list;"),
      body("n = +text;"),
      body("n = -text;"),
    ],
    accepted: body("text = text + `${n}`;\n  n = n + 1;"),
  },
  {
    id: "typeof",
    text: '`typeof x` is compared with "string", "number", "boolean" or "object".',
    instead: '=== undefined for "undefined"',
    refused: [body("text = typeof value;"), body('flag = typeof value === "undefined";')],
    accepted: body('flag = typeof value === "string";'),
  },
  {
    id: "null",
    text: '`null` stands only in `x !== null` or `x === null` beside `typeof x` and "object".',
    instead: "undefined",
    refused: ["export const a: string | null = null;", body("flag = maybe === null;")],
    accepted: body('flag = typeof value === "object" && value !== null;'),
  },
  {
    id: "template",
    text: "A template holds strings, numbers and booleans.",
    instead: "?? or a comparison with undefined before",
    refused: [body("text = `${maybe}`;"), body("text = `${list}`;")],
    accepted: body("text = `${text}${n}${flag}`;"),
  },
  {
    id: "literal-text",
    text: "Text in the source is ASCII: a string is a row of bytes in Lua and ucode.",
    instead: "ASCII, or a comment",
    refused: ['export const a = "\u00e4";', 'export const a = "\\u00e4";', "export const a = `\u00e4${1}`;"],
    accepted: 'export const a = "a\\n\\0";',
  },
  {
    id: "number-literal",
    text: "A number is written in decimal, without exponent or separator, and is at most 10^14.",
    instead: "the decimal number",
    refused: [
      "export const a = 0x10;",
      "export const a = 1e3;",
      "export const a = 1_000;",
      "export const a = 1000000000000000;",
    ],
    accepted: "export const a = 253402300799;",
  },
  {
    id: "assignment",
    text: "Assignments, `++` and `--` are statements of their own (or a for's step), and `=` assigns variables and members of records.",
    instead: "two statements; push or map for arrays",
    refused: [
      body("n = (flag = true) ? 1 : 2;"),
      body("const before = n++;\n  n = before;"),
      body('list[0] = "a";'),
      body("list.length = 0;"),
    ],
    accepted: body("n++;\n  n += 2;\n  n = n - 1;"),
  },
];

const aboutData: Rule[] = [
  {
    id: "member",
    text: "Strings, arrays and global objects have the members listed, called with the arguments listed.",
    instead: "a listed member, see docs/subset.md",
    refused: [
      body("text = text.trim();"),
      body("list.reverse();"),
      body("n = list.push(text);"),
      body('flag = text.startsWith("a", 1);'),
      body("list.sort();"),
      body('list = text.split("");'),
      body("n = Math.random();"),
      body("text = n.toFixed(2);"),
      body("flag = Array.isArray(value);"),
      body('const g = list.push;\n  n = typeof g === "function" ? 1 : 2;'),
      body("list = list.concat(text);"),
    ],
    accepted: body('list.push(text.charAt(0));\n  list = text.split(",");\n  list.sort((a, b) => (a < b ? -1 : 1));'),
  },
  {
    id: "array-elements",
    text: "An array has no holes and no member that may be undefined; the last member of a tuple may.",
    instead: "leave the member out",
    refused: [
      body("value = [text, , text];"),
      body("value = [maybe, text];"),
      "export function f(list: (string | undefined)[], maybe: string | undefined): void {\n  list.push(maybe);\n}",
      'export function f(list: string[]): (string | undefined)[] {\n  return list.map((item) => (item === "" ? undefined : item));\n}',
    ],
    accepted: 'export function f(maybe: string | undefined): [string, string | undefined] {\n  return ["a", maybe];\n}',
  },
  {
    id: "index",
    text: "`x[i]` reads an array by a number that is not negative, or a record by its key; no string's character.",
    instead: "charAt for strings",
    refused: [body("text = text[0] ?? text;"), body("text = list[-1] ?? text;")],
    accepted: body("text = list[n] ?? text;"),
  },
  {
    id: "key-order",
    text: "Object.keys comes in any order in Lua: it is sorted, or iterated by a loop that neither pushes, returns nor breaks.",
    instead: "Object.keys(…).sort((a, b) => (a < b ? -1 : 1))",
    refused: [
      "export function f(r: { [k: string]: string }): string[] {\n  return Object.keys(r);\n}",
      "export function f(r: { [k: string]: string }): string[] {\n  const out: string[] = [];\n  for (const k of Object.keys(r)) {\n    out.push(k);\n  }\n  return out;\n}",
    ],
    accepted:
      'export function f(r: { [k: string]: string }, to: { [k: string]: string }): void {\n  for (const k of Object.keys(r)) {\n    to[k] = r[k] ?? "";\n  }\n}',
  },
  {
    id: "for-head",
    text: "`for` counts one variable made by `let`; for-of goes over an array, with `const`.",
    instead: "while",
    refused: [
      body("for (;;) {\n    n = n + 1;\n  }"),
      body("for (const c of text) {\n    list.push(c);\n  }"),
      body("for (const c of list) n = n + c.length;"),
    ],
    accepted: body("for (let i = 0; i < n; i++) {\n    list.push(text);\n  }"),
  },
];

export const rules: readonly Rule[] = [...aboutModules, ...aboutFunctions, ...aboutValues, ...aboutData];

const filled = "fills records that are sorted when they are read";

export const exceptions: readonly Exception[] = [
  {
    rule: "module-state",
    file: "primitives.ts",
    name: "backend",
    reason: "the native backend is loaded at its first use, and set_native replaces it in tests",
  },
  { rule: "key-order", file: "acl.ts", name: "add_scope", reason: filled },
  { rule: "key-order", file: "acl.ts", name: "add_permission", reason: filled },
  { rule: "key-order", file: "acl.ts", name: "union", reason: filled },
  {
    rule: "key-order",
    file: "rpcd_logins.ts",
    name: "same_options",
    reason: "asks whether any member differs, whichever comes first",
  },
];

/** Keywords of Lua 5.1 and of ucode that are no keywords of TypeScript, or that TypeScript allows as names. */
export const reservedNames: readonly string[] = [
  "and",
  "elseif",
  "end",
  "goto",
  "local",
  "nil",
  "not",
  "or",
  "repeat",
  "then",
  "until",
  "elif",
  "endfor",
  "endfunction",
  "endif",
  "endwhile",
];
