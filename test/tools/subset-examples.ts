/** What the subset refuses, with words from the complaint, and what it accepts in its place. */

/** What it is about, what is accepted, and modules that are refused, each with a part of what compiler or ESLint says. */
export type Example = [about: string, accepted: string, ...refused: [module: string, says: string][]];

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
  ["class", plainFunction, ["export class A {}", "plain functions over plain data"]],
  ["this", plainFunction, [body("const self: unknown = this; value = self;"), "this is not in the subset"]],
  [
    "new",
    body("const d = { at: n }; list.push(text); n = d.at;"),
    [body("const d = new Date(); list.push(text + d.toString());"), "a record or array literal"],
  ],
  [
    "method, getter or setter in a literal",
    body("const a = { b: 1 }; n = a.b;"),
    [body("const a = { get b() { return 1; } }; n = a.b;"), "A method, getter or setter"],
  ],
  ["generator", plainFunction, ["export function* f(): unknown { yield 1; }", "A generator"]],
  [
    "async and await",
    plainFunction,
    [
      "async function g(): Promise<void> {} export async function f(): Promise<void> { await g(); }",
      "every call here waits",
    ],
  ],
  [
    "function expression",
    body("const g = (): number => 1; n = g();"),
    [body("const g = function (): number { return 1; }; n = g();"), "an arrow function"],
  ],
  [
    "function inside a function",
    body("const g = (): number => 1; n = g();"),
    [body("function g(): number { return 1; } n = g();"), "a const with an arrow function"],
  ],
  ["var", body("const m = 1; n = m;"), [body("var m = 1; n = m;"), "Unexpected var"]],
  ["regular expression", body('n = text.indexOf("a");'), [body("n = text.search(/a/);"), "string methods"]],
  [
    "try and throw",
    body("n = 1;"),
    [body("try { n = 1; } catch { n = 2; }"), "try is not"],
    [body("throw text;"), "throw is not"],
  ],
  [
    "for-in",
    ofRecord("void", 'for (const k of Object.keys(r)) { r[k] = ""; }'),
    [ofRecord("void", 'for (const k in r) { r[k] = ""; }'), "for-of over Object.keys"],
  ],
  ["switch", body("if (n === 1) { n = 2; }"), [body("switch (n) { case 1: n = 2; }"), "if and else if"]],
  [
    "continue",
    body('for (const a of list) { if (a !== "") { n = 1; } }'),
    [body('for (const a of list) { if (a === "") { continue; } n = 1; }'), "continue is not"],
  ],
  [
    "do-while",
    body("while (n < 3) { n = n + 1; }"),
    [body("do { n = n + 1; } while (n < 3);"), "ucode has no do-while"],
  ],
  [
    "label",
    body("while (n < 3) { n = n + 1; break; }"),
    [body("outer: while (n < 3) { n = n + 1; break outer; }"), "A label"],
  ],
  ["empty statement", body("n = 1;"), [body("n = 1;;"), "An empty statement"]],
  [
    "spread or rest",
    body("list = list.concat([text]);"),
    [body("list = [...list, text];"), "concat for arrays"],
    ["export function f(...all: string[]): string[] { return all; }", "A rest parameter"],
  ],
  [
    "destructuring",
    body("const first = list[0]; text = first ?? text;"),
    [body("const [first] = list; text = first ?? text;"), "one const for each member"],
  ],
  [
    "optional chaining",
    "export function f(r: { a: number } | undefined): number | undefined { return r !== undefined ? r.a : undefined; }",
    ["export function f(r: { a: number } | undefined): number | undefined { return r?.a; }", "Optional chaining"],
  ],
  ["non-null assertion", body('text = list[0] ?? "";'), [body("text = list[0]!;"), "A non-null assertion"]],
  [
    "type assertion in angle brackets",
    body("n = (value as string).length;"),
    [body("n = (<string>value).length;"), "<T>value"],
  ],
  ["enum", 'export type E = "a" | "b";', ["export enum E { A, }", "a union of string literals"]],
  ["namespace", "export const a = 1;", ["export namespace N { export const a = 1; }", "A namespace"]],
  ["default export", "export const a = 1;", ["const a = 1; export default a;", "a named export"]],
  [
    "delete",
    "export function f(): { [k: string]: string } { return {}; }",
    ["export function f(r: { [k: string]: string }): void { delete r.a; }", "built without the member"],
  ],
  [
    "void",
    "export function f(): undefined { return undefined; }",
    ["export function f(): undefined { return void 0; }", "Instead: undefined"],
  ],
  ["== and !=", body("list.push(n === 1 ? text : '');"), [body("list.push(n == 1 ? text : '');"), "=== or !=="]],
  ["bit operator", body("n = n % 4;"), [body("n = n & 3;"), "Math.floor and %"]],
  ["**", body("n = n * n;"), [body("n = n ** 2;"), "a multiplication"]],
  [
    "in",
    "export function f(r: { a?: string }): boolean { return r.a !== undefined; }",
    ['export function f(r: object): boolean { return "a" in r; }', "a comparison of the member with undefined"],
  ],
  [
    "instanceof",
    'export function f(r: unknown): boolean { return typeof r === "object"; }',
    ["export function f(r: unknown): boolean { return r instanceof Array; }", "instanceof is not"],
  ],
  ["comma operator", body("list.push(text); n = 1;"), [body("n = (list.push(text), 1);"), "two statements"]],
  ["BigInt", "export const a = 1;", ["export const a = 1n;", "A BigInt"]],
  ["tagged template", body("text = `a`;"), [body("text = String.raw`a`;"), "A tagged template"]],
  ["debugger", body("n = 1;"), [body("debugger;"), "debugger is not"]],
];

