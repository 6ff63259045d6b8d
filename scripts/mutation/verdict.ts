/** Which marked tests saw a mutation. */
import { type Mark, carries } from "../conformance/marks";
import { type TestResult, keyOf } from "./results";
import type { Run } from "./runners";

/** Whether a test carries one of the marks. */
function isMarked(marks: readonly Mark[], { file, names, lines }: TestResult): boolean {
  const name = names.join(" ");
  return marks.some((mark) => {
    const place = file.endsWith("/") && mark.file.startsWith(file) ? mark.file : file;
    return (lines ?? [undefined]).some((line) => carries(mark, { file: place, name, line }));
  });
}

/** The marked ones of tests that passed without a mutation. */
export function markedTests(marks: readonly Mark[], baseline: readonly TestResult[]): TestResult[] {
  return baseline.filter((test) => test.status === "passed" && isMarked(marks, test));
}

/**
 * Those of the marked tests that a run with a mutation failed. A test that never ended has failed, and so has one that
 * did not even start in a run that failed as a whole.
 */
export function failedTests(marked: readonly TestResult[], run: Pick<Run, "results" | "isGood">): TestResult[] {
  const results = new Map(run.results.map((result) => [keyOf(result), result.status]));
  return marked.filter((test) => {
    const status = results.get(keyOf(test));
    return status === undefined ? !run.isGood : status !== "passed";
  });
}
