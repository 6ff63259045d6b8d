/** The shell that runs the commands of a test process (test/box/shell.ts). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { it } from "node:test";
import { runInShell } from "../box/shell.ts";

it("the shell leaves no zombie process", async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, number) => runInShell(`cat; exit ${number}`, "text")),
  );
  results.forEach(({ code, stdout }, number) => assert.deepEqual([code, stdout], [number, "text"]));
  await runInShell("sleep 0.1");
  const { stdout: shell } = await runInShell("echo $$");
  // Without the program ps, which a bare Debian lacks.
  const list = `cat /proc/[0-9]*/stat 2>/dev/null | sed -n 's/.*) \\(.\\) ${shell.trim()} .*/\\1/p'`;
  const states = spawnSync("sh", ["-c", list], { encoding: "utf8" }).stdout.trim().split("\n");
  // The last command may be about to end.
  assert.ok(states.length <= 2, `processes below the shell: ${states.join(" ")}`);
});
