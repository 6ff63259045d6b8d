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
 * Those of the marked tests that a run with a mutation failed. A test that never ended has failed, and so have all of a
 * file that does not even load. One that is missing among others of its file has only another name than before.
 */
export function failedTests(marked: readonly TestResult[], run: Pick<Run, "results" | "isGood">): TestResult[] {
  const results = new Map(run.results.map((result) => [keyOf(result), result.status]));
  const files = new Set(run.results.map(({ file }) => file));
  return marked.filter((test) => {
    const status = results.get(keyOf(test));
    return status === undefined ? !run.isGood && !files.has(test.file) : status !== "passed";
  });
}
