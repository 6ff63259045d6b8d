/** What becomes of each construct of the subset in ucode, and what it computes in JavaScript, Lua and ucode. */

/** A call of the example: arguments that differ from `parameters`, and the value that comes out. */
export interface Run {
  with?: Partial<typeof parameters>;
  gives: unknown;
  /** The value in Lua or ucode where it is not `gives`: what no type tells. */
  lua?: unknown;
  ucode?: unknown;
}

export interface Example {
  about: string;
  /** The module, which exports a function `example`; and what it becomes in ucode, whose indentation is by tabs. */
  ts: string;
  ucode: string;
  runs: readonly Run[];
}

/** Parameters of `example`, and their values unless a run says otherwise. */
export const parameters = {
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

const parameterTypes =
  "text: string, other: string, i: number, n: number, flag: boolean, list: string[], numbers: number[], " +
  "record: { [key: string]: string | undefined }, value: unknown, maybe?: string";
const parameterNames = Object.keys(parameters).join(", ");

/** Stands for ucode that is written like the TypeScript. */
const asItStands = Symbol();

function module(about: string, ts: string, ucode: string, ...runs: Run[]): Example {
  return { about, ts: `${ts}\n`, ucode: `${ucode}\n`, runs };
}

/** An example that is a function's body. */
function statements(about: string, ts: string, ucode: string | typeof asItStands, ...runs: Run[]): Example {
  const body = (text: string): string => ` {\n${text}\n}`.replaceAll(/\n(?!}$)/g, "\n  ");
  const head = "export function example(";
  return module(
    about,
    `${head}${parameterTypes}): unknown${body(ts)}`,
    `${head}${parameterNames})${body(ucode === asItStands ? ts : ucode)};`,
    ...runs,
  );
}

/** An example that is a value. */
function expression(about: string, ts: string, ucode: string | typeof asItStands, ...runs: Run[]): Example {
  return statements(about, `return ${ts};`, ucode === asItStands ? ucode : `return ${ucode};`, ...runs);
}

