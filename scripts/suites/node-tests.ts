/** Runs files of node:test, each in a process of its own, and closes with our line of counts. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { type Counts, formatCounts } from "./counts";

const suffix = ".test.ts";

/** Files `<name>.test.ts` of a folder: all of them, or those that are named. Naming what is not there is an exception. */
export function testFiles(folder: string, wanted: readonly string[], left: readonly string[] = []): string[] {
  const names = wanted.length > 0 ? wanted : namesIn(folder).filter((name) => !left.includes(name));
  const files = names.map((name) => join(folder, name + suffix));
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0 || files.length === 0) {
    throw new Error(`no such tests: ${missing.join(" ")}`);
  }
  return files;
}

function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .sort();
}

/** How early a file is started: first what waits for time-outs, then by size, so that nothing long is left for the end. */
function weight(file: string): number {
  return file.includes("patience") ? Number.MAX_SAFE_INTEGER : statSync(file).size;
}

/** Runs them, prints a line for each test, and `N passed, N failed` last. The exit status says the same. */
export async function runTestFiles(files: string[], options: { concurrency: number }): Promise<void> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  // A file that hangs is ended.
  const tests = run({
    files: [...files].sort((one, other) => weight(other) - weight(one)),
    concurrency: options.concurrency,
    timeout: 300_000,
  });
  tests.on("test:pass", (test) => {
    if (test.details.type !== "suite") {
      counts[test.skip === undefined || test.skip === false ? "passed" : "skipped"] += 1;
    }
  });
  tests.on("test:fail", (test) => {
    counts.failed += test.details.type === "suite" ? 0 : 1;
  });
  const report = tests.pipe(new spec());
  report.pipe(process.stdout, { end: false });
  await finished(report);
  console.log(`\n${formatCounts(counts)}`);
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}
