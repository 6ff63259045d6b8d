/** What the subset refuses, with words from the complaint, and what it accepts in its place. */

export interface Example {
  about: string;
  /** Modules and a part of what compiler or ESLint says of each. */
  refused: [module: string, says: string][];
  accepted: string;
}

/** A function body with some parameters at hand. */
function body(statements: string): string {
  const parameters =
    "text: string, n: number, flag: boolean, list: string[], maybe: string | undefined, value: unknown";
  return `export function f(${parameters}): unknown {\n  ${statements}\n  return [text, n, flag, list, typeof maybe === "string", typeof value === "string"];\n}`;
}

/** A function body with a record as parameter. */
function ofRecord(result: string, statements: string): string {
  return `export function f(r: { [k: string]: string }): ${result} {\n  ${statements}\n}`;
}

const plainFunction = "export function twice(n: number): number {\n  return n * 2;\n}";

const syntax: Example[] = [
  { about: "class", refused: [["export class A {}", "plain functions over plain data"]], accepted: plainFunction },
  {
    about: "this",
    refused: [[body("const self: unknown = this;\n  value = self;"), "this is not in the subset"]],
    accepted: plainFunction,
  },
  {
    about: "new",
    refused: [[body("const d = new Date();\n  list.push(text + d.toString());"), "a record or array literal"]],
    accepted: body("const d = { at: n };\n  list.push(text);\n  n = d.at;"),
  },
  {
    about: "method, getter or setter in a literal",
    refused: [[body("const a = { get b() { return 1; } };\n  n = a.b;"), "A method, getter or setter"]],
    accepted: body("const a = { b: 1 };\n  n = a.b;"),
  },
  {
    about: "generator",
    refused: [["export function* f(): unknown {\n  yield 1;\n}", "A generator"]],
    accepted: plainFunction,
  },
  {
    about: "async and await",
    refused: [
      [
        "async function g(): Promise<void> {}\nexport async function f(): Promise<void> {\n  await g();\n}",
        "every call here waits",
      ],
    ],
    accepted: plainFunction,
  },
  {
    about: "function expression",
    refused: [[body("const g = function (): number {\n    return 1;\n  };\n  n = g();"), "an arrow function"]],
    accepted: body("const g = (): number => 1;\n  n = g();"),
  },
  {
    about: "function inside a function",
    refused: [[body("function g(): number {\n    return 1;\n  }\n  n = g();"), "a const with an arrow function"]],
    accepted: body("const g = (): number => 1;\n  n = g();"),
  },
  {
    about: "var",
    refused: [[body("var m = 1;\n  n = m;"), "Unexpected var"]],
    accepted: body("const m = 1;\n  n = m;"),
  },
  {
    about: "regular expression",
    refused: [[body("n = text.search(/a/);"), "string methods"]],
    accepted: body('n = text.indexOf("a");'),
  },
  {
    about: "try and throw",
    refused: [
      [body("try {\n    n = 1;\n  } catch {\n    n = 2;\n  }"), "try is not"],
      [body("throw text;"), "throw is not"],
    ],
    accepted: body("n = 1;"),
  },
  {
    about: "for-in",
    refused: [[ofRecord("void", 'for (const k in r) {\n    r[k] = "";\n  }'), "for-of over Object.keys"]],
    accepted: ofRecord("void", 'for (const k of Object.keys(r)) {\n    r[k] = "";\n  }'),
  },
  {
    about: "switch",
    refused: [[body("switch (n) {\n    case 1:\n      n = 2;\n  }"), "if and else if"]],
    accepted: body("if (n === 1) {\n    n = 2;\n  }"),
  },
  {
    about: "continue",
    refused: [
      [
        body('for (const a of list) {\n    if (a === "") {\n      continue;\n    }\n    n = 1;\n  }'),
        "continue is not",
      ],
    ],
    accepted: body('for (const a of list) {\n    if (a !== "") {\n      n = 1;\n    }\n  }'),
  },
  {
    about: "do-while",
    refused: [[body("do {\n    n = n + 1;\n  } while (n < 3);"), "ucode has no do-while"]],
    accepted: body("while (n < 3) {\n    n = n + 1;\n  }"),
  },
  {
    about: "label",
    refused: [[body("outer: while (n < 3) {\n    n = n + 1;\n    break outer;\n  }"), "A label"]],
    accepted: body("while (n < 3) {\n    n = n + 1;\n    break;\n  }"),
  },
  { about: "empty statement", refused: [[body("n = 1;;"), "An empty statement"]], accepted: body("n = 1;") },
  {
    about: "spread or rest",
    refused: [
      [body("list = [...list, text];"), "concat for arrays"],
      ["export function f(...all: string[]): string[] {\n  return all;\n}", "A rest parameter"],
    ],
    accepted: body("list = list.concat([text]);"),
  },
  {
    about: "destructuring",
    refused: [[body("const [first] = list;\n  text = first ?? text;"), "one const for each member"]],
    accepted: body("const first = list[0];\n  text = first ?? text;"),
  },
  {
    about: "optional chaining",
    refused: [
      ["export function f(r: { a: number } | undefined): number | undefined {\n  return r?.a;\n}", "Optional chaining"],
    ],
    accepted:
      "export function f(r: { a: number } | undefined): number | undefined {\n  return r !== undefined ? r.a : undefined;\n}",
  },
  {
    about: "non-null assertion",
    refused: [[body("text = list[0]!;"), "A non-null assertion"]],
    accepted: body('text = list[0] ?? "";'),
  },
  {
    about: "type assertion in angle brackets",
    refused: [[body("n = (<string>value).length;"), "<T>value"]],
    accepted: body("n = (value as string).length;"),
  },
  {
    about: "enum",
    refused: [["export enum E {\n  A,\n}", "a union of string literals"]],
    accepted: 'export type E = "a" | "b";',
  },
  {
    about: "namespace",
    refused: [["export namespace N {\n  export const a = 1;\n}", "A namespace"]],
    accepted: "export const a = 1;",
  },
  {
    about: "default export",
    refused: [["const a = 1;\nexport default a;", "a named export"]],
    accepted: "export const a = 1;",
  },
  {
    about: "delete",
    refused: [["export function f(r: { [k: string]: string }): void {\n  delete r.a;\n}", "built without the member"]],
    accepted: "export function f(): { [k: string]: string } {\n  return {};\n}",
  },
  {
    about: "void",
    refused: [["export function f(): undefined {\n  return void 0;\n}", "Instead: undefined"]],
    accepted: "export function f(): undefined {\n  return undefined;\n}",
  },
  {
    about: "== and !=",
    refused: [[body("list.push(n == 1 ? text : '');"), "=== or !=="]],
    accepted: body("list.push(n === 1 ? text : '');"),
  },
  { about: "bit operator", refused: [[body("n = n & 3;"), "Math.floor and %"]], accepted: body("n = n % 4;") },
  { about: "**", refused: [[body("n = n ** 2;"), "a multiplication"]], accepted: body("n = n * n;") },
  {
    about: "in",
    refused: [
      ['export function f(r: object): boolean {\n  return "a" in r;\n}', "a comparison of the member with undefined"],
    ],
    accepted: "export function f(r: { a?: string }): boolean {\n  return r.a !== undefined;\n}",
  },
  {
    about: "instanceof",
    refused: [["export function f(r: unknown): boolean {\n  return r instanceof Array;\n}", "instanceof is not"]],
    accepted: 'export function f(r: unknown): boolean {\n  return typeof r === "object";\n}',
  },
  {
    about: "comma operator",
    refused: [[body("n = (list.push(text), 1);"), "two statements"]],
    accepted: body("list.push(text);\n  n = 1;"),
  },
  { about: "BigInt", refused: [["export const a = 1n;", "A BigInt"]], accepted: "export const a = 1;" },
  {
    about: "tagged template",
    refused: [[body("text = String.raw`a`;"), "A tagged template"]],
    accepted: body("text = `a`;"),
  },
  { about: "debugger", refused: [[body("debugger;"), "debugger is not"]], accepted: body("n = 1;") },
];

