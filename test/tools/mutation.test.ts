/** The mutations and what proves the marks: only a failing test that carries the rule's mark kills. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { marksOf } from "../../scripts/conformance/marks";
import { readRules } from "../../scripts/conformance/rules";
import {
  allLiterals,
  checkLiterals,
  checkRuleCover,
  literalsOf,
  readExemptions,
} from "../../scripts/mutation/literals";
import {
  type Entry,
  type Mutation,
  checkEntries,
  expand,
  expandEntries,
  mutate,
  otherValues,
  readEntries,
  valuesOf,
} from "../../scripts/mutation/mutations";
import { type TestResult, readResults } from "../../scripts/mutation/results";
import { Mutator, type Verdict, describeSurvivor } from "../../scripts/mutation/run";
import { type Run, type Tree, runners } from "../../scripts/mutation/runners";

const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** A repository with one module and one file of tests; gone when the tests are. */
function makeRoot(lua: string, spec = ""): string {
  const root = mkdtempSync(join(tmpdir(), "mutation-test-"));
  after(() => rmSync(root, { recursive: true }));
  const modules = join(root, "openwrt-feed/sso-login/generated/lua/sso_login");
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(modules, "demo.lua"), lua);
  mkdirSync(join(root, "test/unit/support"), { recursive: true });
  writeFileSync(join(root, "test/unit/demo_spec.lua"), spec);
  cpSync(join(repository, "test/unit/support/report.lua"), join(root, "test/unit/support/report.lua"));
  return root;
}

const lua = 'return { limit = 50, code = "NOT_FOUND", path = "/callback" }\n';
const entry = (find: string, more: Partial<Entry> = {}): Entry => ({ rule: "spec.a.b", module: "demo", find, ...more });

describe("mutations", () => {
  const root = makeRoot(`${lua}local a = 1\nlocal b = 1\n`);
  const feed = join(root, "openwrt-feed");
  const texts = (one: Entry): string[] => expand(one, feed).map(({ text }) => text);

  it("take a number both ways, a code for another, a text for a longer one, a comparison for its neighbour", () => {
    const known: [string, string[] | undefined][] = [
      ["50", ["49", "51"]],
      ["0", ["1"]],
      ['"NOT_FOUND"', ['"INTERNAL_ERROR"']],
      ['"INTERNAL_ERROR"', ['"CONFIG_ERROR"']],
      ['"/callback"', ['"/callbackx"']],
      [">=", [">"]],
      ["true", ["false"]],
      ["not ", [""]],
      ["state", ["statex"]],
      ["a + b", undefined],
    ];
    for (const [value, expected] of known) {
      assert.deepEqual(otherValues(value), expected, value);
    }
  });

  it("are made of each marked value, for each rule", () => {
    assert.deepEqual(texts(entry('limit = «50», code = «"NOT_FOUND"»')), ["49", "51", '"INTERNAL_ERROR"']);
    assert.deepEqual(texts(entry("limit = «50»", { replace: ["7"] })), ["7"]);
    const both = expand(entry("limit = «50»", { rule: ["spec.a.b", "spec.a.c"], replace: "7" }), feed);
    assert.deepEqual(
      both.map(({ rule }) => rule),
      ["spec.a.b", "spec.a.c"],
    );
    assert.equal(mutate(lua, both[0] as Mutation), lua.replace("50", "7"));
  });

  it("may put something where nothing is", () => {
    const [insertion] = expand(entry("limit = 50«»,", { replace: " + 1" }), feed);
    assert.equal(mutate(lua, insertion as Mutation), lua.replace("50", "50 + 1"));
  });

  for (const [what, wrong, problem] of [
    ["a text that is not there", entry("limit = «51»"), /is not in the module/],
    ["a text that is there twice", entry("= «1»\n"), /2 times, and "nth"/],
    ["a place that is not there", entry("= «1»\n", { nth: 3 }), /2 times only/],
    ["no marked value", entry("limit = 50"), /marks no value/],
    ["a change that changes nothing", entry("limit = «50»", { replace: "50" }), /does not say/],
    ["a value nobody knows another for", entry("limit = «50, code»"), /does not say/],
    ["a module that is not there", entry("«50»", { module: "none" }), /ENOENT/],
  ] as [string, Entry, RegExp][]) {
    it(`fail with ${what}`, () => assert.throws(() => expand(wrong, feed), problem));
  }

  it("take the occurrence that is meant", () => {
    const text = readFileSync(join(feed, "sso-login/lua/sso_login/demo.lua"), "utf8");
    const [first] = valuesOf(entry("= «1»\n", { nth: 1 }), text);
    const [second] = valuesOf(entry("= «1»\n", { nth: 2 }), text);
    assert.ok(first !== undefined && second !== undefined && first.from < second.from);
  });

  it("are of rules that exist, and there once", () => {
    assert.deepEqual(checkEntries([entry("«50»")], ["spec.a.b"]), []);
    assert.match(checkEntries([entry("«50»")], ["spec.a.c"]).join(), /no rule spec\.a\.b/);
    assert.match(checkEntries([entry("«50»"), entry("«50»")], ["spec.a.b"]).join(), /twice/);
  });
});