const modules: Example[] = [
  [
    "import of a whole module, and of names",
    'import * as result from "../result"; export function f(): unknown { return result.ok(1); }',
    ['import { is } from "../result"; export const a = is;', "A module is imported whole"],
  ],
  [
    "import",
    'import { ok } from "../result"; export function f(): unknown { return ok(1); }',
    ['import * as cjson from "cjson"; export const a = cjson;', "imports from itself"],
    ['import "../result";', "An import of nothing"],
    ['import result from "../result"; export const a = result;', "A default import"],
    ['import result = require("../result"); export const a = result;', "import = is not"],
    ['export function f(): unknown { return import("../result"); }', "import() is not"],
  ],
  [
    "export",
    'export type { Result } from "../result";',
    ["const a = 1; export { a };", "export before the declaration"],
    ['export { err, type Result } from "../result";', "export before the declaration"],
    ['export * from "../result";', "An export of everything"],
    ['export { create } from "cjson";', "imports from itself"],
    ["const a = 1; export = a;", "export = is not"],
  ],
  [
    "module effects",
    "function twice(n: number): number { return n * 2; } export const a = twice(2);",
    ['const list: string[] = []; list.push("a"); export { list };', "A statement at module level"],
    ["export const a = later(); function later(): number { return 1; }", "'later' was used before"],
    ['import * as json from "io/json"; export const a = json.encode({});', "while the module is loaded"],
    ["export const a = ((): number => 1)();", "a call of a function by its name"],
  ],
  [
    "module state",
    "const count = 0; export function f(): number { return count + 1; }",
    ["let count = 0; export function f(): number { count = count + 1; return count; }", "A variable of a module"],
  ],
  [
    "call above the declaration",
    "function sooner(n: number): number { return n > 9 ? n : sooner(n + 1); } export function f(): number { return sooner(4); }",
    [
      "export function f(): number { return later(4); } function later(n: number): number { return n + 1; }",
      "'later' was used before",
    ],
  ],
  [
    "name",
    "export function f(last: number): { end: number } { return { end: last }; }",
    ["export function f(end: number): number { return end; }", "A keyword of Lua or ucode"],
    ["export const elif = 1;", "A keyword of Lua or ucode"],
    ["export function repeat(): number { return 1; }", "A keyword of Lua or ucode"],
    ['import * as local from "../result"; export const a = local.ok;', "A keyword of Lua or ucode"],
  ],
  [
    "name of an imported module",
    'import * as result from "../result"; export function f(answer: number): unknown { return result.ok(answer); }',
    [
      'import * as result from "../result"; export function f(result: number): unknown { return result; } export const g = result;',
      "'result' is already declared in the upper scope",
    ],
  ],
  [
    "global",
    body("n = Math.floor(n / 2);"),
    [body("n = parseInt(text, 10);"), "Cannot find name 'parseInt'"],
    [body("text = JSON.stringify(list);"), "Cannot find name 'JSON'"],
    [body("text = os.date();"), "'os' is not defined"],
    [body("n = NaN;"), "Cannot find name 'NaN'"],
    [body("value = globalThis;"), "Symbol or globalThis"],
    [body("value = list[Symbol.iterator]();"), "Symbol or globalThis"],
    [body("const floor = Math.floor; n = floor(n / 2);"), "without a call of its member"],
    [body("value = [1.5].map(Math.floor);"), "without a call of its member"],
    [body("const all = arguments; value = all;"), "Use the rest parameters instead"],
  ],
  [
    "declaration of a global",
    plainFunction,
    ["declare function now(): number; export function f(): number { return now(); }", "A function without a body"],
  ],
  [
    "any",
    'export function f(a: unknown): string { return typeof a === "string" ? a : ""; }',
    ['export function f(a: any): string { return typeof a === "string" ? a : ""; }', "Unexpected any"],
  ],
];