const modules: Example[] = [
  {
    about: "import of a whole module, and of names",
    refused: [['import { is } from "../result";\nexport const a = is;', "A module is imported whole"]],
    accepted: 'import * as result from "../result";\nexport function f(): unknown {\n  return result.ok(1);\n}',
  },
  {
    about: "import",
    refused: [
      ['import * as cjson from "cjson";\nexport const a = cjson;', "imports from itself"],
      ['import "../result";', "An import of nothing"],
      ['import result from "../result";\nexport const a = result;', "A default import"],
      ['import result = require("../result");\nexport const a = result;', "import = is not"],
      ['export function f(): unknown {\n  return import("../result");\n}', "import() is not"],
    ],
    accepted: 'import { ok } from "../result";\nexport function f(): unknown {\n  return ok(1);\n}',
  },
  {
    about: "export",
    refused: [
      ["const a = 1;\nexport { a };", "export before the declaration"],
      ['export { err, type Result } from "../result";', "export before the declaration"],
      ['export * from "../result";', "An export of everything"],
      ['export { create } from "cjson";', "imports from itself"],
      ["const a = 1;\nexport = a;", "export = is not"],
    ],
    accepted: 'export type { Result } from "../result";',
  },
  {
    about: "module effects",
    refused: [
      ['const list: string[] = [];\nlist.push("a");\nexport { list };', "A statement at module level"],
      ["export const a = later();\nfunction later(): number {\n  return 1;\n}", "'later' was used before"],
      ['import * as json from "io/json";\nexport const a = json.encode({});', "while the module is loaded"],
      ["export const a = ((): number => 1)();", "a call of a function by its name"],
    ],
    accepted: "function twice(n: number): number {\n  return n * 2;\n}\nexport const a = twice(2);",
  },
  {
    about: "module state",
    refused: [
      [
        "let count = 0;\nexport function f(): number {\n  count = count + 1;\n  return count;\n}",
        "A variable of a module",
      ],
    ],
    accepted: "const count = 0;\nexport function f(): number {\n  return count + 1;\n}",
  },
  {
    about: "call above the declaration",
    refused: [
      [
        "export function f(): number {\n  return later(4);\n}\nfunction later(n: number): number {\n  return n + 1;\n}",
        "'later' was used before",
      ],
    ],
    accepted:
      "function sooner(n: number): number {\n  return n > 9 ? n : sooner(n + 1);\n}\nexport function f(): number {\n  return sooner(4);\n}",
  },
  {
    about: "name",
    refused: [
      ["export function f(end: number): number {\n  return end;\n}", "A keyword of Lua or ucode"],
      ["export const elif = 1;", "A keyword of Lua or ucode"],
      ["export function repeat(): number {\n  return 1;\n}", "A keyword of Lua or ucode"],
      ['import * as local from "../result";\nexport const a = local.ok;', "A keyword of Lua or ucode"],
    ],
    accepted: "export function f(last: number): { end: number } {\n  return { end: last };\n}",
  },
  {
    about: "name of an imported module",
    refused: [
      [
        'import * as result from "../result";\nexport function f(result: number): unknown {\n  return result;\n}\nexport const g = result;',
        "'result' is already declared in the upper scope",
      ],
    ],
    accepted:
      'import * as result from "../result";\nexport function f(answer: number): unknown {\n  return result.ok(answer);\n}',
  },
  {
    about: "global",
    refused: [
      [body("n = parseInt(text, 10);"), "Cannot find name 'parseInt'"],
      [body("text = JSON.stringify(list);"), "Cannot find name 'JSON'"],
      [body("text = os.date();"), "'os' is not defined"],
      [body("n = NaN;"), "Cannot find name 'NaN'"],
      [body("value = globalThis;"), "Symbol or globalThis"],
      [body("value = list[Symbol.iterator]();"), "Symbol or globalThis"],
      [body("const floor = Math.floor;\n  n = floor(n / 2);"), "without a call of its member"],
      [body("value = [1.5].map(Math.floor);"), "without a call of its member"],
      [body("const all = arguments;\n  value = all;"), "Use the rest parameters instead"],
    ],
    accepted: body("n = Math.floor(n / 2);"),
  },
  {
    about: "declaration of a global",
    refused: [
      [
        "declare function now(): number;\nexport function f(): number {\n  return now();\n}",
        "A function without a body",
      ],
    ],
    accepted: plainFunction,
  },
  {
    about: "any",
    refused: [['export function f(a: any): string {\n  return typeof a === "string" ? a : "";\n}', "Unexpected any"]],
    accepted: 'export function f(a: unknown): string {\n  return typeof a === "string" ? a : "";\n}',
  },
];

