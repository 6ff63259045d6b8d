/** Permitted methods and properties of strings, arrays and global objects. */
import type { Entry } from "./types";

/** An entry whose example is an expression. */
function expression(entry: Omit<Entry, "form">): Entry {
  return { form: "expression", ...entry };
}

const ofStrings: Entry[] = [
  expression({
    name: "string.length",
    ts: "text.length",
    lua: "#text",
    ucode: "length(text)",
    runs: [{ gives: 3 }, { with: { text: "" }, gives: 0 }, { with: { text: "\u00e4" }, gives: 1, lua: 2, ucode: 2 }],
  }),
  expression({
    name: "string.charAt",
    ts: "text.charAt(i)",
    lua: "__TS__StringCharAt(text, i)",
    ucode: "char_at(text, i)",
    runs: [{ gives: "b" }, { with: { i: 3 }, gives: "" }, { with: { i: -1 }, gives: "" }],
  }),
  expression({
    name: "string.charCodeAt",
    ts: "text.charCodeAt(i) < 100",
    lua: "__TS__StringCharCodeAt(text, i) < 100",
    ucode: "char_code_at(text, i) < 100",
    runs: [{ gives: true }, { with: { i: 3 }, gives: false }, { with: { i: -1 }, gives: false }],
  }),
  expression({
    name: "string.indexOf",
    ts: "[text.indexOf(other), text.indexOf(other, 2)]",
    lua: "{\n    (string.find(text, other, nil, true) or 0) - 1,\n    (string.find(\n        text,\n        other,\n        math.max(3, 1),\n        true\n    ) or 0) - 1\n}",
    ucode: "[index_of(text, other), index_of(text, other, 2)]",
    runs: [{ gives: [1, -1] }, { with: { text: "bbb" }, gives: [0, 2] }, { with: { text: "b%b" }, gives: [0, 2] }],
  }),
  expression({
    name: "string.includes",
    ts: "text.includes(other)",
    lua: "__TS__StringIncludes(text, other)",
    ucode: "includes(text, other)",
    runs: [{ gives: true }, { with: { other: "d" }, gives: false }, { with: { other: "" }, gives: true }],
  }),
  expression({
    name: "string.startsWith",
    ts: "text.startsWith(other)",
    lua: "__TS__StringStartsWith(text, other)",
    ucode: "starts_with(text, other)",
    runs: [{ gives: false }, { with: { other: "ab" }, gives: true }, { with: { other: "" }, gives: true }],
  }),
  expression({
    name: "string.endsWith",
    ts: "text.endsWith(other)",
    lua: "__TS__StringEndsWith(text, other)",
    ucode: "ends_with(text, other)",
    runs: [
      { gives: false },
      { with: { other: "bc" }, gives: true },
      { with: { other: "" }, gives: true },
      { with: { other: "zabc" }, gives: false },
    ],
  }),
  expression({
    name: "string.substring",
    ts: "[text.substring(i), text.substring(i, 2)]",
    lua: "{\n    __TS__StringSubstring(text, i),\n    __TS__StringSubstring(text, i, 2)\n}",
    ucode: "[substring(text, i), substring(text, i, 2)]",
    runs: [
      { gives: ["bc", "b"] },
      { with: { i: 9 }, gives: ["", "c"] },
      { with: { i: -2 }, gives: ["abc", "ab"] },
      { with: { i: 3 }, gives: ["", "c"] },
    ],
  }),
  expression({
    name: "string.slice",
    ts: "[text.slice(i), text.slice(0, 2)]",
    lua: "{\n    __TS__StringSlice(text, i),\n    string.sub(text, 1, 2)\n}",
    ucode: "[text_slice(text, i), text_slice(text, 0, 2)]",
    runs: [
      { gives: ["bc", "ab"] },
      { with: { text: "a" }, gives: ["", "a"] },
      { with: { text: "", i: 0 }, gives: ["", ""] },
    ],
  }),
  expression({
    name: "string.split",
    ts: "text.split(other)",
    lua: "__TS__StringSplit(text, other)",
    ucode: "split(text, other)",
    runs: [
      { gives: ["a", "c"] },
      { with: { text: "" }, gives: [""] },
      { with: { text: "b.bb" }, gives: ["", ".", "", ""] },
      { with: { text: "a.b", other: "." }, gives: ["a", "b"] },
    ],
  }),
  expression({
    name: "string.toLowerCase",
    ts: "text.toLowerCase()",
    lua: "string.lower(text)",
    ucode: "lower(text)",
    runs: [
      { with: { text: "ABc-1" }, gives: "abc-1" },
      { with: { text: "\u00c4" }, gives: "\u00e4", lua: "\u00c4", ucode: "\u00c4" },
      { with: { text: "A\0B" }, gives: "a\0b" },
    ],
  }),
  expression({
    name: "string.toUpperCase",
    ts: "text.toUpperCase()",
    lua: "string.upper(text)",
    ucode: "upper(text)",
    runs: [
      { with: { text: "aBc-1" }, gives: "ABC-1" },
      { with: { text: "a\0b" }, gives: "A\0B" },
    ],
  }),
  expression({
    name: "String.fromCharCode",
    ts: "String.fromCharCode(n + 60)",
    lua: "string.char(n + 60)",
    ucode: "chr(n + 60)",
    runs: [{ gives: "C" }],
  }),
];

