/**
 * Runs the end-to-end tests, two files at a time, and closes with a line `N passed, N failed`.
 *
 *   tsx scripts/test-e2e.ts [name...]     only the files test/e2e/<name>.test.ts
 */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { addResult } from "./mutation/results.ts";
import { repositoryRoot } from "../test/box/locations.ts";

const folder = join(repositoryRoot, "test/e2e");
const suffix = ".test.ts";
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(suffix))
  // What makes up a box is nothing to ask a real router.
  .filter((name) => process.env["ROUTER"] === undefined || name !== `boxes${suffix}`)
  .filter((name) => wanted.length === 0 || wanted.includes(name.slice(0, -suffix.length)))
  .map((name) => join(folder, name));
if (files.length === 0) {
  throw new Error(`no such end-to-end tests: ${wanted.join(" ")}`);
}

/** Tests of scenes note themselves (test/e2e/support/suite.ts): here they seem to be all in one file. */
function note(test: { file?: string; name: string; details: { type?: string } }, status: "passed" | "failed"): void {
  if (test.details.type !== "suite" && test.file?.endsWith(suffix) === true) {
    addResult({ file: relative(repositoryRoot, test.file), names: [test.name], status });
  }
}

let passed = 0;
let failed = 0;
// A router has one configuration, which every file of tests makes its own. A file that hangs is ended.
const concurrency = process.env["ROUTER"] === undefined ? 2 : 1;
const tests = run({ files, concurrency, timeout: 300_000 });
tests.on("test:pass", (test) => {
  note(test, "passed");
  passed += test.details.type === "suite" ? 0 : 1;
});
tests.on("test:fail", (test) => {
  note(test, "failed");
  failed += test.details.type === "suite" ? 0 : 1;
});
const report = tests.pipe(new spec());
report.pipe(process.stdout, { end: false });
await finished(report);

console.log(`\n${String(passed)} passed, ${String(failed)} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
