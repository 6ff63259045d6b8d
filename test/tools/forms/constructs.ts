/** Permitted syntax. */
import type { Entry } from "./types";

const declarations: Entry[] = [
  {
    name: "import of a module",
    form: "module",
    ts: 'import * as result from "../result";\nexport function example(): unknown {\n  return [result.ok(1).data, result.err("X").error];\n}',
    lua: 'local result = require("result")\nfunction ____exports.example()\n    return {\n        result.ok(1).data,\n        result.err("X").error\n    }\nend',
    ucode:
      "import { ok, err } from 'sso_login.result';\n\nexport function example() {\n\treturn [ok(1).data, err(\"X\").error];\n};",
    runs: [{ gives: [1, "X"] }],
  },
  {
    name: "import of names",
    form: "module",
    ts: 'import { err, ok as done } from "../result";\nexport function example(): unknown {\n  return [done(1).data, err("X").error];\n}',
    lua: 'local ____result = require("result")\nlocal err = ____result.err\nlocal done = ____result.ok\nfunction ____exports.example()\n    return {\n        done(1).data,\n        err("X").error\n    }\nend',
    ucode:
      "import { err, ok as done } from 'sso_login.result';\n\nexport function example() {\n\treturn [done(1).data, err(\"X\").error];\n};",
  },
  {
    name: "import of a type",
    form: "module",
    ts: 'import type { Io } from "./io";\nexport function example(io: Io): number {\n  return io.time();\n}',
    lua: "function ____exports.example(io)\n    return io.time()\nend",
    ucode: "export function example(io) {\n\treturn io.time();\n};",
  },
  {
    name: "function",
    form: "module",
    ts: "function twice(n: number, times?: number): number {\n  return n * (times ?? 2);\n}\nexport function example(): number {\n  return twice(4);\n}",
    lua: "local function twice(n, times)\n    return n * (times or 2)\nend\nfunction ____exports.example()\n    return twice(4)\nend",
    ucode:
      "function twice(n, times) {\n\treturn n * (times ?? 2);\n}\nexport function example() {\n\treturn twice(4);\n};",
    runs: [{ gives: 8 }],
  },
  {
    name: "const and let",
    form: "statements",
    ts: "const first = i + 1;\nlet second: number | undefined;\nif (first > 1) {\n  second = first + 1;\n}\nreturn second;",
    lua: "local first = i + 1\nlocal second\nif first > 1 then\n    second = first + 1\nend\nreturn second",
    ucode: "const first = i + 1;\nlet second;\nif (first > 1) {\n\tsecond = first + 1;\n}\nreturn second;",
    runs: [{ gives: 3 }],
  },
  {
    name: "interface and type alias",
    form: "module",
    ts: "export interface Pair {\n  a: number;\n}\nexport type Pairs = Pair[];\nexport const pairs_of_two = 2;",
    lua: "____exports.pairs_of_two = 2",
    ucode: "export const pairs_of_two = 2;",
  },
];

const statements: Entry[] = [
  {
    name: "expression statement",
    form: "statements",
    ts: 'list.push("d");\nn = n + 1;\nreturn [list, n];',
    lua: 'list[#list + 1] = "d"\nn = n + 1\nreturn {list, n}',
    ucode: 'push(list, "d");\nn = n + 1;\nreturn [list, n];',
    runs: [{ gives: [["a", "b", "c", "d"], 8] }],
  },
  {
    name: "return",
    form: "statements",
    ts: "return n;",
    lua: "return n",
    ucode: "return n;",
    runs: [{ gives: 7 }],
  },
  {
    name: "if",
    form: "statements",
    ts: 'if (n > 5) {\n  return "large";\n} else if (n > 2) {\n  return "middle";\n} else {\n  return "small";\n}',
    lua: 'if n > 5 then\n    return "large"\nelseif n > 2 then\n    return "middle"\nelse\n    return "small"\nend',
    ucode: 'if (n > 5) {\n\treturn "large";\n} else if (n > 2) {\n\treturn "middle";\n} else {\n\treturn "small";\n}',
    runs: [{ gives: "large" }, { with: { n: 3 }, gives: "middle" }, { with: { n: 0 }, gives: "small" }],
  },
  {
    name: "while",
    form: "statements",
    ts: "while (true) {\n  n = n - 3;\n  if (n < 0) {\n    break;\n  }\n}\nreturn n;",
    lua: "while true do\n    n = n - 3\n    if n < 0 then\n        break\n    end\nend\nreturn n",
    ucode: "while (true) {\n\tn = n - 3;\n\tif (n < 0) {\n\t\tbreak;\n\t}\n}\nreturn n;",
    runs: [{ gives: -2 }],
  },
  {
    name: "counting for",
    form: "statements",
    ts: 'for (let at = 0; at < n; at++) {\n  text = text + "x";\n}\nreturn text;',
    lua: 'do\n    local at = 0\n    while at < n do\n        text = text .. "x"\n        at = at + 1\n    end\nend\nreturn text',
    ucode: 'for (let at = 0; at < n; at++) {\n\ttext = text + "x";\n}\nreturn text;',
    runs: [
      { with: { n: 2 }, gives: "abcxx" },
      { with: { n: 0 }, gives: "abc" },
    ],
  },
  {
    name: "for-of over an array",
    form: "statements",
    ts: "for (const item of list) {\n  text = text + item;\n}\nreturn text;",
    lua: "for ____, item in ipairs(list) do\n    text = text .. item\nend\nreturn text",
    ucode: "for (let item in list) {\n\ttext = text + item;\n}\nreturn text;",
    runs: [{ gives: "abcabc" }, { with: { list: [] }, gives: "abc" }],
  },
];