const ofArrays: Entry[] = [
  expression({
    name: "array.length",
    ts: "list.length",
    lua: "#list",
    ucode: "length(list)",
    runs: [{ gives: 3 }, { with: { list: [] }, gives: 0 }],
  }),
  {
    name: "array.push",
    form: "statements",
    ts: "list.push(text);\nreturn list;",
    lua: "list[#list + 1] = text\nreturn list",
    ucode: "push(list, text);\nreturn list;",
    runs: [{ gives: ["a", "b", "c", "abc"] }],
  },
  expression({
    name: "array.join",
    ts: 'list.join("-")',
    lua: 'table.concat(list, "-")',
    ucode: 'join("-", list)',
    runs: [{ gives: "a-b-c" }, { with: { list: [] }, gives: "" }],
  }),
  expression({
    name: "array.includes",
    ts: "list.includes(other)",
    lua: "__TS__ArrayIncludes(list, other)",
    ucode: "array_includes(list, other)",
    runs: [{ gives: true }, { with: { other: "z" }, gives: false }],
  }),
  expression({
    name: "array.indexOf",
    ts: "list.indexOf(other)",
    lua: "__TS__ArrayIndexOf(list, other)",
    ucode: "array_index_of(list, other)",
    runs: [{ gives: 1 }, { with: { other: "z" }, gives: -1 }],
  }),
  expression({
    name: "array.filter",
    ts: "numbers.filter((item) => item > 1)",
    lua: "__TS__ArrayFilter(\n    numbers,\n    function(____, item) return item > 1 end\n)",
    ucode: "filter(numbers, (item) => item > 1)",
    runs: [{ gives: [3, 2] }],
  }),
  expression({
    name: "array.map",
    ts: "numbers.map((item) => item + 1)",
    lua: "__TS__ArrayMap(\n    numbers,\n    function(____, item) return item + 1 end\n)",
    ucode: "map(numbers, (item) => item + 1)",
    runs: [{ gives: [4, 2, 3] }],
  }),
  expression({
    name: "array.some",
    ts: "numbers.some((item) => item > 2)",
    lua: "__TS__ArraySome(\n    numbers,\n    function(____, item) return item > 2 end\n)",
    ucode: "array_some(numbers, (item) => item > 2)",
    runs: [{ gives: true }, { with: { numbers: [] }, gives: false }],
  }),
  expression({
    name: "array.every",
    ts: "numbers.every((item) => item > 2)",
    lua: "__TS__ArrayEvery(\n    numbers,\n    function(____, item) return item > 2 end\n)",
    ucode: "array_every(numbers, (item) => item > 2)",
    runs: [{ gives: false }, { with: { numbers: [] }, gives: true }],
  }),
  expression({
    name: "array.find",
    ts: 'list.find((item) => item > other) ?? "none"',
    lua: '__TS__ArrayFind(\n    list,\n    function(____, item) return item > other end\n) or "none"',
    ucode: 'array_find(list, (item) => item > other) ?? "none"',
    runs: [{ gives: "c" }, { with: { other: "x" }, gives: "none" }],
  }),
  expression({
    name: "array.slice",
    ts: "[numbers.slice(i), numbers.slice(0, i)]",
    lua: "{\n    __TS__ArraySlice(numbers, i),\n    __TS__ArraySlice(numbers, 0, i)\n}",
    ucode: "[slice(numbers, i), slice(numbers, 0, i)]",
    runs: [{ gives: [[1, 2], [3]] }, { with: { i: 9 }, gives: [[], [3, 1, 2]] }],
  }),
  expression({
    name: "array.concat",
    ts: 'list.concat(["x"], [])',
    lua: '__TS__ArrayConcat(list, {"x"}, {})',
    ucode: 'array_concat(list, ["x"], [])',
    runs: [{ gives: ["a", "b", "c", "x"] }],
  }),
  expression({
    name: "array.sort",
    ts: "numbers.sort((a, b) => (a < b ? -1 : 1))",
    lua: "__TS__ArraySort(\n    numbers,\n    function(____, a, b) return a < b and -1 or 1 end\n)",
    ucode: "sort(numbers, (a, b) => (a < b ? -1 : 1))",
    runs: [{ gives: [1, 2, 3] }],
  }),
];

const ofGlobals: Entry[] = [
  expression({
    name: "Math.floor",
    ts: "[Math.floor(n / 2), Math.floor(-n / 2)]",
    lua: "{\n    math.floor(n / 2),\n    math.floor(-n / 2)\n}",
    ucode: "[floor(1.0 * n / 2), floor(1.0 * -n / 2)]",
    runs: [{ gives: [3, -4] }, { with: { n: 8 }, gives: [4, -4] }],
  }),
  expression({
    name: "Math.ceil",
    ts: "[Math.ceil(n / 2), Math.ceil(n)]",
    lua: "{\n    math.ceil(n / 2),\n    math.ceil(n)\n}",
    ucode: "[ceil(1.0 * n / 2), ceil(n)]",
    runs: [{ gives: [4, 7] }],
  }),
  expression({
    name: "Math.min",
    ts: "Math.min(n, 5)",
    lua: "math.min(n, 5)",
    ucode: "min(n, 5)",
    runs: [{ gives: 5 }],
  }),
  expression({
    name: "Math.max",
    ts: "Math.max(n, 5)",
    lua: "math.max(n, 5)",
    ucode: "max(n, 5)",
    runs: [{ gives: 7 }],
  }),
  expression({
    name: "Object.keys",
    ts: "Object.keys(record).sort((a, b) => (a < b ? -1 : 1))",
    lua: "__TS__ArraySort(\n    __TS__ObjectKeys(record),\n    function(____, a, b) return a < b and -1 or 1 end\n)",
    ucode: "sort(keys(record), (a, b) => (a < b ? -1 : 1))",
    runs: [{ gives: ["a"] }, { with: { record: { b: "1", a: "2", c: "" } }, gives: ["a", "b", "c"] }],
  }),
];

export const members: readonly Entry[] = [...ofStrings, ...ofArrays, ...ofGlobals];
