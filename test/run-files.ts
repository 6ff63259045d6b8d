/**
 * Runs files of node:test, each in a process of its own, and writes flat TAP: a line for each test however deep it
 * stands, which node's own reporter would nest and a harness would not count.
 *
 *   tsx test/run-files.ts JOBS FILE...     that many at a time
 */
import { statSync } from "node:fs";
import { basename } from "node:path";
import { run } from "node:test";
import { finish, reasonOf, report, skip } from "./tap.ts";

/** How early a file is started: first what waits for time-outs, then by size, so that nothing long is left for the end. */
function weight(file: string): number {
  return file.includes("patience") ? Number.MAX_SAFE_INTEGER : statSync(file).size;
}

const [jobs, ...files] = process.argv.slice(2);
const concurrency = Number(jobs);
if (!Number.isInteger(concurrency) || concurrency < 1 || files.length === 0) {
  console.error("usage: run-files.ts JOBS FILE...");
  process.exit(2);
}
// A file that hangs is ended.
const events = run({
  files: files.sort((one, other) => weight(other) - weight(one)),
  concurrency,
  timeout: 300_000,
});

/** What came on standard error last. */
let errors = "";
/** Names of the suites and of the test that was started last, from the outermost on. */
let names: string[] = [];
const title = (test: { name: string; nesting: number; file?: string }): string => {
  const path = [...names.slice(0, test.nesting), test.name].join(" > ");
  return test.file?.endsWith(".test.ts") === true ? `${basename(test.file)}: ${path}` : path;
};
events.on("test:start", (test) => {
  names = [...names.slice(0, test.nesting), test.name];
});
events.on("test:pass", (test) => {
  if (test.details.type === "suite") {
    return;
  }
  if (test.skip === undefined || test.skip === false) {
    // A file stands for itself where nothing in it is a test.
    report(title(test), files.includes(test.name) ? "has no test" : undefined);
  } else {
    skip(title(test), String(test.skip));
  }
});
events.on("test:fail", (test) => {
  const { type, error } = test.details;
  // A suite that failed with its tests has nothing of its own to tell; one whose hooks failed has.
  if (type !== "suite" || (error as { failureType?: string }).failureType !== "subtestsFailed") {
    // Of a file that broke, node says no more than that.
    const said = files.includes(test.name) ? `\n${errors}` : "";
    report(title(test), reasonOf(error.cause ?? error) + said);
  }
});
events.on("test:stdout", ({ message }) => process.stdout.write(message.replaceAll(/^(?=.)/gm, "# ")));
events.on("test:stderr", ({ message }) => {
  errors = `${errors}${message}`.slice(-10_000);
  process.stderr.write(message);
});
events.on("end", () => {
  finish();
});
events.resume();