const values: Entry[] = [
  {
    name: "name, parentheses, property and call",
    form: "module",
    ts: "interface Rule {\n  test: (this: void, n: number) => boolean;\n}\nfunction is_even(n: number): boolean {\n  return n % 2 === 0;\n}\nexport function example(): boolean {\n  const rule: Rule = { test: is_even };\n  return (rule.test(4));\n}",
    lua: "local function is_even(n)\n    return n % 2 == 0\nend\nfunction ____exports.example()\n    local rule = {test = is_even}\n    return rule.test(4)\nend",
    ucode:
      "function is_even(n) {\n\treturn n % 2 == 0;\n}\nexport function example() {\n\tconst rule = { test: is_even };\n\treturn (rule.test(4));\n};",
    runs: [{ gives: true }],
  },
  {
    name: "text",
    form: "expression",
    ts: '"a\\n" + \'b"\' + `c`',
    lua: '("a\\n" .. "b\\"") .. "c"',
    ucode: '"a\\n" + \'b"\' + `c`',
    runs: [{ gives: 'a\nb"c' }],
  },
  {
    name: "template",
    form: "expression",
    ts: "`${text}=${n},${flag}`",
    lua: '(((text .. "=") .. tostring(n)) .. ",") .. tostring(flag)',
    ucode: "`${text}=${n},${flag}`",
    runs: [
      { gives: "abc=7,true" },
      { with: { n: 1700000000 }, gives: "abc=1700000000,true" },
      { with: { n: 1e15 }, gives: "abc=1000000000000000,true", lua: "abc=1e+15,true" },
    ],
  },
  {
    name: "number",
    form: "expression",
    ts: "[0, 1.5, 253402300799]",
    lua: "{0, 1.5, 253402300799}",
    ucode: "[0, 1.5, 253402300799]",
    runs: [{ gives: [0, 1.5, 253402300799] }],
  },
  {
    name: "true, false, undefined",
    form: "statements",
    ts: "const nothing: string | undefined = undefined;\nreturn [true, false, nothing === undefined];",
    lua: "local nothing = nil\nreturn {true, false, nothing == nil}",
    ucode: "const nothing = null;\nreturn [true, false, nothing === null];",
    runs: [{ gives: [true, false, true] }],
  },
  {
    name: "comparison with null",
    form: "expression",
    ts: 'typeof value === "object" && value !== null',
    lua: 'type(value) == "table" and value ~= nil',
    ucode: "has_members(value) && value !== null",
    runs: [{ gives: false }, { with: { value: { a: "1" } }, gives: true }, { with: { value: ["x"] }, gives: true }],
  },
  {
    name: "array",
    form: "expression",
    ts: "[text, other]",
    lua: "{text, other}",
    ucode: "[text, other]",
    runs: [{ gives: ["abc", "b"] }],
  },
  {
    name: "record",
    form: "expression",
    ts: '{ text, "a-b": n, [other]: 2, absent: maybe }',
    lua: '{text = text, ["a-b"] = n, [other] = 2, absent = maybe}',
    ucode: '{ text, "a-b": n, [key_of(other)]: 2, absent: maybe }',
    runs: [{ gives: { text: "abc", "a-b": 7, b: 2 } }],
  },
  {
    name: "numeric keys",
    form: "module",
    ts: 'const reasons: { [status: number]: string | undefined } = { 200: "OK" };\nexport function example(): string {\n  return reasons[200] ?? "none";\n}',
    lua: 'local reasons = {[200] = "OK"}\nfunction ____exports.example()\n    return reasons[200] or "none"\nend',
    ucode: 'const reasons = { "200": "OK" };\nexport function example() {\n\treturn reasons[200] ?? "none";\n};',
    runs: [{ gives: "OK" }],
  },
  {
    name: "member by key or index",
    form: "expression",
    ts: '[record["a"] ?? "-", record[text] ?? "-", list[i] ?? "-", list[9] ?? "-"]',
    lua: '{record.a or "-", record[text] or "-", list[i + 1] or "-", list[10] or "-"}',
    ucode: '[record["a"] ?? "-", record[key_of(text)] ?? "-", list[i] ?? "-", list[9] ?? "-"]',
    runs: [{ gives: ["1", "-", "b", "-"] }, { with: { text: "a\0" }, gives: ["1", "-", "b", "-"] }],
  },
  {
    name: "arrow function",
    form: "statements",
    ts: "const longer = (a: string, b: string): boolean => a.length > b.length;\nreturn longer(text, other);",
    lua: "local function longer(a, b)\n    return #a > #b\nend\nreturn longer(text, other)",
    ucode: "const longer = (a, b) => length(a) > length(b);\nreturn longer(text, other);",
    runs: [{ gives: true }],
  },
  {
    name: "typeof",
    form: "expression",
    ts: '[typeof value === "string", typeof value !== "number", typeof value === "boolean"]',
    lua: '{\n    type(value) == "string",\n    type(value) ~= "number",\n    type(value) == "boolean"\n}',
    ucode: '[type(value) == "string", !is_number(value), type(value) == "bool"]',
    runs: [
      { gives: [true, true, false] },
      { with: { value: 1 }, gives: [false, false, false] },
      { with: { value: false }, gives: [false, true, true] },
    ],
  },
  {
    name: "type assertion",
    form: "expression",
    ts: "(value as string).length",
    lua: "#value",
    ucode: "length(value)",
    runs: [{ gives: 1 }],
  },
];

export const constructs: readonly Entry[] = [...declarations, ...statements, ...values];
