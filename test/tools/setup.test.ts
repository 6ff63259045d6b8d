/** The set-up: no foreign script runs. That each target sets up what it needs shows a clean clone. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";

/** What a group's set-up asks dpkg-query and npm, where all Debian packages are installed and Node's are not. */
function setUp(group: string): string[] {
  const folder = temporaryFolder("sso-login-setup-");
  try {
    mkdirSync(join(folder, "scripts"));
    mkdirSync(join(folder, "node_modules"));
    copyFileSync(join(repositoryRoot, "scripts/setup.sh"), join(folder, "scripts/setup.sh"));
    const calls = join(folder, "calls");
    for (const [program, output] of Object.entries({
      npm: "",
      "dpkg-query": 'printf "%s installed " "$@"',
    })) {
      writeFileSync(join(folder, program), `#!/bin/sh\necho "${program} $*" >>'${calls}'\n${output}\n`);
      chmodSync(join(folder, program), 0o755);
    }
    const env = { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}` };
    const { status, stderr } = spawnSync(join(folder, "scripts/setup.sh"), [group], { env, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return readFileSync(calls, "utf8").trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("set-up: Node's packages are installed without their scripts, and nothing else for a target of Node's", () => {
  const calls = setUp("node");
  assert.equal(calls.length, 1);
  assert.match(calls[0] ?? "", /^npm ci .*--ignore-scripts( |$)/);
});
