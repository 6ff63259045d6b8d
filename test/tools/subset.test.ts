/** The subset: what the compiler and ESLint refuse (docs/subset.md). What they accept is in forms.test.ts. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { lint, messagesOfOwnRules } from "./linter";

/** A part of the complaint, and texts that get it: modules where they import or export something, or else statements. */
const refused: [says: string, ...texts: string[]][] = [
  // The compiler, by src/ecma.d.ts and its own rules.
  ["Cannot find name 'JSON'", "text = JSON.stringify(list);"],
  ["Property 'trim' does not exist", "text = text.trim();"],
  ["Property 'random' does not exist", "n = Math.random();"],
  ["Expected 1 arguments, but got 0", "list.sort();"],
  ["only permits reading", 'list[0] = "a";'],
  ["can't be used to index type 'String'", "text = text[0] ?? text;"],
  ["must have a '[Symbol.iterator]()'", "for (const c of text) { list.push(c); }"],

  // typescript-eslint's and ESLint's own rules.
  ["Unexpected var", "var m = 1; n = m;"],
  ["Expected '==='", "flag = n == 1;"],
  ["Expected { after 'for-of'", "for (const c of list) n = n + c.length;"],
  ["'os' is not defined", "text = os.date();"],
  ["Unexpected any", "const any: any = n; value = any;"],
  ["Unexpected comma in middle of array", "value = [text, , text];"],
  ["Use the rest parameters instead", "const all = arguments; value = all;"],
  ["unary negation", "n = -text;"],
  ["A method that is not declared with", 'const push = list.push; flag = typeof push === "object";'],
  ['Invalid type "string | undefined" of template', "text = `${maybe}`;"],
  ['Invalid type "string[]" of template', "text = `${list}`;"],
  ["Unexpected string value in conditional", "if (text) { n = 1; }"],
  ["Unexpected number value in conditional", "while (n) { n = n - 1; }"],
  ["Unexpected nullable string value in conditional", "n = maybe ? 1 : 2;", "flag = !maybe;"],
  ["Unexpected nullable object value in conditional", "export const f = (r?: object): number => (r ? 1 : 2);"],
  ["'later' was used before", "const f = (): number => later; const later = 1; n = f();"],
  [
    "'result' is already declared in the upper scope",
    'import * as result from "../result"; export const f = (result: number): number => result; export const g = result;',
  ],
  ["`import()` type annotations are forbidden", 'export type Result = import("../result").Result<string>;'],

  // eslint/syntax.js: kinds of syntax.
  ["one const for each member", "const [first] = list; text = first ?? text;", "const { length } = list; n = length;"],
  ["an optional parameter and ??", "export const f = (n = 1): number => n;"],
  ["await is not", "export async function f(): Promise<void> { await f(); }"],
  ["Optional chaining", "n = maybe?.length ?? 1;"],
  ["plain functions over plain data", "export class A {}", "value = class {};"],
  ["continue is not", 'for (const a of list) { if (a === "") { continue; } n = 1; }'],
  ["debugger is not", "debugger;"],
  ["ucode has no do-while", "do { n = n + 1; } while (n < 3);"],
  ["An empty statement", "n = 1;;"],
  ["An export of everything", 'export * from "../result";'],
  ["A default export", "const a = 1; export default a;"],
  ["for-of over Object.keys", 'for (const k in record) { record[k] = ""; }'],
  ["A default import", 'import result from "../result"; export const a = result;'],
  ["import() is not", 'value = import("../result");'],
  ["A label", "outer: while (n < 3) { n = n + 1; break outer; }"],
  ["new is not", "const d = new Date(); list.push(text + d.toString());"],
  ["The comma operator", "n = (list.push(text), 1);"],
  ["concat for arrays", "list = [...list, text];", "value = { ...record };"],
  ["switch is not", "switch (n) { case 1: n = 2; }"],
  ["A tagged template", "text = String.raw`a`;"],
  ["this is not", "const self: unknown = this; value = self;"],
  ["throw is not", "throw text;"],
  ["try is not", "try { n = 1; } catch { n = 2; }"],
  ["A function without a body", "declare function now(): number; export const f = (): number => now();"],
  ["A declaration without a value", "declare const text: string; export const a = text;"],
  ["enum is not", "export enum E { A, }"],
  ["export = is not", "const a = 1; export = a;"],
  ["import = is not", 'import result = require("../result"); export const a = result;'],
  ["A namespace", "export namespace N { export const a = 1; }"],
  ["A non-null assertion", "text = list[0]!;"],
  ["<T>value", "n = (<string>value).length;"],
  ["yield is not", "export function* f(): unknown { yield 1; }"],
  ["This syntax", "value = import.meta;"],

  // Names and modules.
  ["names a cookie", 'text = "__Host-webui_sso_state";', 'text = "sysauth";', 'text = "set-cookie";'],
  [
    "names a cookie",
    "text = `__Host-x${text}`;",
    'text = "webui_sso_" + text;',
    'value = { sysauth_https: text, "sysauth": n };',
  ],
  ["A keyword of Lua or ucode", "const elif = 1; n = elif;", "export function repeat(): number { return 1; }"],
  ["A keyword of Lua or ucode", 'import * as local from "../result"; export const a = local.ok;'],
  ["A keyword of Lua or ucode", 'import { ok as not } from "../result"; export const a = not;'],
  ["A module is imported whole", 'import { is } from "../result"; export const a = is;'],
  ["A module is imported whole", 'import { ok } from "./strings"; export const a = ok;'],
  ["An import of nothing", 'import "../result";'],
  ["A list of exports", "const a = 1; export { a };", 'export { err, type Result } from "../result";'],
  ["A statement at module level", 'export const list: string[] = []; list.push("a");'],
  ["A variable of a module", "export let count = 0;", "let count = 0; export const f = (): number => (count = 1);"],
  ["A call of this at module level", "export const a = ((): number => 1)();"],

  // Functions, and loops.
  ["async is not", "const g = async (): Promise<number> => 1; value = g;"],
  ["async is not", "for await (const item of list) { text = item; }"],
  ["A generator", "export function* f(): unknown { yield 1; }"],
  ["A function inside a function", "function g(): number { return 1; } n = g();"],
  ["A method, getter or setter", "const a = { get b() { return 1; } }; value = a;"],
  ["A function expression", "const g = function (): number { return 1; }; n = g();"],
  ["A rest parameter", "export const f = (...all: string[]): string[] => all;"],
  ["a const for the function first", "const g = (): number => 1; n = (flag ? g : g)();"],
  ["a const for the function first", "const r: { g?: (this: void) => number } = {}; n = (r.g ?? ((): number => 1))();"],
  ["A for without", "for (;;) { n = n + 1; }", "for (let i = 0, j = 1; i < j; i++) { n = n + 1; }"],
  ["A for without", "for (n = 0; n < 3; n++) { text = text + other; }", "for (let i = 0; i < 3; ) { n = i; }"],
  ["A for without", "for (let i = 0; ; i++) { n = i; }"],
  ["for-of without const", "for (let c of list) { n = n + c.length; }", "for (text of list) { n = n + 1; }"],

  // Operators.
  ["delete is not", "delete record.a;"],
  ["Instead: undefined", "value = void 0;"],
  ["+ before a value", "n = +text;"],
  ["Math.floor and %", ...["&", "|", "^", "<<", ">>", ">>>"].map((operator) => `n = n ${operator} 3;`), "n = ~n;"],
  ["a multiplication", "n = n ** 2;"],
  ["a comparison of the member with undefined", 'flag = "a" in record;'],
  ["instanceof is not", "flag = value instanceof Array;"],
  ["== or != is not", "flag = n == 1;", "flag = n != 1;"],
  ["This assignment", "n *= 2;", "maybe ??= text;"],
  ["An assignment inside an expression", "n = (flag = true) ? 1 : 2;", "const before = n++; n = before;"],
  ["This use of typeof", "text = typeof value;", 'flag = typeof value === "undefined";'],
  ["This use of typeof", 'flag = typeof value < "string";'],

  // Values.
  ["A regular expression", "n = text.search(/a/);"],
  ["A BigInt", "value = 1n;"],
  ["a decimal number", "n = 0x10;", "n = 1e3;", "n = 1_000;", "n = 1000000000000000;"],
  ["other characters than ASCII", 'text = "\u00e4";', 'text = "\\u00e4";', "text = `\u00e4${1}`;"],
  ["without a call of its member", "const floor = Math.floor; n = floor(n);", "value = [1.5].map(Math.floor);"],
  ["without a call of its member", "value = Object;", "text = String(n);"],
  ["Symbol or globalThis", "value = globalThis;", "value = list[Symbol.iterator]();"],
  ["a place from 0 on", "text = list[-1] ?? text;", "list = list.slice(-1);"],
  ["a loop with charAt", 'list = text.split("");'],

  // eslint/rules.
  ["A spread of a literal", "value = { ...{ text }, n };", "value = [...[text], n];"],
  ["leave the member out", "value = [maybe, text];", "export const f = (n?: string): [string?, string?] => [n, n];"],
  ["leave the member out", "const all: (string | undefined)[] = []; all.push(maybe); value = all;"],
  ["leave the member out", 'value = list.map((item) => (item === "" ? undefined : item));'],
  ["(this: void, …) => …", "export const f = (r: { g: (n: number) => number }): number => r.g(1);"],
  ["(this: void, …) => …", "export const f = (r: { g(n: number): number }): number => r.g(1);"],
  ["`item` of the loop", "const all: unknown[] = []; for (const item of list) { all.push(() => item); } value = all;"],
  ["`i` of the loop", "const all: unknown[] = []; for (let i = 0; i < n; i++) { all.push(() => i); } value = all;"],
  ["`m` of the loop", "const all: unknown[] = []; while (flag) { const m = n; all.push(() => m); } value = all;"],
  ["Keys in any order", "list = Object.keys(record);", "for (const k of Object.keys(record)) { list.push(k); }"],
  ["Keys in any order", 'for (const k of Object.keys(record)) { if (k === "a") { return k; } }'],
  ["A lazy load in a file", 'value = require("../result");'],
  ["while the module is loaded", 'import * as json from "io/json"; export const a = json.encode({});'],
  ["null where it means undefined", "export const a: string | null = null;", "flag = maybe === null;"],
  ["null where it means undefined", "flag = value === null;"],
  ["A member of what may be string or array", "n = either.length;"],
  ["A member of what may be array or record", "n = (flag ? list : { length: 1 }).length;"],
  ["a comparison of one kind", "text = text + n;", "text += n;", "flag = list < list;", "flag = maybe >= text;"],
  [
    "?? for a missing value",
    'text = maybe || "none";',
    "value = maybe && text;",
    "n = n || 1;",
    "value = flag && text;",
  ],
];

