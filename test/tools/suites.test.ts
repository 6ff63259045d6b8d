/** The test runner reads counts right and lets nothing pass that tested nothing. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { formatCounts, parseCounts } from "../../scripts/suites/counts";
import { judge, runSuites } from "../../scripts/suites/run";
import { type Suite, suites } from "../../scripts/suites/table";

describe("parseCounts", () => {
  const known: [string, string, string | undefined][] = [
    ["our own line", "ok\n12 passed, 3 failed\n", "12 passed, 3 failed"],
    ["our own line with skipped ones", "12 passed, 0 failed, 4 skipped", "12 passed, 0 failed, 4 skipped"],
    ["the last of several", "1 passed, 1 failed\nsum:\n2 passed, 0 failed\n", "2 passed, 0 failed"],
    [
      "node:test as TAP",
      "ok 1 - a\n# tests 5\n# pass 3\n# fail 1\n# cancelled 1\n# skipped 2\n",
      "3 passed, 2 failed, 2 skipped",
    ],
    ["node:test for terminals", "ℹ tests 3\nℹ pass 3\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\n", "3 passed, 0 failed"],
    ["busted", "●●◼\n2 successes / 1 failure / 0 errors / 0 pending : 0.01 seconds\n", "2 passed, 1 failed"],
    [
      "busted with an error and a pending test",
      "1 success / 0 failures / 1 error / 1 pending : 0.1 seconds",
      "1 passed, 1 failed, 1 skipped",
    ],
    ["colours", "\u001b[32m2 successes\u001b[0m / 0 failures / 0 errors / 0 pending", "2 passed, 0 failed"],
    ["carriage returns", "4 passed, 0 failed\r\n", "4 passed, 0 failed"],
    ["our own line after node:test's", "# pass 9\n# fail 9\n3 passed, 0 failed\n", "3 passed, 0 failed"],
    ["counts quoted in an indented report", "  3 passed, 0 failed\n# pass 1\n# fail 1\n", "1 passed, 1 failed"],
    ["nothing", "all is well\n", undefined],
    ["counts inside a sentence", "so 3 passed, 0 failed we say\n", undefined],
    ["only half of node:test's", "# pass 3\n", undefined],
  ];
  for (const [name, output, expected] of known) {
    it(name, () => {
      const counts = parseCounts(output);
      assert.equal(counts === undefined ? undefined : formatCounts(counts), expected);
    });
  }
});

describe("judge", () => {
  it("takes a good suite's counts", () => {
    assert.deepEqual(judge({}, 0, "2 passed, 0 failed, 1 skipped"), { counts: { passed: 2, failed: 0, skipped: 1 } });
  });
  it("fails a suite that exits with an error although it counts no failure", () => {
    const { counts, problem } = judge({}, 2, "2 passed, 0 failed");
    assert.equal(formatCounts(counts), "2 passed, 1 failed");
    assert.match(problem ?? "", /exit status 2/);
  });
  it("keeps the failures that a suite counts itself", () => {
    assert.equal(formatCounts(judge({}, 1, "2 passed, 3 failed").counts), "2 passed, 3 failed");
  });
  it("fails a suite that counts failures and exits with 0", () => {
    assert.equal(judge({}, 0, "2 passed, 3 failed").counts.failed, 3);
  });
  it("fails a suite without counts", () => {
    assert.equal(judge({}, 0, "done").counts.failed, 1);
  });
  it("fails a suite without tests, also when all were skipped", () => {
    assert.equal(judge({}, 0, "0 passed, 0 failed, 7 skipped").counts.failed, 1);
  });
  it("fails a suite that was killed", () => {
    assert.equal(judge({}, "ended by SIGKILL", "2 passed, 0 failed").counts.failed, 1);
  });
  it("counts a single command as one test", () => {
    assert.equal(formatCounts(judge({ single: true }, 0, "").counts), "1 passed, 0 failed");
    assert.equal(formatCounts(judge({ single: true }, 1, "9 passed, 0 failed").counts), "0 passed, 1 failed");
  });
});

describe("runSuites", () => {
  async function run(list: Suite[]): Promise<{ lines: string[]; sum: string; log: string }> {
    const logDir = mkdtempSync(join(tmpdir(), "suites-"));
    const lines: string[] = [];
    try {
      const sum = await runSuites(list, { root: tmpdir(), logDir, print: (line) => lines.push(line) });
      return { lines, sum: formatCounts(sum), log: readFileSync(join(logDir, "a-b.log"), "utf8") };
    } finally {
      rmSync(logDir, { recursive: true });
    }
  }
  function suite(name: string, script: string): Suite {
    return { name, target: "test", command: ["sh", "-c", script], files: "/" };
  }

  it("adds up, keeps logs, and shows the output of what failed alone", async () => {
    const { lines, sum, log } = await run([
      suite("a b", "echo quiet; echo '3 passed, 0 failed, 1 skipped'"),
      suite("c", "echo loud >&2; echo '1 passed, 1 failed'; exit 1"),
    ]);
    assert.equal(sum, "4 passed, 1 failed, 1 skipped");
    assert.match(log, /quiet/);
    assert.match(lines.join("\n"), /^a b {2}3 passed, 0 failed, 1 skipped {2}\(.*s\)\nloud/);
    assert.doesNotMatch(lines.join("\n"), /quiet/);
  });
  it("fails a command that does not exist", async () => {
    const { sum } = await run([{ name: "a b", target: "test", command: ["/no/such/program"], files: "/" }]);
    assert.equal(sum, "0 passed, 1 failed");
  });
  it("names of suites are unique", () => {
    assert.equal(new Set(suites.map((entry) => entry.name)).size, suites.length);
  });
});
