/** Rules and marks: what counts as a mark, what it marks, and what is told about both. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { summarize } from "../../scripts/conformance/check";
import { renderDocument } from "../../scripts/conformance/document";
import { carries, marksOf, type Mark } from "../../scripts/conformance/marks";
import { checkRules, type Rule } from "../../scripts/conformance/rules";

/** A file's text from its lines, so that no line of this file looks like a mark. */
function text(...lines: string[]): string {
  return lines.join("\n");
}

function only(file: string, ...lines: string[]): Mark {
  const { marks, problems } = marksOf(file, text(...lines));
  assert.deepEqual(problems, []);
  assert.equal(marks.length, 1);
  return marks[0] as Mark;
}

const spec = [
  'describe("rate", function()',
  "  -- rule: spec.limits.rate",
  '  it("refuses the 51st", function()',
  "    assert.is_true(true)",
  "  end)",
  "",
  '  it("is something else", function() end)',
  "end)",
];

describe("marks", () => {
  it("name the test below them, with its suites, and its lines", () => {
    const mark = only("test/unit/a_spec.lua", ...spec);
    assert.deepEqual(mark, {
      rule: "spec.limits.rate",
      file: "test/unit/a_spec.lua",
      line: 2,
      from: 3,
      to: 5,
      titles: ["rate", "refuses the 51st"],
      isRow: false,
    });
  });

  const forms: [string, string[], string[]][] = [
    ["a suite", ["// rule: a.b.c", 'describe("limits", () => {', '  it("x", () => {});', "});"], ["limits"]],
    ["a suite of another name", ["// rule: a.b.c", 'browserSuite("button", {}, {', "});"], ["button"]],
    ["a suite on several lines", ["// rule: a.b.c", "sceneSuite(", '  "limits",', "  {},", ");"], ["limits"]],
    [
      "a test of a suite's object",
      [
        "sceneSuite(",
        '  "limits",',
        "  {",
        "    // rule: a.b.c",
        '    "is counted": async (scene) => {',
        "    },",
        "  },",
        ");",
      ],
      ["limits", "is counted"],
    ],
    [
      "a loop, called like its first test",
      ["-- rule: a.b.c", "for _, case in ipairs({", '  { "x" },', "}) do", '  it("takes " .. case[1], f)', "end"],
      ["takes …"],
    ],
    [
      "a row of a table",
      ["for _, case in ipairs({", "  -- rule: a.b.c", '  { "one more", 101 },', "}) do"],
      ["one more"],
    ],
    [
      "a row with a name",
      ["{", "  // rule: a.b.c", "  {", '    source: "x",', '    does: "sends 257 KB",', "  },", "}"],
      ["sends 257 KB"],
    ],
    [
      "a function of luaunit",
      ["-- rule: a.b.c", "function cases.test_create()", '  check("x")', "end"],
      ["test_create"],
    ],
    ["shell", ["# rule: a.b.c", "test_version() { true; }"], ["test_version() { true; }"]],
    ["C", ["/* rule: a.b.c */", 'check("memory");'], ["memory"]],
    ["another comment between", ["-- rule: a.b.c", "-- why", 'it("x", f)'], ["x"]],
    ["a formatted name", ["// rule: a.b.c", "it(`status ${status} of %d`, f);"], ["status … of …"]],
  ];
  for (const [name, lines, titles] of forms) {
    it(`stand above ${name}`, () => {
      const file = lines.join("").includes("-- rule") ? "a.lua" : "a.ts";
      assert.deepEqual(only(file, ...lines).titles, titles);
    });
  }

  it("may name several rules on several lines", () => {
    const { marks } = marksOf("a.lua", text("-- rule: a.b.c a.b.d", "-- rule: a.b.e", 'it("x", f)'));
    assert.deepEqual(
      marks.map(({ rule, from }) => [rule, from]),
      [
        ["a.b.c", 3],
        ["a.b.d", 3],
        ["a.b.e", 3],
      ],
    );
  });

  it("without a test or without a rule are a problem, and mark nothing", () => {
    for (const lines of [
      ["-- rule: a.b.c", "", 'it("x", f)'],
      ["-- rule: a.b.c", "local x = 1"],
      ["-- rule: a.b.c"],
      ["-- rule:", 'it("x", f)'],
    ]) {
      const { marks, problems } = marksOf("a.lua", text(...lines));
      assert.deepEqual(marks, []);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? "", /^a\.lua:1: /);
    }
  });

  it("are comments of their own: a text that quotes one is none", () => {
    assert.deepEqual(marksOf("a.ts", 'const x = "// rule: a.b.c";').marks, []);
  });

  it("are carried by the tests in their lines, rows by what they are called", () => {
    const mark = only("test/unit/a_spec.lua", ...spec);
    const file = mark.file;
    assert.equal(carries(mark, { file, name: "rate refuses the 51st", line: 3 }), true);
    assert.equal(carries(mark, { file, name: "rate is something else", line: 7 }), false);
    assert.equal(carries(mark, { file: "b", name: "rate refuses the 51st", line: 3 }), false);
    assert.equal(carries(mark, { file, name: "rate refuses the 51st" }), true);
    const row = only("a.lua", "for _, case in ipairs({", "  -- rule: a.b.c", '  { "one more", 101 },', "}) do");
    assert.equal(carries(row, { file: "a.lua", name: "limits: one more is 431", line: 9 }), true);
    assert.equal(carries(row, { file: "a.lua", name: "limits: none is 200", line: 9 }), false);
  });
});

const rules: Rule[] = [
  { id: "spec.limits.rate", document: "specification", section: "Limits", rule: "50 | 60 s" },
  { id: "dec.log.tag", document: "decisions", section: "Log", rule: "syslog" },
  { id: "spec.events.none", document: "specification", section: "Events", rule: "not shown", kind: "background" },
];

describe("conformance", () => {
  it("counts rules with a mark, and names those without; background is not counted", () => {
    const summary = summarize(rules, marksOf("test/unit/a_spec.lua", text(...spec)));
    assert.deepEqual(summary.problems, []);
    assert.equal(summary.counts, "rules 2, tested 1, untested 1");
    assert.deepEqual(
      summary.untested.map(({ id }) => id),
      ["dec.log.tag"],
    );
  });

  it("tells marks of rules that do not exist, or that are background", () => {
    for (const id of ["spec.limits.none", "spec.events.none"]) {
      const { problems } = summarize(rules, marksOf("a.lua", text(`-- rule: ${id}`, 'it("x", f)')));
      assert.deepEqual(problems, [`a.lua:1: there is no rule ${id}`]);
    }
  });

  it("tells what is wrong with the rules themselves", () => {
    const [first] = rules as [Rule];
    assert.deepEqual(checkRules(rules), []);
    assert.equal(checkRules([first, first]).length, 1);
    assert.equal(checkRules([{ ...first, id: "dec.limits.rate" }]).length, 1);
    assert.equal(checkRules([{ ...first, id: "spec.Limits.rate" }]).length, 1);
    assert.equal(checkRules([{ ...first, rule: "" }]).length, 1);
  });

  it("writes each rule with its tests, and background apart", () => {
    const document = renderDocument(rules, marksOf("test/unit/a_spec.lua", text(...spec)).marks);
    assert.ok(document.includes("| 50 \\| 60 s<br>`spec.limits.rate` | unit/a_spec.lua: rate › refuses the 51st |"));
    assert.ok(document.includes("| syslog<br>`dec.log.tag` | **none** |"));
    assert.ok(document.includes("- Events: not shown"));
  });
});