const functions: Example[] = [
  {
    about: "default value",
    refused: [["export function f(n = 1): number {\n  return n;\n}", "an optional parameter and ??"]],
    accepted: "export function f(n?: number): number {\n  return n ?? 1;\n}",
  },
  {
    about: "this: void",
    refused: [
      [
        "interface R {\n  g: (n: number) => number;\n}\nexport function f(r: R): number {\n  return r.g(1);\n}",
        "(this: void, …) => …",
      ],
      [
        "interface R {\n  g(n: number): number;\n}\nexport function f(r: R): number {\n  return r.g(1);\n}",
        "(this: void, …) => …",
      ],
    ],
    accepted:
      "interface R {\n  g: (this: void, n: number) => number;\n}\nexport function f(r: R): number {\n  return r.g(1);\n}",
  },
  {
    about: "call of what is chosen",
    refused: [
      [
        "export function f(g: ((this: void) => number) | undefined, r: { h: (this: void) => number }): number {\n  return (g ?? r.h)();\n}",
        "a const for the function first",
      ],
    ],
    accepted:
      "export function f(g: ((this: void) => number) | undefined, r: { h: (this: void) => number }): number {\n  const chosen = g ?? r.h;\n  return chosen();\n}",
  },
  {
    about: "function in a loop",
    refused: [
      [
        body(
          "const all: (() => string)[] = [];\n  for (const item of list) {\n    all.push(() => item);\n  }\n  n = all.length;",
        ),
        "`item` of the loop",
      ],
    ],
    accepted: body("for (const item of list) {\n    flag = list.some((other) => other === item);\n  }"),
  },
  {
    about: "loop",
    refused: [
      [body("for (;;) {\n    n = n + 1;\n  }"), "A for without"],
      [body("for (const c of text) {\n    list.push(c);\n  }"), "Type 'string' must have a '[Symbol.iterator]()'"],
      [body("for (const c of list) n = n + c.length;"), "Expected { after 'for-of'"],
      [body("for (let c of list) {\n    n = n + c.length;\n  }"), "for-of without const"],
    ],
    accepted: body("for (let i = 0; i < n; i++) {\n    list.push(text);\n  }"),
  },
];