const functions: Example[] = [
  [
    "default value",
    "export function f(n?: number): number { return n ?? 1; }",
    ["export function f(n = 1): number { return n; }", "an optional parameter and ??"],
  ],
  [
    "this: void",
    "interface R { g: (this: void, n: number) => number; } export function f(r: R): number { return r.g(1); }",
    [
      "interface R { g: (n: number) => number; } export function f(r: R): number { return r.g(1); }",
      "(this: void, …) => …",
    ],
    [
      "interface R { g(n: number): number; } export function f(r: R): number { return r.g(1); }",
      "(this: void, …) => …",
    ],
  ],
  [
    "call of what is chosen",
    "export function f(g: ((this: void) => number) | undefined, r: { h: (this: void) => number }): number { const chosen = g ?? r.h; return chosen(); }",
    [
      "export function f(g: ((this: void) => number) | undefined, r: { h: (this: void) => number }): number { return (g ?? r.h)(); }",
      "a const for the function first",
    ],
  ],
  [
    "function in a loop",
    body("for (const item of list) { flag = list.some((other) => other === item); }"),
    [
      body("const all: (() => string)[] = []; for (const item of list) { all.push(() => item); } n = all.length;"),
      "`item` of the loop",
    ],
  ],
  [
    "loop",
    body("for (let i = 0; i < n; i++) { list.push(text); }"),
    [body("for (;;) { n = n + 1; }"), "A for without"],
    [body("for (const c of text) { list.push(c); }"), "Type 'string' must have a '[Symbol.iterator]()'"],
    [body("for (const c of list) n = n + c.length;"), "Expected { after 'for-of'"],
    [body("for (let c of list) { n = n + c.length; }"), "for-of without const"],
  ],
];

