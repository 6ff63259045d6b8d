/** What single tests came to: with TEST_RESULTS=file the runners add a line of JSON to that file for each test. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

export interface TestResult {
  /** Relative to the root of the repository; a folder with a slash at its end where the runner does not know the file. */
  file: string;
  /** From the outermost suite on. */
  names: string[];
  /** Lines of the file on the way to the test's definition, where the runner knows them. */
  lines?: number[];
  /** A test that was started and has no other result never ended. */
  status: "started" | "passed" | "failed" | "pending";
}

/** Adds a result to the file that TEST_RESULTS names; does nothing without it. */
export function addResult(result: TestResult): void {
  const path = process.env["TEST_RESULTS"];
  if (path !== undefined && path !== "") {
    appendFileSync(path, `${JSON.stringify(result)}\n`);
  }
}

/**
 * One result for each test of a results file: its last one, or that it failed where several tests have one name. A line
 * that was cut off counts for nothing.
 */
export function readResults(path: string): TestResult[] {
  const last = new Map<string, TestResult>();
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  for (const line of lines.filter((text) => text.endsWith("}"))) {
    const result = JSON.parse(line) as TestResult;
    const key = keyOf(result);
    if (last.get(key)?.status !== "failed") {
      last.set(key, result);
    }
  }
  return [...last.values()];
}

/** What makes a test the same one in two runs. */
export function keyOf({ file, names, lines }: TestResult): string {
  return JSON.stringify([file, names, lines?.[0]]);
}
