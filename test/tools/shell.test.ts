/** The shell that runs the commands of a test process (test/box/shell.ts). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { it } from "node:test";
import { runInShell } from "../box/shell.ts";

it("the shell leaves no process behind that has ended", async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, number) => runInShell(`cat; exit ${number}`, "text")),
  );
  assert.deepEqual(
    results.map(({ code, stdout }) => [code, stdout]),
    results.map((_, number) => [number, "text"]),
  );
  await runInShell("sleep 0.1");
  const { stdout: shell } = await runInShell("echo $$");
  const { stdout: states } = spawnSync("ps", ["--ppid", shell.trim(), "-o", "stat="], { encoding: "utf8" });
  // The last command may be about to end.
  assert.ok(states.trim().split("\n").length <= 2, `processes below the shell: ${states}`);
});
