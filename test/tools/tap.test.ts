/** Counts of `make test`: a suite that fails, breaks, ends early or tests nothing is no success. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { layers } from "../../eslint/layers.js";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder, writeFiles } from "../temporary.ts";

const folder = temporaryFolder("tap-");
/** A folder for temporary files that the messages have to name. */
const place = temporaryFolder("tap-tmp-");

/** Suites as recipes of make, their counts, and what is shown of their output. */
const suites: [name: string, recipe: string, counts: string, shown: RegExp][] = [
  ["good", "echo ok 1 - a; echo ok 2 - b \\# SKIP not here; echo 1..2", "1 passed, 0 failed, 1 skipped", /^$/],
  [
    "bad",
    "echo not ok 1 - b; echo '# why'; echo ok 2; echo 1..2; exit 1",
    "1 passed, 1 failed",
    /^not ok 1 - b\n# why\n$/,
  ],
  ["full", "echo not ok 1 - b; echo '# ENOSPC'; echo 1..1", "0 passed, 1 failed", /^not ok 1 - b\n# ENOSPC\n$/],
  ["fuzz", "echo ok 1 - f; echo 1..1", "1 passed, 0 failed", /^$/],
  ["lenient", "echo 1..1; echo not ok 1 - c", "0 passed, 1 failed", /^not ok 1 - c\n$/],
  ["killed", "echo ok 1 - a; echo dying; kill -9 $$$$", "1 passed, 1 failed", /^ok 1 - a\ndying\n/],
  ["empty", "echo 1..0", "0 passed, 1 failed", /^1\.\.0\n$/],
  ["absent", "echo 1..0 \\# SKIP not to be had", "0 passed, 0 failed, 1 skipped", /^$/],
  ["silent", "true", "0 passed, 1 failed", /^$/],
  ["exiting", "echo 1..1; echo ok 1; exit 3", "1 passed, 1 failed", /Error 3/],
  ["short", "echo 1..3; echo ok 1", "1 passed, 1 failed", /^1\.\.3\nok 1\n$/],
  ["missing", "", "0 passed, 1 failed", /No rule to make target/],
];

test("a failure on a full disk is one line, and those after it have no reason of their own", () => {
  // No file fits into /proc.
  const script = `import { report } from "${repositoryRoot}/test/tap.ts"; process.env.TMPDIR = "/proc"; report("a", "SyntaxError\\n at b"); report("c", "d");`;
  const arguments_ = ["--import", "tsx", "--input-type=module", "--eval", script];
  const { stdout } = spawnSync(process.execPath, arguments_, { encoding: "utf8", cwd: repositoryRoot });
  assert.match(stdout, /^not ok 1 - a\n# The disk is full: .*\nnot ok 2 - c\n$/);
});

test("make test counts every suite and all, and fails when one has failed", () => {
  const recipes = suites.filter(([, recipe]) => recipe !== "").map(([name, recipe]) => `test-${name}:\n\t@${recipe}\n`);
  writeFiles(folder, { Makefile: recipes.join("") });
  symlinkSync(join(repositoryRoot, "scripts"), join(folder, "scripts"));
  const run = (
    names: string,
    strict = "",
    allowed = "",
    time = ["it takes a second"],
  ): { status: number | null; lines: string; stderr: string } => {
    const known = suites.map(([name]) => name).join(" ");
    const skipping = { NOTHING_SKIPPED: strict, MAY_BE_SKIPPED: allowed };
    const env = { ...process.env, ...skipping, SHORT_SUITES: known, LONG_SUITES: "", TESTS: "", TMPDIR: place };
    const args = [...time, "-j1", ...names.split(" ")];
    const { status, stdout, stderr } = spawnSync("scripts/suites.sh", args, { cwd: folder, encoding: "utf8", env });
    // The output of prove comes first.
    return { status, lines: stdout.replace(/^[^]*^Result: .*\n/m, ""), stderr };
  };
  for (const [name, , counts, shown] of suites) {
    const { status, lines } = run(name);
    const [before, line = "", last] = lines.split(new RegExp(`^(${name} +.*)\n`, "m"));
    assert.match(before ?? "", shown, name);
    assert.ok(line.includes(counts), line);
    const reasons = name === "good" ? `${" ".repeat(19)}1 skipped: not here\n` : "";
    const disk =
      name === "full" ? `The disk is full: see df -h . ${place}, free 3 GB, and run the same command again.\n` : "";
    assert.equal(last, `${reasons}${disk}${counts}\n`);
    assert.equal(status, counts.includes(" 0 failed") ? 0 : 1, name);
  }
  assert.equal(run("good", "1").status, 1);
  assert.equal(run("good", "1", "no root|not here").status, 0);
  assert.equal(run("good", "1", "no root").status, 1);
  assert.match(run("fuzz", "", "", []).stderr, /^test: 1 suites; 150 s on two idle cores/);
  assert.match(
    run("fuzz good", "", "", []).stderr,
    /^test: 2 suites; 150 s on two idle cores, and of unknown time: good\. /,
  );
  const { status, lines, stderr } = run("good bad missing");
  assert.match(
    stderr,
    /^test: \d\d:\d\d:\d\d test-bad begins\ntest: test-bad: not ok 1 - b\n/m,
    "a failure is told when it happens",
  );
  assert.match(lines, /\n2 passed, 2 failed, 1 skipped\n$/);
  assert.equal(status, 1);
});

test("files of node:test come out flat, hooks and files that break among them", () => {
  const source = `import { after, describe, it } from "node:test";
    describe("outer", () => {
      describe("in#ner", () => { it("go\\u001b[2Jod", () => {}); it("bad", () => { throw new Error("why\\nok 9"); }); });
      it("left out", { skip: "no reason" }, () => {});
    });
    describe("hook", () => { after(() => { throw new Error("broken"); }); it("fine", () => {}); });`;
  const files = {
    "all.test.ts": source,
    "dying.test.ts": `import { it } from "node:test"; it("takes the whole process with it", () => process.exit(3));`,
    "next.test.ts": `import { it } from "node:test"; it("in another process", () => undefined);`,
    "broken.test.ts": "throw new Error('its reason');",
    "empty.test.ts": "",
  };
  writeFiles(folder, files);
  const names = Object.keys(files).map((file) => basename(file, ".test.ts"));
  const { status, stdout } = spawnSync("node", ["--import", "tsx", "test/run-files.ts", "1", folder, ...names], {
    cwd: repositoryRoot,
    encoding: "utf8",
    // Not a part of this run of node:test.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  assert.deepEqual(
    stdout.split("\n").filter((line) => /^(not )?ok|^1\.\./.test(line)),
    [
      "ok 1 - all.test.ts: outer > in\\#ner > go\\x1b[2Jod",
      "not ok 2 - all.test.ts: outer > in\\#ner > bad",
      "ok 3 - all.test.ts: outer > left out # SKIP no reason",
      "ok 4 - all.test.ts: hook > fine",
      "not ok 5 - all.test.ts: hook",
      "not ok 6 - dying.test.ts: the file",
      "ok 7 - next.test.ts: in another process",
      "not ok 8 - broken.test.ts: the file",
      "not ok 9 - empty.test.ts: the file",
      "1..9",
    ],
  );
  assert.match(stdout, /^# Error: its reason$/m);
  assert.match(stdout, /not ok 9 .*\n# has no test\n/);
  assert.equal(status, 1);
});

test("specs of lower layers come first, so that the module at fault does", () => {
  const args = ["--import", "tsx", "test/unit/order.ts"];
  const order = spawnSync("node", args, { cwd: repositoryRoot, encoding: "utf8" }).stdout.trim().split("\n");
  const places = layers.flatMap((folders, layer) =>
    Object.keys(folders).map((name) => ({ layer, at: order.indexOf(`test/unit/${name}`) })),
  );
  assert.ok(order.includes("test/unit/vectors_spec.lua") && !order.includes("test/unit/support"), order.join(" "));
  for (const { layer, at } of places.filter((place) => place.at >= 0)) {
    assert.ok(
      places.every((other) => other.at < 0 || other.layer <= layer || other.at < at),
      order[at],
    );
  }
});