const values: Example[] = [
  {
    about: "condition",
    refused: [
      [body("if (text) {\n    n = 1;\n  }"), "Unexpected string value in conditional"],
      [body("while (n) {\n    n = n - 1;\n  }"), "Unexpected number value in conditional"],
      [body("n = maybe ? 1 : 2;"), "Unexpected nullable string value in conditional"],
      [body("flag = !maybe;"), "Unexpected nullable string value in conditional"],
      [body("list = list.filter((item) => item);"), "Type 'string' is not assignable to type 'boolean'"],
    ],
    accepted: body('if (text !== "" && maybe !== undefined && !flag) {\n    n = 1;\n  }'),
  },
  {
    about: "&& and ||",
    refused: [
      [body('text = maybe || "none";'), "?? for a missing value"],
      [body("value = maybe && text;"), "?? for a missing value"],
      [body("n = n || 1;"), "?? for a missing value"],
      [body("value = flag && text;"), "?? for a missing value"],
    ],
    accepted: body('text = maybe ?? "none";\n  flag = flag || n > 1;'),
  },
  {
    about: "operands",
    refused: [
      [body("text = text + n;"), "Instead: a template"],
      [body("text += n;"), "Instead: a template"],
      [body("flag = list < list;"), "a comparison of one kind"],
      [body("n = +text;"), "+ before a value"],
      [body("n = -text;"), "unary negation"],
    ],
    accepted: body("text = text + `${n}`;\n  n = n + 1;"),
  },
  {
    about: "typeof",
    refused: [
      [body("text = typeof value;"), "This use of typeof"],
      [body('flag = typeof value === "undefined";'), "This use of typeof"],
    ],
    accepted: body('flag = typeof value === "string";'),
  },
  {
    about: "null",
    refused: [
      ["export const a: string | null = null;", "null where it means undefined"],
      [body("flag = maybe === null;"), "null where it means undefined"],
    ],
    accepted: body('flag = typeof value === "object" && value !== null;'),
  },
  {
    about: "template",
    refused: [
      [body("text = `${maybe}`;"), 'Invalid type "string | undefined" of template'],
      [body("text = `${list}`;"), 'Invalid type "string[]" of template'],
    ],
    accepted: body("text = `${text}${n}${flag}`;"),
  },
  {
    about: "text",
    refused: [
      ['export const a = "\u00e4";', "other characters than ASCII"],
      ['export const a = "\\u00e4";', "other characters than ASCII"],
      ["export const a = `\u00e4${1}`;", "other characters than ASCII"],
    ],
    accepted: 'export const a = "a\\n\\0";',
  },
  {
    about: "number",
    refused: [
      ["export const a = 0x10;", "a decimal number"],
      ["export const a = 1e3;", "a decimal number"],
      ["export const a = 1_000;", "a decimal number"],
      ["export const a = 1000000000000000;", "a decimal number"],
    ],
    accepted: "export const a = 253402300799;",
  },
  {
    about: "assignment",
    refused: [
      [body("n = (flag = true) ? 1 : 2;"), "An assignment inside an expression"],
      [body("const before = n++;\n  n = before;"), "An assignment inside an expression"],
      [body("n *= 2;"), "This assignment"],
      [body('list[0] = "a";'), "only permits reading"],
      [body("list.length = 0;"), "read-only property"],
    ],
    accepted: body("n++;\n  n += 2;\n  n = n - 1;"),
  },
];