/** Code that our own rules accept, besides the forms of forms.test.ts. */
const accepted = [
  "const last: [string, string | undefined] = [text, maybe]; value = last;",
  "for (const k of Object.keys(record)) { other[k] = record[k] ?? text; }",
  "for (const item of list) { flag = list.some((each) => each === item); }",
  'flag = typeof either !== "string" && either.includes("a");',
  "export function sooner(n: number): number { return n > 9 ? n : sooner(n + 1); } export const a = sooner(2);",
  'export type { Result } from "../result";',
];

/** A text as a module: statements are in a function with some parameters at hand. */
function moduleOf(text: string): string {
  if (/^(import|declare|let) |\bexport\b/.test(text)) {
    return `${text}\n`;
  }
  const parameters =
    "text: string, n: number, flag: boolean, list: string[], maybe: string | undefined, value: unknown, " +
    "either: string | string[], record: { [key: string]: string }, other: { [key: string]: string }";
  const result = '[text, n, flag, list, maybe ?? "", value, either, record, other]';
  return `export function f(${parameters}): unknown {\n  ${text}\n  return ${result};\n}\n`;
}

const texts = [...refused.flatMap(([, ...some]) => some), ...accepted];
const pathOf = (text: string): string => `base/text_${texts.indexOf(text)}.ts`;
const complaints = await lint(Object.fromEntries(texts.map((text) => [pathOf(text), moduleOf(text)])), {
  "@typescript-eslint/max-params": "off",
});
const complaintsOf = (text: string): string[] => complaints.get(pathOf(text)) ?? [];

for (const [says, ...some] of refused) {
  it(`refuses ${some.join(" | ")}`, () => {
    for (const text of some) {
      assert.ok(complaintsOf(text).join("\n").includes(says), `of ${text}:\n${complaintsOf(text).join("\n")}`);
    }
  });
}

for (const text of accepted) {
  it(`accepts ${text}`, () => assert.deepEqual(complaintsOf(text), []));
}

it("has an example of every rule's message, and names the place and what to write instead", async () => {
  const all = [...complaints.values()].flat().join("\n");
  // Circles, lazy loads, names and the facts of failures are in layers.test.ts.
  const elsewhere = ["no-circle", "lazy-import", "own-name", "sealed-facts", "unique-name"];
  const messages = await messagesOfOwnRules(elsewhere.map((name) => `subset/${name}`));
  assert.ok(messages.length > 70, `only ${messages.length} messages`);
  const missing = messages.filter((message) => !message.split(/\{\{\w+\}\}/).every((part) => all.includes(part)));
  assert.deepEqual(missing, []);
  const switched = "switch is not in the subset. Instead: if and else if, or a record of the cases.";
  assert.ok(complaintsOf("switch (n) { case 1: n = 2; }").includes(`2:3 ${switched}`), all);
});
