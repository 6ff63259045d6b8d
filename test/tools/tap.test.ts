/** What `make test` counts: TAP of the suites, summed up by prove; a suite that tests nothing or breaks has failed. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { repositoryRoot } from "../box/locations.ts";

const folder = mkdtempSync(join(tmpdir(), "tap-"));
after(() => rmSync(folder, { recursive: true }));

describe("prove", () => {
  /** Suites as recipes of make. */
  const recipes = {
    good: "echo ok 1 - a; echo ok 2 - b \\# SKIP not here; echo 1..2",
    bad: "echo ok 1 - a; echo not ok 2 - b; echo '# why'; echo more >&2; echo ok 3 - quiet; echo 1..3; exit 1",
    lenient: "echo 1..1; echo not ok 1 - c",
    cut: "echo ok 1 - a; echo dying; kill -9 $$$$",
    none: "echo 1..0",
    absent: "echo 1..0 \\# SKIP not to be had",
    skipped: "echo 1..1; echo ok 1 '# SKIP all'",
    silent: "true",
    unhappy: "echo 1..1; echo ok 1; exit 3",
    short: "echo 1..3; echo ok 1",
  };
  writeFileSync(
    join(folder, "Makefile"),
    Object.entries(recipes)
      .map(([name, recipe]) => `test-${name}:\n\t@${recipe}\n`)
      .join(""),
  );
  function prove(suites: string): { status: number | null; lines: string[] } {
    const make = ["make", "-s", "--no-print-directory", "-C", folder].join(" ");
    const args = ["--formatter", "SuiteCounts", "--merge", "--exec", make];
    const { status, stdout } = spawnSync("prove", [...args, ...suites.split(" ").map((name) => `test-${name}`)], {
      encoding: "utf8",
      env: {
        ...process.env,
        PERL5LIB: join(repositoryRoot, "scripts"),
        PERL_TEST_HARNESS_DUMP_TAP: join(folder, "logs"),
      },
    });
    return { status, lines: stdout.trimEnd().split("\n") };
  }

  test("a slow reader of many lines gets all of them", () => {
    const script = join(folder, "many.ts");
    const tap = join(repositoryRoot, "test/tap.ts");
    writeFileSync(
      script,
      `import { finish, report } from ${JSON.stringify(tap)};
      for (let at = 0; at < 20000; at++) report("a");
      finish();`,
    );
    const { stdout } = spawnSync("sh", ["-c", `node --import tsx '${script}' | { sleep 1; tail -n 1; }`], {
      encoding: "utf8",
      cwd: repositoryRoot,
    });
    assert.equal(stdout, "1..20000\n");
  });

  const cases: [string, string, number][] = [
    ["good", "1 passed, 0 failed, 1 skipped", 0],
    ["good bad", "3 passed, 1 failed, 1 skipped", 1],
    ["lenient", "0 passed, 1 failed", 1],
    ["cut", "1 passed, 1 failed", 1],
    ["absent good", "1 passed, 0 failed, 2 skipped", 0],
    ["none good", "1 passed, 1 failed, 1 skipped", 1],
    ["skipped", "0 passed, 1 failed, 1 skipped", 1],
    ["silent", "0 passed, 1 failed", 1],
    ["unhappy", "1 passed, 1 failed", 1],
    ["short", "1 passed, 1 failed", 1],
    ["missing", "0 passed, 1 failed", 1],
  ];
  for (const [suites, sum, status] of cases) {
    test(`counts ${suites}: ${sum}`, () => {
      const outcome = prove(suites);
      assert.deepEqual([outcome.lines.at(-1), outcome.status], [sum, status]);
    });
  }
  test("shows what failed and not what passed, a line a suite, and keeps all in a log", () => {
    const { lines } = prove("bad good");
    assert.deepEqual(lines.slice(0, 3), ["not ok 2 - b", "# why", "more"]);
    assert.match(lines[3] ?? "", /^bad +2 passed, 1 failed {2}\(\d+\.\d s\)$/);
    assert.match(lines[4] ?? "", /^good +1 passed, 0 failed, 1 skipped {2}\(/);
    assert.match(readFileSync(join(folder, "logs/test-bad"), "utf8"), /ok 3 - quiet/);
  });
  test("says why a suite skips itself", () => {
    assert.match(
      prove("absent").lines[0] ?? "",
      /^absent +0 passed, 0 failed, 1 skipped {2}.* - skipped: not to be had$/,
    );
  });
  test("shows the last lines of a suite that broke, and why it counts as failed", () => {
    const { lines } = prove("cut");
    assert.deepEqual(lines.slice(0, 2), ["ok 1 - a", "dying"]);
    assert.match(lines.at(-2) ?? "", /No plan found.* - exit status 2 although no test failed$/);
  });
});

test("files of node:test come out flat, hooks and files that break among them", () => {
  const source = `import { after, describe, it } from "node:test";
    describe("outer", () => {
      describe("in#ner", () => { it("good", () => {}); it("bad", () => { throw new Error("why\\nok 9"); }); });
      it("left out", { skip: "no reason" }, () => {});
    });
    describe("hook", () => { after(() => { throw new Error("broken"); }); it("fine", () => {}); });`;
  // The long ones are first.
  const files = {
    "all.test.ts": source,
    "dying.test.ts": `import { it } from "node:test"; it("takes the whole process with it", () => process.exit(3));`,
    "next.test.ts": `import { it } from "node:test"; it("in another process", () => undefined);`,
    "broken.test.ts": "throw new Error('its reason');",
    "empty.test.ts": "",
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  const paths = Object.keys(files).map((name) => join(folder, name));
  const { status, stdout } = spawnSync("node", ["--import", "tsx", "test/run-files.ts", "1", ...paths], {
    cwd: repositoryRoot,
    encoding: "utf8",
    // Not a part of this run of node:test.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  assert.deepEqual(
    stdout.split("\n").filter((line) => /^(not )?ok|^1\.\./.test(line)),
    [
      "ok 1 - all.test.ts: outer > in\\#ner > good",
      "not ok 2 - all.test.ts: outer > in\\#ner > bad",
      "ok 3 - all.test.ts: outer > left out # SKIP no reason",
      "ok 4 - all.test.ts: hook > fine",
      "not ok 5 - all.test.ts: hook",
      "not ok 6 - dying.test.ts",
      "ok 7 - next.test.ts: in another process",
      "not ok 8 - broken.test.ts: loading",
      "not ok 9 - empty.test.ts",
      "1..9",
    ],
  );
  assert.match(stdout, /not ok 6 .*\n# ended with 3\n/);
  assert.match(stdout, /not ok 8 .*\n# Error: its reason\n/);
  assert.equal(status, 1);
});
