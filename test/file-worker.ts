/** Runs the files of node:test that run-files.ts hands it, one after the other. */
import { before, describe, test } from "node:test";
import { fileEnd } from "./file-reporter.ts";

/** Lets the suite end that stands between two files. */
let release = (): void => undefined;

/**
 * Waits until the tests so far have run. The suite behind them lasts until there are others: node runs the hooks that
 * stand outside of suites as soon as no suite is left.
 */
function testsHaveRun(): Promise<void> {
  return new Promise((reached) => {
    describe(fileEnd, () => {
      before(() => {
        reached();
        return new Promise<void>((resolve) => (release = resolve));
      });
    });
  });
}

process.on("message", ({ file }: { file?: string }) => {
  void run(file);
});

async function run(file: string | undefined): Promise<void> {
  if (file === undefined) {
    // Nothing holds this process but what a file left open.
    process.channel?.unref();
    release();
    return;
  }
  try {
    await import(file);
  } catch (error) {
    test("loading", () => {
      throw error;
    });
  }
  release();
  await testsHaveRun();
  process.send?.({ kind: "free" });
}

process.send?.({ kind: "free" });
