/**
 * Runs files of node:test, a process each, and writes flat TAP: a line for each test however deep it is nested, with its file first.
 * Node's own reporter nests them, and prove counts only the outermost.
 *
 *   tsx test/run-files.ts JOBS FILE...     JOBS processes at a time
 */
import { basename, resolve } from "node:path";
import { run } from "node:test";
import type { TestEvent } from "node:test/reporters";
import { comment, finish, reasonOf, report, skip } from "./tap.ts";

const [jobs, ...paths] = process.argv.slice(2);
// The file that waits for time-outs is first, so that nothing long is left for the end.
const files = paths.sort((one, other) => Number(other.includes("patience")) - Number(one.includes("patience")));

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
await Promise.all(Array.from({ length: Number(jobs) }, work));
finish();
