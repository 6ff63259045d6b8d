/**
 * Runs the test suites of a make target and adds up their counts.
 *
 *   tsx scripts/run-suites.ts test             all suites of `make test`, with a line each and the sum as the last line
 *   tsx scripts/run-suites.ts test-long        those of `make test-long`
 *   tsx scripts/run-suites.ts test lint unit   some of them, by name
 *
 * What a suite printed is in build/test-logs/<name>.log. Exits 1 when anything failed, 2 when there is nothing to run.
 */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { formatCounts } from "./suites/counts";
import { runSuites } from "./suites/run";
import { suites } from "./suites/table";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const [target, ...names] = process.argv.slice(2);

const unknown = names.filter((name) => !suites.some((suite) => suite.target === target && suite.name === name));
if (unknown.length > 0) {
  console.error(`run-suites: no such suite: ${unknown.join(", ")}`);
  process.exit(2);
}
const wanted = suites.filter((suite) => suite.target === target && (names.length === 0 || names.includes(suite.name)));
const present = wanted.filter((suite) => existsSync(join(root, suite.files)));
if (present.length === 0) {
  console.error(`run-suites: no suite of target "${target ?? ""}"`);
  process.exit(2);
}
for (const suite of wanted.filter((candidate) => !present.includes(candidate))) {
  console.log(`${suite.name}: not here, there is no ${suite.files}`);
}
const sum = await runSuites(present, {
  root,
  logDir: join(root, "build/test-logs"),
  print: (line) => console.log(line),
});
console.log(formatCounts(sum));
process.exit(sum.failed > 0 ? 1 : 0);
