/** Runs suites one after the other and adds up what they say. */
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Counts, formatCounts, parseCounts } from "./counts";
import type { Suite } from "./table";

/** Lines of a failed suite's output that are shown; all of it is in the log. */
const shownLines = 150;

export interface Settings {
  /** Where the commands run. */
  root: string;
  /** Where `<name>.log` files go. */
  logDir: string;
  /** Takes finished lines. */
  print: (line: string) => void;
}

export interface Outcome {
  counts: Counts;
  /** Why the suite counts as failed beyond the tests that it counted itself. */
  problem?: string;
}

/** Runs a command with its output going to a file; the exit status, or why there is none. */
function runLogged(command: string[], root: string, log: string): Promise<number | string> {
  const [program = "", ...args] = command;
  // One file for both streams keeps their lines in order.
  const file = openSync(log, "w");
  return new Promise<number | string>((done) => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", file, file] });
    child.on("error", (error) => done(error.message));
    child.on("close", (code, signal) => done(code ?? `ended by ${String(signal)}`));
  }).finally(() => closeSync(file));
}

/**
 * What a suite's end means. A suite that fails without saying which test failed counts as one failed test; so does one
 * that counts nothing or no test at all, since nothing was tested.
 */
export function judge(suite: Pick<Suite, "single">, status: number | string, output: string): Outcome {
  if (suite.single === true) {
    const isGood = status === 0;
    return { counts: { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 } };
  }
  const counts = parseCounts(output);
  if (counts === undefined) {
    return { counts: { passed: 0, failed: 1, skipped: 0 }, problem: `says no counts (exit status ${status})` };
  }
  if (counts.passed + counts.failed === 0) {
    return { counts: { ...counts, failed: 1 }, problem: "ran no test" };
  }
  if (status !== 0 && counts.failed === 0) {
    return { counts: { ...counts, failed: 1 }, problem: `exit status ${status} although no test failed` };
  }
  return { counts };
}

/** A suite's name as a file name. */
function logName(name: string): string {
  return `${name.replaceAll(/[^A-Za-z0-9-]+/g, "-")}.log`;
}

/** Runs suites in order, prints a line for each and the output of failed ones, and returns the sum. */
export async function runSuites(suites: readonly Suite[], settings: Settings): Promise<Counts> {
  mkdirSync(settings.logDir, { recursive: true });
  const width = Math.max(0, ...suites.map((suite) => suite.name.length));
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of suites) {
    const log = join(settings.logDir, logName(suite.name));
    const start = Date.now();
    const status = await runLogged(suite.command, settings.root, log);
    const output = readFileSync(log, "utf8");
    const { counts, problem } = judge(suite, status, output);
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    if (counts.failed > 0) {
      settings.print(output.trimEnd().split("\n").slice(-shownLines).join("\n"));
    }
    const remark = problem === undefined ? "" : ` - ${problem}`;
    settings.print(`${suite.name.padEnd(width)}  ${formatCounts(counts)}  (${seconds} s)${remark}`);
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.skipped += counts.skipped;
  }
  return sum;
}
