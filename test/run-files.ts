/**
 * Runs files of node:test, a process each, and writes flat TAP: a line for each test however deep it is nested, with its file first.
 * Node's own reporter nests them, and prove counts only the outermost.
 *
 *   tsx test/run-files.ts JOBS FOLDER [NAME...]     NAME.test.ts of a folder, or all; JOBS processes at a time
 *
 * On a real router, which each file configures, one after the other, and without the tests of the box itself.
 */
import { readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { run } from "node:test";
import type { TestEvent } from "node:test/reporters";
import { comment, finish, reasonOf, report, skip } from "./tap.ts";

const [jobs, folder = "", ...named] = process.argv.slice(2);
const isRouter = (process.env["ROUTER"] ?? "") !== "";
const ofBox = ["boxes", "runtimes"];

const ending = ".test.ts";
const known = readdirSync(folder).flatMap((file) => (file.endsWith(ending) ? [basename(file, ending)] : []));
const unknown = named.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`TESTS: there is no ${unknown.join(", ")} in ${folder}; there are: ${known.sort().join(" ")}`);
  process.exit(2);
}
const names = named.length > 0 ? named : known.filter((name) => !isRouter || !ofBox.includes(name)).sort();
// The file that waits for time-outs is first, so that nothing long is left for the end.
const files = names
  .sort((one, other) => Number(other.includes("patience")) - Number(one.includes("patience")))
  .map((name) => join(folder, name + ending));

async function runFile(path: string): Promise<void> {
  const events = run({ files: [resolve(path)], timeout: 900_000 });
  /** Names of the suites and of the test, from the outermost on. */
  let names: string[] = [];
  for await (const { type, data } of events as AsyncIterable<TestEvent>) {
    if (type === "test:start") {
      names = [...names.slice(0, data.nesting), data.name];
    } else if (type === "test:stdout" || type === "test:stderr") {
      comment(data.message);
    } else if (type === "test:pass" || type === "test:fail") {
      const isFile = data.name.endsWith(".test.ts");
      const name = isFile ? "the file" : [...names.slice(0, data.nesting), data.name].join(" > ");
      const title = `${basename(path)}: ${name}`;
      if (type === "test:fail") {
        const { type: kind, error } = data.details;
        const ofTests = (error as { failureType?: string }).failureType === "subtestsFailed";
        if (!ofTests || (kind !== "suite" && !isFile)) report(title, reasonOf(error.cause ?? error));
      } else if (data.skip !== undefined && data.skip !== false) {
        skip(title, String(data.skip));
      } else if (data.details.type !== "suite") {
        // Node reports a file in which no test ran as a test.
        report(title, isFile ? "has no test" : undefined);
      }
    }
  }
}

const work = async (): Promise<void> => {
  for (let path = files.shift(); path !== undefined; path = files.shift()) await runFile(path);
};
await Promise.all(Array.from({ length: isRouter ? 1 : Number(jobs) }, work));
finish();