describe("a mutation", () => {
  const root = makeRoot(lua);
  const text = "-- rule: spec.a.b\nit('marked', function()\nend)\nit('other', function()\nend)\n";
  const { marks } = marksOf("test/unit/demo_spec.lua", text);
  const tests = { marked: 2, other: 4 };
  const unit = runners.filter(({ name }) => name === "unit");

  /** Judges one mutation by tests that fail as `status` says of a test and the module's text. */
  async function judge(status: (name: string, text: string) => TestResult["status"] | undefined): Promise<Verdict> {
    const run = (_job: unknown, tree: Tree): Promise<Run> => {
      const module = readFileSync(join(tree.feed, "sso-login/lua/sso_login/demo.lua"), "utf8");
      const results = Object.entries(tests).flatMap(([name, line]): TestResult[] => {
        const came = status(name, module);
        return came === undefined
          ? []
          : [{ file: "test/unit/demo_spec.lua", names: [name], lines: [line], status: came }];
      });
      return Promise.resolve({
        results,
        isGood: results.length > 0 && results.every((result) => result.status === "passed"),
        output: "",
      });
    };
    const mutator = new Mutator({ root, marks, runners: unit, workers: 1, print: () => {}, run });
    try {
      const [verdict] = await mutator.judge(
        expand(entry("limit = «50»", { replace: "7" }), join(root, "openwrt-feed")),
      );
      return verdict as Verdict;
    } finally {
      mutator.close();
    }
  }
  const isChanged = (module: string): boolean => module.includes("limit = 7");

  it("that a marked test fails for is killed", async () => {
    const verdict = await judge((name, module) => (name === "marked" && isChanged(module) ? "failed" : "passed"));
    assert.deepEqual(verdict.killer?.names, ["marked"]);
  });

  it("that only a test without the mark fails for survives, and the line says what ran", async () => {
    const verdict = await judge((name, module) => (name === "other" && isChanged(module) ? "failed" : "passed"));
    assert.equal(verdict.killer, undefined);
    assert.equal(
      describeSurvivor(verdict),
      "survived: spec.a.b: demo: limit = 50: 50 -> 7: marked tests passed in test/unit/demo_spec.lua (1)",
    );
  });

  it("that no test fails for survives", async () => {
    assert.equal((await judge(() => "passed")).killer, undefined);
  });

  it("with which a marked test never ends is killed", async () => {
    assert.ok((await judge((name, module) => (name === "marked" && isChanged(module) ? "started" : "passed"))).killer);
  });

  it("with which the tests' file does not even load is killed", async () => {
    const verdict = await judge((_name, module) => (isChanged(module) ? undefined : "passed"));
    assert.ok(verdict.killer);
  });

  it("with which a marked test has another name, while one without the mark fails, survives", async () => {
    const verdict = await judge((name, module) =>
      isChanged(module) ? (name === "marked" ? undefined : "failed") : "passed",
    );
    assert.equal(verdict.killer, undefined);
  });

  it("of a rule without marks survives", async () => {
    const mutator = new Mutator({ root, marks: [], runners: unit, workers: 1, print: () => {} });
    const [verdict] = await mutator.judge(expand(entry("limit = «50»"), join(root, "openwrt-feed")));
    mutator.close();
    assert.match(describeSurvivor(verdict as Verdict), /no marked test ran$/);
  });

  it("is not even tried when the tests fail without it", async () => {
    await assert.rejects(
      judge((name) => (name === "other" ? "failed" : "passed")),
      /baseline fails/,
    );
  });
});

