/** TAP 12 (https://testanything.org) for tests that no library runs: a line for each test as it ends, the plan last. */

import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Failures whose reasons are told: the first ones tell the story, a thousand more would bury it. */
const told = 20;

let count = 0;
let failures = 0;

/** A text without control characters but line feeds and tabs: a name may have what clears a terminal. */
function visible(text: string): string {
  const code = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, code);
}

/** A description in one line, in which no `#` begins a directive. */
function escaped(text: string): string {
  return visible(text.replaceAll(/[\\#]/g, "\\$&").replaceAll(/\s*\n\s*/g, " "));
}

/** Prints a line of explanation, or several. */
export function comment(text: string): void {
  console.log(visible(text.trimEnd()).replaceAll(/^/gm, "# "));
}

const fullDisk = `The disk is full: see df -h . ${tmpdir()}, free 3 GB, and run the same command again.`;

/** Whether a failure is owed to a full disk, which a program that could not write need not name. */
function isDiskFull(problem: string): boolean {
  const hasNoRoom = (folder: string): boolean => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < 1_000_000;
  };
  return /ENOSPC|no space left/i.test(problem) || [".", tmpdir()].some(hasNoRoom);
}

/** Reports a test, which failed when there is a problem to tell; returns whether it passed. */
export function report(name: string, problem?: string): boolean {
  count += 1;
  if (problem === undefined) {
    console.log(`ok ${count} - ${escaped(name)}`);
    return true;
  }
  failures += 1;
  console.log(`not ok ${count} - ${escaped(name)}`);
  if (failures <= told) {
    const isFull = isDiskFull(problem);
    comment(isFull ? fullDisk : problem);
    // All that follows fails for the same reason.
    failures = isFull ? told : failures;
  }
  return false;
}

/** Reports a test that cannot run here. */
export function skip(name: string, why: string): void {
  count += 1;
  console.log(`ok ${count} - ${escaped(name)} # SKIP ${escaped(why)}`);
}

/**
 * Prints the plan, without which the run counts as cut off, and ends the process as soon as all lines have been taken:
 * Only `process.exit` would leave out what a slow reader has not read yet.
 */
export function finish(): void {
  const status = failures === 0 && count > 0 ? 0 : 1;
  process.stdout.write(`1..${count}\n`, () => process.exit(status));
}

/** The cases whose titles have a text of TESTS in them, or without texts the usual ones; ends the program where a text is in no title. */
export function chosen<T>(all: readonly T[], titleOf: (one: T) => string, usual = all): readonly T[] {
  const texts = process.argv.slice(2);
  const titles = all.map(titleOf);
  const unknown = texts.filter((text) => !titles.some((title) => title.includes(text)));
  if (unknown.length > 0) {
    console.error(`TESTS: no case has ${unknown.join(", ")} in its title; there are:\n${titles.join("\n")}`);
    process.exit(2);
  }
  return texts.length === 0 ? usual : all.filter((one) => texts.some((text) => titleOf(one).includes(text)));
}

/** Opens so many stages side by side, which take the cases one after the other, and closes them. */
export async function onStages<Stage extends { close: () => Promise<void> }, T>(
  count: number,
  open: () => Promise<Stage>,
  cases: readonly T[],
  play: (stage: Stage, one: T) => Promise<void>,
): Promise<void> {
  const queue = [...cases];
  const work = async (): Promise<void> => {
    const stage = await open();
    try {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        await play(stage, one);
      }
    } finally {
      await stage.close();
    }
  };
  await Promise.all(Array.from({ length: count }, work));
}

/** Gives up on what does not end in so many milliseconds. */
export function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no end after ${String(milliseconds)} ms`)), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Returns the message of an exception with its stack. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