export const examples: readonly Example[] = [
  module(
    "import of names",
    `import { err, ok as done } from "../result";
export function example(): unknown {
  return [done(1).data, err("X").error];
}`,
    `import { err, ok as done } from 'sso_login.result';

export function example() {
  return [done(1).data, err("X").error];
};`,
    { gives: [1, "X"] },
  ),
  module(
    "import of a module",
    `import * as result from "../result";
export function example(): unknown {
  return result.ok(1).data;
}`,
    `import * as result from 'sso_login.result';

export function example() {
  return result.ok(1).data;
};`,
    { gives: 1 },
  ),
  module(
    "module that is loaded in a function",
    `const late = { result: () => require("../result") as typeof import("../result") };
export function example(): unknown {
  return [late.result().ok(1).data, late.result() === late.result()];
}`,
    `import { load_module } from 'sso_login.ecma';

const late = { result: () => load_module('sso_login.result') };
export function example() {
  return [late.result().ok(1).data, late.result() === late.result()];
};`,
    { gives: [1, true] },
  ),
  module(
    "import of a type",
    `import type { Io } from "./io";
export function example(io: Io): number {
  return io.time();
}`,
    `export function example(io) {
  return io.time();
};`,
  ),
  module(
    "function",
    `function twice(n: number, times?: number): number {
  return n * (times ?? 2);
}
export function example(): number {
  return twice(4);
}`,
    `function twice(n, times) {
  return n * (times ?? 2);
}
export function example() {
  return twice(4);
};`,
    { gives: 8 },
  ),
  statements(
    "const and let",
    `const first = i + 1;
let second: number | undefined;
second = first + 1;
return second;`,
    `const first = i + 1;
let second;
second = first + 1;
return second;`,
    { gives: 3 },
  ),
  module(
    "interface and type alias",
    `export interface Pair {
  a: number;
}
export type Pairs = Pair[];
export const pairs_of_two = 2;`,
    "export const pairs_of_two = 2;",
  ),
  statements(
    "expression statement",
    `list.push("d");
n = n + 1;
return [list, n];`,
    `push(list, "d");
n = n + 1;
return [list, n];`,
    { gives: [["a", "b", "c", "d"], 8] },
  ),
  statements("return", "return n;", asItStands, { gives: 7 }),
  statements(
    "if",
    `if (n > 5) {
  return "large";
} else if (n > 2) {
  return "middle";
} else {
  return "small";
}`,
    asItStands,
    { gives: "large" },
    { with: { n: 3 }, gives: "middle" },
    { with: { n: 0 }, gives: "small" },
  ),
  statements(
    "while",
    `while (true) {
  n = n - 3;
  if (n < 0) {
    break;
  }
}
return n;`,
    asItStands,
    { gives: -2 },
  ),
  statements(
    "counting for",
    `for (let at = 0; at < n; at++) {
  text = text + "x";
}
return text;`,
    asItStands,
    { with: { n: 2 }, gives: "abcxx" },
    { with: { n: 0 }, gives: "abc" },
  ),
  statements(
    "for-of over an array",
    `for (const item of list) {
  text = text + item;
}
return text;`,
    `for (let item in list) {
  text = text + item;
}
return text;`,
    { gives: "abcabc" },
    { with: { list: [] }, gives: "abc" },
  ),
  module(
    "name, parentheses, property and call",
    `interface Rule {
  test: (this: void, n: number) => boolean;
}
function is_even(n: number): boolean {
  return n % 2 === 0;
}
export function example(): boolean {
  const rule: Rule = { test: is_even };
  return (rule.test(4));
}`,
    `function is_even(n) {
  return n % 2 == 0;
}
export function example() {
  const rule = { test: is_even };
  return (rule.test(4));
};`,
    { gives: true },
  ),
  expression("text", '"a\\n" + \'b"\' + `c`', asItStands, { gives: 'a\nb"c' }),
  expression(
    "template",
    "`${text}=${n},${flag}`",
    asItStands,
    { gives: "abc=7,true" },
    { with: { n: 1700000000 }, gives: "abc=1700000000,true" },
    { with: { n: 1000000000000000 }, gives: "abc=1000000000000000,true", lua: "abc=1e+15,true" },
  ),
  expression("number", "[0, 1.5, 253402300799]", asItStands, { gives: [0, 1.5, 253402300799] }),
  statements(
    "true, false, undefined",
    `const nothing: string | undefined = undefined;
return [true, false, nothing === undefined];`,
    `const nothing = null;
return [true, false, nothing === null];`,
    { gives: [true, false, true] },
  ),
  expression(
    "comparison with null",
    'typeof value === "object" && value !== null',
    '(type(value) == "object" || type(value) == "array") && value !== null',
    { gives: false },
    { with: { value: { a: "1" } }, gives: true },
    { with: { value: ["x"] }, gives: true },
  ),
  expression("array", "[text, other]", asItStands, { gives: ["abc", "b"] }),
  expression(
    "record",
    '{ text, "a-b": n, [other]: 2, absent: maybe }',
    '{ text, "a-b": n, [key_of(other)]: 2, absent: maybe }',
    { gives: { text: "abc", "a-b": 7, b: 2 } },
  ),
  module(
    "numeric keys",
    `const reasons: { [status: number]: string | undefined } = { 200: "OK" };
export function example(): string {
  return reasons[200] ?? "none";
}`,
    `const reasons = { "200": "OK" };
export function example() {
  return reasons[200] ?? "none";
};`,
    { gives: "OK" },
  ),
  expression(
    "member by key or index",
    '[record["a"] ?? "-", record[text] ?? "-", list[i] ?? "-", list[9] ?? "-"]',
    '[record["a"] ?? "-", record[key_of(text)] ?? "-", list[i] ?? "-", list[9] ?? "-"]',
    { gives: ["1", "-", "b", "-"] },
    { with: { text: "a\0b" }, gives: ["1", "-", "b", "-"] },
  ),
  statements(
    "arrow function",
    `const longer = (a: string, b: string): boolean => a.length > b.length;
return longer(text, other);`,
    `const longer = (a, b) => length(a) > length(b);
return longer(text, other);`,
    { gives: true },
  ),
  expression(
    "typeof",
    '[typeof value === "string", typeof value !== "number", typeof value === "boolean"]',
    '[type(value) == "string", !(type(value) == "int" || type(value) == "double"), type(value) == "bool"]',
    { gives: [true, true, false] },
    { with: { value: 1 }, gives: [false, false, false] },
    { with: { value: false }, gives: [false, true, true] },
  ),
  expression("type assertion", "(value as string).length", "length(value)", { gives: 1 }),
  expression("+ of numbers, - and *", "-n + i * 2 - 1", asItStands, { gives: -6 }),
  expression("+ of texts", 'text + "-" + other', asItStands, { gives: "abc-b" }),
  expression("/", "n / 2", "1.0 * n / 2", { gives: 3.5 }, { with: { n: 8 }, gives: 4 }),
  expression("%", "n % 4", asItStands, { gives: 3 }, { with: { n: -7 }, gives: -3, lua: 1 }),
  expression("=== and !== of numbers", "[n === 7, n !== 7, n / 7 === 1]", "[n == 7, n != 7, 1.0 * n / 7 == 1]", {
    gives: [true, false, true],
  }),
  expression(
    "=== and !== where the types do not tell",
    "[value === n, value !== n, value === maybe]",
    "[same(value, n), !same(value, n), value === maybe]",
    { gives: [false, true, false] },
    { with: { value: 7 }, gives: [true, false, false] },
    { with: { value: 7.5, n: 7.5 }, gives: [true, false, false] },
    { with: { value: "7" }, gives: [false, true, false] },
  ),
  expression(
    "=== and !== of everything else",
    '[text === "abc", maybe !== undefined, flag === false]',
    '[text === "abc", maybe !== null, flag === false]',
    { gives: [true, false, false] },
  ),
  expression("<, <=, >, >=", '[n < 7, n <= 7, text > other, text >= "abc", "10" < "9"]', asItStands, {
    gives: [false, true, false, true, true],
  }),
  expression("&&, || and !", "(flag && !(n > 7)) || text === other", asItStands, { gives: true }),
  expression("??", 'maybe ?? "none"', asItStands, { gives: "none" }, { with: { maybe: "" }, gives: "" }),
  expression("? :", 'n > 5 ? text : "small"', asItStands, { gives: "abc" }, { with: { n: 1 }, gives: "small" }),
  statements(
    "assignment",
    `n = 3;
n += 2;
n++;
record["b"] = text;
return [n, record["b"]];`,
    asItStands,
    { gives: [6, "abc"] },
  ),
  expression(
    "length of strings",
    "text.length",
    "length(text)",
    { gives: 3 },
    { with: { text: "" }, gives: 0 },
    { with: { text: "ä" }, gives: 1, lua: 2, ucode: 2 },
  ),
  expression(
    "charAt of strings",
    "text.charAt(i)",
    "char_at(text, i)",
    { gives: "b" },
    { with: { i: 3 }, gives: "" },
    { with: { i: -1 }, gives: "" },
  ),
  expression(
    "charCodeAt of strings",
    "text.charCodeAt(i) < 100",
    "char_code_at(text, i) < 100",
    { gives: true },
    { with: { i: 3 }, gives: false },
    { with: { i: -1 }, gives: false },
  ),
  expression(
    "indexOf of strings",
    "[text.indexOf(other), text.indexOf(other, 2)]",
    "[index_of(text, other), index_of(text, other, 2)]",
    { gives: [1, -1] },
    { with: { text: "bbb" }, gives: [0, 2] },
    { with: { text: "b%b" }, gives: [0, 2] },
  ),
  expression(
    "includes of strings",
    "text.includes(other)",
    "includes(text, other)",
    { gives: true },
    { with: { other: "d" }, gives: false },
    { with: { other: "" }, gives: true },
  ),
  expression(
    "startsWith of strings",
    "text.startsWith(other)",
    "starts_with(text, other)",
    { gives: false },
    { with: { other: "ab" }, gives: true },
    { with: { other: "" }, gives: true },
  ),
  expression(
    "endsWith of strings",
    "text.endsWith(other)",
    "ends_with(text, other)",
    { gives: false },
    { with: { other: "bc" }, gives: true },
    { with: { other: "" }, gives: true },
    { with: { other: "zabc" }, gives: false },
  ),
  expression(
    "substring of strings",
    "[text.substring(i), text.substring(i, 2)]",
    "[substring(text, i), substring(text, i, 2)]",
    { gives: ["bc", "b"] },
    { with: { i: 9 }, gives: ["", "c"] },
    { with: { i: -2 }, gives: ["abc", "ab"] },
    { with: { i: 3 }, gives: ["", "c"] },
  ),
  expression(
    "slice of strings",
    "[text.slice(i), text.slice(0, i), text.slice(i, 2)]",
    "[text_slice(text, i), text_slice(text, 0, i), text_slice(text, i, 2)]",
    { gives: ["bc", "a", "b"] },
    { with: { i: 9 }, gives: ["", "abc", ""] },
    { with: { text: "a\0b" }, gives: ["\0b", "a", "\0"] },
  ),
  expression(
    "split of strings",
    "text.split(other)",
    "split(text, other)",
    { gives: ["a", "c"] },
    { with: { text: "" }, gives: [""] },
    { with: { text: "b.bb" }, gives: ["", ".", "", ""] },
    { with: { text: "a.b", other: "." }, gives: ["a", "b"] },
  ),
  expression(
    "toLowerCase of strings",
    "text.toLowerCase()",
    "lower(text)",
    { with: { text: "ABc-1" }, gives: "abc-1" },
    { with: { text: "Ä" }, gives: "ä", lua: "Ä", ucode: "Ä" },
    { with: { text: "A\0B" }, gives: "a\0b" },
  ),
  expression(
    "toUpperCase of strings",
    "text.toUpperCase()",
    "upper(text)",
    {
      with: { text: "aBc-1" },
      gives: "ABC-1",
    },
    { with: { text: "a\0b" }, gives: "A\0B" },
  ),
  expression("fromCharCode of String", "String.fromCharCode(n + 60)", "chr(n + 60)", { gives: "C" }),
  expression("length of arrays", "list.length", "length(list)", { gives: 3 }, { with: { list: [] }, gives: 0 }),
  statements(
    "push of arrays",
    `list.push(text);
return list;`,
    `push(list, text);
return list;`,
    { gives: ["a", "b", "c", "abc"] },
  ),
  expression(
    "join of arrays",
    'list.join("-")',
    'join("-", list)',
    { gives: "a-b-c" },
    { with: { list: [] }, gives: "" },
  ),
  expression(
    "includes of arrays",
    "list.includes(other)",
    "array_includes(list, other)",
    { gives: true },
    { with: { other: "z" }, gives: false },
  ),
  expression(
    "indexOf of arrays",
    "list.indexOf(other)",
    "array_index_of(list, other)",
    { gives: 1 },
    { with: { other: "z" }, gives: -1 },
  ),
  expression("filter of arrays", "numbers.filter((item) => item > 1)", "filter(numbers, (item) => item > 1)", {
    gives: [3, 2],
  }),
  expression("map of arrays", "numbers.map((item) => item + 1)", "map(numbers, (item) => item + 1)", {
    gives: [4, 2, 3],
  }),
  expression(
    "some of arrays",
    "numbers.some((item) => item > 2)",
    "array_some(numbers, (item) => item > 2)",
    { gives: true },
    { with: { numbers: [] }, gives: false },
  ),
  expression(
    "every of arrays",
    "numbers.every((item) => item > 2)",
    "array_every(numbers, (item) => item > 2)",
    { gives: false },
    { with: { numbers: [] }, gives: true },
  ),
  expression(
    "find of arrays",
    'list.find((item) => item > other) ?? "none"',
    'array_find(list, (item) => item > other) ?? "none"',
    { gives: "c" },
    { with: { other: "x" }, gives: "none" },
  ),
  expression(
    "slice of arrays",
    "[numbers.slice(i), numbers.slice(0, i)]",
    "[slice(numbers, i), slice(numbers, 0, i)]",
    { gives: [[1, 2], [3]] },
    { with: { i: 9 }, gives: [[], [3, 1, 2]] },
  ),
  expression("concat of arrays", 'list.concat(["x"], [])', 'array_concat(list, ["x"], [])', {
    gives: ["a", "b", "c", "x"],
  }),
  expression(
    "sort of arrays",
    "numbers.sort((a, b) => (a < b ? -1 : 1))",
    "sort(numbers, (a, b) => (a < b ? -1 : 1))",
    { gives: [1, 2, 3] },
  ),
  expression(
    "floor of Math",
    "[Math.floor(n / 2), Math.floor(-n / 2)]",
    "[floor(1.0 * n / 2), floor(1.0 * -n / 2)]",
    { gives: [3, -4] },
    { with: { n: 8 }, gives: [4, -4] },
  ),
  expression("ceil of Math", "[Math.ceil(n / 2), Math.ceil(n)]", "[ceil(1.0 * n / 2), ceil(n)]", { gives: [4, 7] }),
  expression("min of Math", "Math.min(n, 5)", "min(n, 5)", { gives: 5 }),
  expression("max of Math", "Math.max(n, 5)", "max(n, 5)", { gives: 7 }),
  expression(
    "keys of Object",
    "Object.keys(record).sort((a, b) => (a < b ? -1 : 1))",
    "sort(keys(record), (a, b) => (a < b ? -1 : 1))",
    { gives: ["a"] },
    { with: { record: { b: "1", a: "2", c: "" } }, gives: ["a", "b", "c"] },
  ),
];