const data: Example[] = [
  {
    about: "member",
    refused: [
      [body("text = text.trim();"), "Property 'trim' does not exist"],
      [body("list.reverse();"), "Property 'reverse' does not exist"],
      [body("n = list.push(text);"), "Type 'void' is not assignable"],
      [body('flag = text.startsWith("a", 1);'), "Expected 1 arguments, but got 2"],
      [body("list.sort();"), "Expected 1 arguments, but got 0"],
      [body('list = text.split("");'), "a loop with charAt"],
      [body("n = Math.random();"), "Property 'random' does not exist"],
      [body("text = n.toFixed(2);"), "Property 'toFixed' does not exist"],
      [body("flag = Array.isArray(value);"), "'Array' only refers to a type"],
      [body('const g = list.push;\n  n = typeof g === "function" ? 1 : 2;'), "A method that is not declared with"],
      [body("list = list.concat(text);"), "Argument of type 'string' is not assignable"],
    ],
    accepted: body('list.push(text.charAt(0));\n  list = text.split(",");\n  list.sort((a, b) => (a < b ? -1 : 1));'),
  },
  {
    about: "member of a text or an array",
    refused: [
      [
        'export function f(value: string | string[]): boolean {\n  return value.includes("a");\n}',
        "A member of what may be string or array",
      ],
    ],
    accepted:
      'export function f(value: string | string[]): boolean {\n  return typeof value !== "string" && value.includes("a");\n}',
  },
  {
    about: "array's members",
    refused: [
      [body("value = [text, , text];"), "Unexpected comma in middle of array"],
      [body("value = [maybe, text];"), "leave the member out"],
      [
        "export function f(list: (string | undefined)[], maybe: string | undefined): void {\n  list.push(maybe);\n}",
        "leave the member out",
      ],
      [
        'export function f(list: string[]): (string | undefined)[] {\n  return list.map((item) => (item === "" ? undefined : item));\n}',
        "leave the member out",
      ],
    ],
    accepted: 'export function f(maybe: string | undefined): [string, string | undefined] {\n  return ["a", maybe];\n}',
  },
  {
    about: "place",
    refused: [
      [body("text = text[0] ?? text;"), "can't be used to index type 'String'"],
      [body("text = list[-1] ?? text;"), "a place from 0 on"],
    ],
    accepted: body("text = list[n] ?? text;"),
  },
  {
    about: "order of keys",
    refused: [
      [ofRecord("string[]", "return Object.keys(r);"), "Keys in any order"],
      [
        ofRecord(
          "string[]",
          "const out: string[] = [];\n  for (const k of Object.keys(r)) {\n    out.push(k);\n  }\n  return out;",
        ),
        "Keys in any order",
      ],
    ],
    accepted:
      'export function f(r: { [k: string]: string }, to: { [k: string]: string }): void {\n  for (const k of Object.keys(r)) {\n    to[k] = r[k] ?? "";\n  }\n}',
  },
];

export const examples: readonly Example[] = [...syntax, ...modules, ...functions, ...values, ...data];