describe("the unit specs' runner", () => {
  it("runs marked specs against the changed tree, and puts the tree right again", async () => {
    const root = makeRoot(
      lua,
      [
        'local demo = require("sso_login.demo")',
        "local function check(name, value) it(name, function() assert.equal(50, value()) end) end",
        'describe("demo", function()',
        "  -- rule: spec.a.b",
        '  check("has its limit", function() return demo.limit end)',
        '  it("has its path", function() assert.equal("/callback", demo.path) end)',
        "end)",
      ].join("\n"),
    );
    const spec = readFileSync(join(root, "test/unit/demo_spec.lua"), "utf8");
    const { marks } = marksOf("test/unit/demo_spec.lua", spec);
    const unit = runners.filter(({ name }) => name === "unit");
    const mutator = new Mutator({ root, marks, runners: unit, workers: 2, print: () => {} });
    const entries = [entry("limit = «50»"), entry('path = «"/callback"»')];
    const verdicts = await mutator.judge(entries.flatMap((one) => expand(one, join(root, "openwrt-feed"))));
    mutator.close();
    assert.deepEqual(
      verdicts.map(({ mutation, killer }) => [mutation.text, killer !== undefined]),
      [
        ["49", true],
        ["51", true],
        ['"/callbackx"', false],
      ],
    );
  });
});

describe("results of tests", () => {
  it("count a name as failed when one of its tests failed, and leave out what was cut off", () => {
    const folder = mkdtempSync(join(tmpdir(), "mutation-test-"));
    after(() => rmSync(folder, { recursive: true }));
    const line = (name: string, status: string): string => JSON.stringify({ file: "f", names: [name], status });
    const lines = [
      line("a", "started"),
      line("a", "failed"),
      line("a", "passed"),
      line("b", "started"),
      '{"file":"f","na',
    ];
    writeFileSync(join(folder, "results"), lines.join("\n"));
    assert.deepEqual(
      readResults(join(folder, "results")).map(({ names, status }) => [...names, status]),
      [
        ["a", "failed"],
        ["b", "started"],
      ],
    );
    assert.deepEqual(readResults(join(folder, "none")), []);
  });
});

describe("literals", () => {
  const found = literalsOf(
    "sso-login/lua/sso_login/demo.lua",
    '-- 7 "x"\nlocal a = require("b")\nlocal c = 50 .. "\\"d"\n',
  );

  it("are numbers and texts, but no comments and no names of modules", () => {
    assert.deepEqual(
      found.map(({ text, line }) => [text, line]),
      [
        ["50", 3],
        ['"\\"d"', 3],
      ],
    );
  });

  it("are mutated or exempt, and every exemption is needed", () => {
    const number = { modules: ["de*"], lines: [String.raw`= (\d+)`], reason: "" };
    const mutated = found.slice(1);
    assert.deepEqual(checkLiterals(found, mutated, [number]), []);
    assert.deepEqual(checkLiterals(found, [], [{ modules: ["demo"], reason: "" }]), []);
    assert.match(checkLiterals(found, mutated, []).join(), /demo\.lua:3: 50 is neither mutated nor exempt/);
    assert.match(checkLiterals(found, found, [number]).join(), /exempts nothing/);
    assert.match(checkLiterals(found, mutated, [{ ...number, modules: ["other"] }]).join(), /50 is neither/);
  });

  it("rules are broken by a mutation or exempt", () => {
    assert.deepEqual(checkRuleCover(["a", "b"], ["a"], [{ rules: ["b"], reason: "" }]), []);
    assert.match(checkRuleCover(["a", "b"], ["a"], []).join(), /b is neither/);
    assert.match(checkRuleCover(["a"], ["a"], [{ rules: ["a"], reason: "" }]).join(), /needs no exemption/);
    assert.match(checkRuleCover([], [], [{ rules: ["a"], reason: "" }]).join(), /needs no exemption/);
  });
});

describe("the mutations of the project", () => {
  const feed = join(repository, "openwrt-feed");
  const entries = readEntries(repository);
  const expandAll = (): Mutation[] => entries.flatMap((one) => expand(one, feed));
  const exemptions = readExemptions(repository);

  it("are right, and each finds its place", () => {
    const rules = readRules(repository).map(({ id }) => id);
    assert.deepEqual(checkEntries(entries, rules), []);
    assert.deepEqual(expandEntries(entries, feed).problems, []);
  });

  it("change every number and text of the generated Lua that is not exempt", () => {
    assert.deepEqual(checkLiterals(allLiterals(feed), expandAll(), exemptions.literals), []);
  });

  it("break every rule that is not exempt", () => {
    const rules = readRules(repository).filter(({ kind }) => kind !== "background");
    const mutated = expandAll().map(({ rule }) => rule);
    assert.deepEqual(
      checkRuleCover(
        rules.map(({ id }) => id),
        mutated,
        exemptions.rules,
      ),
      [],
    );
  });
});