const values: Example[] = [
  [
    "condition",
    body('if (text !== "" && maybe !== undefined && !flag) { n = 1; }'),
    [body("if (text) { n = 1; }"), "Unexpected string value in conditional"],
    [body("while (n) { n = n - 1; }"), "Unexpected number value in conditional"],
    [body("n = maybe ? 1 : 2;"), "Unexpected nullable string value in conditional"],
    [body("flag = !maybe;"), "Unexpected nullable string value in conditional"],
    [body("list = list.filter((item) => item);"), "Type 'string' is not assignable to type 'boolean'"],
  ],
  [
    "&& and ||",
    body('text = maybe ?? "none"; flag = flag || n > 1;'),
    [body('text = maybe || "none";'), "?? for a missing value"],
    [body("value = maybe && text;"), "?? for a missing value"],
    [body("n = n || 1;"), "?? for a missing value"],
    [body("value = flag && text;"), "?? for a missing value"],
  ],
  [
    "operands",
    body("text = text + `${n}`; n = n + 1;"),
    [body("text = text + n;"), "Instead: a template"],
    [body("text += n;"), "Instead: a template"],
    [body("flag = list < list;"), "a comparison of one kind"],
    [body("n = +text;"), "+ before a value"],
    [body("n = -text;"), "unary negation"],
  ],
  [
    "typeof",
    body('flag = typeof value === "string";'),
    [body("text = typeof value;"), "This use of typeof"],
    [body('flag = typeof value === "undefined";'), "This use of typeof"],
  ],
  [
    "null",
    body('flag = typeof value === "object" && value !== null;'),
    ["export const a: string | null = null;", "null where it means undefined"],
    [body("flag = maybe === null;"), "null where it means undefined"],
  ],
  [
    "template",
    body("text = `${text}${n}${flag}`;"),
    [body("text = `${maybe}`;"), 'Invalid type "string | undefined" of template'],
    [body("text = `${list}`;"), 'Invalid type "string[]" of template'],
  ],
  [
    "text",
    'export const a = "a\\n\\0";',
    ['export const a = "\u00e4";', "other characters than ASCII"],
    ['export const a = "\\u00e4";', "other characters than ASCII"],
    ["export const a = `\u00e4${1}`;", "other characters than ASCII"],
  ],
  [
    "number",
    "export const a = 253402300799;",
    ["export const a = 0x10;", "a decimal number"],
    ["export const a = 1e3;", "a decimal number"],
    ["export const a = 1_000;", "a decimal number"],
    ["export const a = 1000000000000000;", "a decimal number"],
  ],
  [
    "assignment",
    body("n++; n += 2; n = n - 1;"),
    [body("n = (flag = true) ? 1 : 2;"), "An assignment inside an expression"],
    [body("const before = n++; n = before;"), "An assignment inside an expression"],
    [body("n *= 2;"), "This assignment"],
    [body('list[0] = "a";'), "only permits reading"],
    [body("list.length = 0;"), "read-only property"],
  ],
];

const data: Example[] = [
  [
    "member",
    body('list.push(text.charAt(0)); list = text.split(","); list.sort((a, b) => (a < b ? -1 : 1));'),
    [body("text = text.trim();"), "Property 'trim' does not exist"],
    [body("list.reverse();"), "Property 'reverse' does not exist"],
    [body("n = list.push(text);"), "Type 'void' is not assignable"],
    [body('flag = text.startsWith("a", 1);'), "Expected 1 arguments, but got 2"],
    [body("list.sort();"), "Expected 1 arguments, but got 0"],
    [body('list = text.split("");'), "a loop with charAt"],
    [body("n = Math.random();"), "Property 'random' does not exist"],
    [body("text = n.toFixed(2);"), "Property 'toFixed' does not exist"],
    [body("flag = Array.isArray(value);"), "'Array' only refers to a type"],
    [body('const g = list.push; n = typeof g === "function" ? 1 : 2;'), "A method that is not declared with"],
    [body("list = list.concat(text);"), "Argument of type 'string' is not assignable"],
  ],
  [
    "member of a text or an array",
    'export function f(value: string | string[]): boolean { return typeof value !== "string" && value.includes("a"); }',
    [
      'export function f(value: string | string[]): boolean { return value.includes("a"); }',
      "A member of what may be string or array",
    ],
  ],
  [
    "array's members",
    'export function f(maybe: string | undefined): [string, string | undefined] { return ["a", maybe]; }',
    [body("value = [text, , text];"), "Unexpected comma in middle of array"],
    [body("value = [maybe, text];"), "leave the member out"],
    [
      "export function f(list: (string | undefined)[], maybe: string | undefined): void { list.push(maybe); }",
      "leave the member out",
    ],
    [
      'export function f(list: string[]): (string | undefined)[] { return list.map((item) => (item === "" ? undefined : item)); }',
      "leave the member out",
    ],
  ],
  [
    "place",
    body("text = list[n] ?? text;"),
    [body("text = text[0] ?? text;"), "can't be used to index type 'String'"],
    [body("text = list[-1] ?? text;"), "a place from 0 on"],
  ],
  [
    "order of keys",
    'export function f(r: { [k: string]: string }, to: { [k: string]: string }): void { for (const k of Object.keys(r)) { to[k] = r[k] ?? ""; } }',
    [ofRecord("string[]", "return Object.keys(r);"), "Keys in any order"],
    [
      ofRecord("string[]", "const out: string[] = []; for (const k of Object.keys(r)) { out.push(k); } return out;"),
      "Keys in any order",
    ],
  ],
];

export const examples: readonly Example[] = [...syntax, ...modules, ...functions, ...values, ...data];
