/** Reporter of node:test that tells the parent process (run-files.ts) of each test, however deep it stands. */
import type { TestEvent } from "node:test/reporters";
import { reasonOf } from "./tap.ts";

/** What a process tells: it takes another file, a file has ended, or how a test went. */
export type News =
  { kind: "free" } | { kind: "end" } | { kind: "test"; name: string; problem?: string | undefined; skipped?: string };

/** Name of the suite that file-worker.ts puts behind each file. */
export const fileEnd = "end of the file";

function tell(news: News): void {
  process.send?.(news);
}

/** Why a test failed; undefined for a suite that failed with its tests and has nothing of its own to tell. */
function problemOf({ details }: Extract<TestEvent, { type: "test:fail" }>["data"]): string | undefined {
  const { type, error } = details;
  const isTold = type === "suite" && (error as { failureType?: string }).failureType === "subtestsFailed";
  return isTold ? undefined : reasonOf(error.cause ?? error);
}

export default async function* tellParent(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  // Names of the suites and of the test that was started last, from the outermost on.
  let names: string[] = [];
  for await (const { type, data } of events) {
    if (type === "test:start") {
      names = [...names.slice(0, data.nesting), data.name];
    } else if (type === "test:pass" || type === "test:fail") {
      const name = [...names.slice(0, data.nesting), data.name].join(" > ");
      if (name === fileEnd) {
        tell({ kind: "end" });
      } else if (type === "test:fail") {
        const problem = problemOf(data);
        if (problem !== undefined) tell({ kind: "test", name, problem });
      } else if (data.details.type !== "suite") {
        const skipped = data.skip === undefined || data.skip === false ? {} : { skipped: String(data.skip) };
        tell({ kind: "test", name, ...skipped });
      }
    }
  }
  yield "";
}
