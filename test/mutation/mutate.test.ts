/** The mutator on a repository of two functions: what it changes, which specs it asks, and what it says. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder, writeFiles } from "../temporary.ts";

const source = `/** Whether a port may be one, and how many tries are left. */
export function is_port(value: number | undefined): boolean {
  if (value === undefined) {
    return false;
  }
  return value < 100;
}

export function tries_left(tries: number): number {
  let left = 0;
  while (left < tries) {
    left += 1;
  }
  return left;
}
`;

const weak = {
  "net/ports_spec.lua": `it("takes one", function()
    assert.is_true(ports.is_port(7))
    assert.is_false(ports.is_port(nil))
    assert.is_false(ports.is_port(1000))
  end)`,
  "net/ports_tries_spec.lua": `it("counts", function() assert.equal(3, ports.tries_left(3)) end)`,
};

const strong = {
  ...weak,
  "other_spec.lua": `it("has bounds", function()
    assert.is_true(ports.is_port(99))
    assert.is_false(ports.is_port(100))
    assert.equal(0, ports.tries_left(0))
  end)`,
};

/** A repository with one module, the cases of its specs by their file, and a list; gone when the tests are. */
function repository(specs: Record<string, string>, list?: unknown): string {
  mkdirSync(join(repositoryRoot, "build"), { recursive: true });
  const root = temporaryFolder("mutate-", join(repositoryRoot, "build"));
  const options = { rootDir: "src", outDir: "lua", paths: {}, types: [] };
  const config = { extends: "../../tstl.config.json", compilerOptions: options, include: ["src/**/*.ts"] };
  const texts = Object.entries(specs).map(([path, cases]) => [
    `test/unit/${path}`,
    `local ports = require("sso_login.net.ports")\n${cases}\n`,
  ]);
  writeFiles(root, {
    ...(Object.fromEntries(texts) as Record<string, string>),
    "tstl.config.json": JSON.stringify(config),
    "src/sso_login/net/ports.ts": source,
    ...(list !== undefined && { "test/mutation/accepted.json": JSON.stringify(list) }),
  });
  return root;
}

function mutate(root: string, ...options: string[]): { status: number | null; lines: string[]; errors: string } {
  const script = join(repositoryRoot, "test/mutation/mutate.ts");
  const run = spawnSync(process.execPath, ["--import", "tsx", script, `root=${root}`, ...options], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  return { status: run.status, lines: run.stdout.trimEnd().split("\n"), errors: run.stderr };
}

const survivors = [
  "comparison: value < 100 -> value <= 100",
  "number: value < 100 -> value < 101",
  "number: value < 100 -> value < 99",
];
const start = "net/ports number: left = 0 -> left = 1";

describe("make mutate", () => {
  it("reports mutants that specs miss and stale entries of the list, and ends a mutant that loops", () => {
    const list = { "no try is no try": [start, "net/ports number: a + 1 -> a + 2"] };
    const { status, lines } = mutate(repository(weak, list));
    assert.deepEqual(lines, [
      `src/sso_login/net/ports.ts:6:16 ${survivors[0]}`,
      `src/sso_login/net/ports.ts:6:18 ${survivors[1]}`,
      `src/sso_login/net/ports.ts:6:18 ${survivors[2]}`,
      "test/mutation/accepted.json: no such survivor: net/ports number: a + 1 -> a + 2",
      "mutants 11, killed 7, survived 4, listed 1 (63.6 % killed)",
      "8 passed, 4 failed",
    ]);
    assert.equal(status, 1);
  });

  it("runs specs of other modules, too, and tries several modules, each once, with totals of its own", () => {
    const root = repository(strong);
    writeFiles(root, { "src/sso_login/net/names.ts": "export const local = 1;\n" });
    const { status, lines } = mutate(root, "module=net/names net");
    assert.deepEqual(lines, [
      "src/sso_login/net/names.ts:1:22 number: local = 1 -> local = 0",
      "src/sso_login/net/names.ts:1:22 number: local = 1 -> local = 2",
      "net/names: mutants 2, killed 0, survived 2, listed 0 (0.0 % killed)",
      "net/ports: mutants 11, killed 11, survived 0, listed 0 (100.0 % killed)",
      "mutants 13, killed 11, survived 2, listed 0 (84.6 % killed)",
      "11 passed, 2 failed",
    ]);
    assert.equal(status, 1);
  });

  it("fails with an entry of the list that is killed", () => {
    const key = `net/ports ${survivors[0]}`;
    const { status, lines } = mutate(repository(strong, { "ports are small": [key] }), "module=net", "line=6");
    assert.deepEqual(lines, [
      `test/mutation/accepted.json: no such survivor: ${key}`,
      "mutants 3, killed 3, survived 0, listed 0 (100.0 % killed)",
      "3 passed, 1 failed",
    ]);
    assert.equal(status, 1);
  });

  it("tries nothing when the specs fail without a change, or when there is no such module", () => {
    const broken = mutate(repository({ ...weak, "broken_spec.lua": `it("fails", function() error("no") end)` }));
    assert.match(broken.errors, /mutate: without a change fails broken_spec\.lua/);
    assert.equal(broken.status, 2);
    const none = mutate(repository(weak), "module=port");
    assert.match(none.errors, /mutate: MODULE: there is no port; there are: net\n/);
    assert.equal(none.status, 2);
  });
});
