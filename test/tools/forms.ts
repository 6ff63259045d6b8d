/**
 * Forms that the subset permits (docs/subset.md) and whose value could differ in JavaScript, Lua and ucode. The plain ones are
 * everywhere in the service, whose specs run in Lua and ucode.
 */

/** Parameters of every form's function: their types, and the values that it is called with. */
export const parameters: [name: string, type: string, value?: unknown][] = [
  ["text", "string", "abc"],
  ["other", "string", "b"],
  ["empty", "string", ""],
  ["nul", "string", "a\0b"],
  ["umlaut", "string", "\u00c4"],
  ["i", "number", 1],
  ["n", "number", 7],
  ["flag", "boolean", true],
  ["list", "string[]", ["a", "b", "c"]],
  ["none", "string[]", []],
  ["numbers", "number[]", [3, 1, 2]],
  ["record", "{ [key: string]: string | undefined }", { a: "1" }],
  ["values", "unknown[]", ["v", "7", 7, 7.5, false, { a: "1" }, ["x"]]],
  ["maybe", "string | undefined"],
];

/** `ts` is an expression, or statements with `return`. */
export type Form = [name: string, ts: string, value: unknown, otherwise?: { lua?: unknown; ucode?: unknown }];

const values: Form[] = [
  ["text", '"a\\n" + \'b"\' + `c\\\\` + `one\n    two`', 'a\nb"c\\one\n    two'],
  ["template", "`${text}=${n},${flag},${n * 100000000}`", "abc=7,true,700000000"],
  ["template of a large number", "`${i * 100000000000000 * 10}`", "1000000000000000", { lua: "1e+15" }],
  [
    "numeric keys",
    `const reasons: { [status: number]: string | undefined } = { 200: "OK" };
    return [reasons[200] ?? "none", reasons[n] ?? "none"];`,
    ["OK", "none"],
  ],
  [
    "member by key or index",
    '[record["a"] ?? "-", record.a ?? "-", record[text] ?? "-", record[nul] ?? "-", list[i] ?? "-", list[n] ?? "-"]',
    ["1", "1", "-", "-", "b", "-"],
  ],
  ["typeof string", 'values.map((value) => typeof value !== "string")', [false, false, true, true, true, true, true]],
  ["typeof number", 'values.map((value) => typeof value !== "number")', [true, true, false, false, true, true, true]],
  [
    "typeof boolean",
    'values.map((value) => typeof value === "boolean")',
    [false, false, false, false, true, false, false],
  ],
  [
    "typeof object, and null",
    `[typeof record !== "object", values.map((value) => typeof value === "object" && value !== null)]`,
    [false, [false, false, false, false, false, true, true]],
  ],
];

const operators: Form[] = [
  ["/", "[n / 2, (n + i) / 2]", [3.5, 4]],
  ["%", "[n % 4, -n % 4]", [3, -3], { lua: [3, 1] }],
  ["=== and !== of numbers", "[n === 7, n !== 7, n / 7 === 1]", [true, false, true]],
  ["=== of unknown values", "values.map((value) => value === n)", [false, false, true, false, false, false, false]],
  ["!== of unknown values", "values.map((value) => value !== n / 1)", [true, true, false, true, true, true, true]],
  ["<, <=, > and >=", '[n < 7, n <= 7, text > other, text >= "abc", "10" < "9"]', [false, true, false, true, true]],
  [
    "?: with undefined",
    "[(flag ? n === i : undefined) ?? text, (!flag ? undefined : values[4]) ?? text, (flag ? undefined : text) ?? i]",
    [false, false, 1],
  ],
  ["??", '[maybe ?? "none", list[0] ?? maybe ?? "none", none[0] ?? empty]', ["none", "a", ""]],
];

const texts: Form[] = [
  ["length of a text", "[text.length, empty.length, nul.length]", [3, 0, 3]],
  [
    "text of other characters",
    "[umlaut.length, umlaut.toLowerCase()]",
    [1, "\u00e4"],
    { lua: [2, "\u00c4"], ucode: [2, "\u00c4"] },
  ],
  ["charAt", "[text.charAt(i), text.charAt(3), text.charAt(-i)]", ["b", "", ""]],
  [
    "charCodeAt",
    "[text.charCodeAt(i) < 100, text.charCodeAt(3) < 100, text.charCodeAt(-i) < 100]",
    [true, false, false],
  ],
  [
    "indexOf",
    '[text.indexOf(other), text.indexOf(other, 2), "b%bb".indexOf("%b"), "bbb".indexOf(other, 2)]',
    [1, -1, 1, 2],
  ],
  ["includes", '[text.includes(other), text.includes("d"), text.includes(empty)]', [true, false, true]],
  ["startsWith", '[text.startsWith(other), text.startsWith("ab"), text.startsWith(empty)]', [false, true, true]],
  [
    "endsWith",
    '[text.endsWith(other), text.endsWith("bc"), text.endsWith("zabc"), text.endsWith(empty)]',
    [false, true, false, true],
  ],
  [
    "substring",
    "[text.substring(i), text.substring(i, 2), text.substring(n, 2), text.substring(-i, 2)]",
    ["bc", "b", "c", "ab"],
  ],
  [
    "substring from the end",
    "[text.substring(3), text.substring(n), text.substring(-i), text.substring(9), text.substring(other.length + 1)]",
    ["", "", "abc", "", "c"],
  ],
  [
    "slice of a text",
    "[text.slice(i), text.slice(i, 2), text.slice(n), other.slice(0, 2), empty.slice(0)]",
    ["bc", "b", "", "b", ""],
  ],
  [
    "split",
    '[text.split(other), empty.split(other), "b.bb".split(other), "a.b".split(".")]',
    [["a", "c"], [""], ["", ".", "", ""], ["a", "b"]],
  ],
  [
    "toLowerCase and toUpperCase",
    '["ABc-1".toLowerCase(), "aBc-1".toUpperCase(), nul.toUpperCase()]',
    ["abc-1", "ABC-1", "A\0B"],
  ],
  ["toLowerCase of NUL, fromCharCode", '["A\\0B".toLowerCase(), String.fromCharCode(n + 60)]', ["a\0b", "C"]],
];

const arrays: Form[] = [
  ["join", '[list.join("-"), none.join("-")]', ["a-b-c", ""]],
  [
    "slice of an array",
    "[numbers.slice(i), numbers.slice(0, i), numbers.slice(n), numbers.slice(0, n)]",
    [[1, 2], [3], [], [3, 1, 2]],
  ],
  [
    "concat",
    '[list.concat(["x"], []), none.concat(list)]',
    [
      ["a", "b", "c", "x"],
      ["a", "b", "c"],
    ],
  ],
  ["sort", "numbers.sort((a, b) => (a < b ? -1 : 1))", [1, 2, 3]],
  ["keys of a record", "Object.keys({ b: i, a: n, c: text }).sort((a, b) => (a < b ? -1 : 1))", ["a", "b", "c"]],
  [
    "Math",
    "[Math.floor(n / 2), Math.floor(-n / 2), Math.ceil(n / 2), Math.ceil(n), Math.min(n, 5), Math.max(n, 5)]",
    [3, -4, 4, 7, 5, 7],
  ],
];

export const forms: readonly Form[] = [...values, ...operators, ...texts, ...arrays];
