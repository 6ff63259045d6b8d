/** The shell that runs the commands of a test process (test/box/shell.ts). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
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

// Those of the feed run on routers, whose shell has no locale.
it("a range of letters means those of ASCII in each script, whatever the locale", () => {
  const files = spawnSync("git", ["ls-files", "--", "*.sh", "*.awk", "*.mk", ".ci", "Makefile", ":!openwrt-feed"], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  const names = files.stdout.trim().split("\n");
  assert.ok(names.includes("scripts/setup.sh"), files.stderr);
  const wrong = names.flatMap((name) => {
    const text = readFileSync(join(repositoryRoot, name), "utf8");
    // A script sets the locale for all of it; a line of make has to set its own.
    const isSet = !/(Makefile|\.mk)$/.test(name) && /^export LC_ALL=C/m.test(text);
    const lines = text.split("\n").map((line, index) => ({ line, place: `${name}:${index + 1}` }));
    return isSet ? [] : lines.filter(({ line }) => /\[[^\]\s]*(a-z|A-Z)/.test(line) && !line.includes("LC_ALL=C"));
  });
  assert.deepEqual(wrong, []);
});
