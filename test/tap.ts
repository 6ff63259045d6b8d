/** TAP 12 (https://testanything.org) for tests that no library runs: a line for each test as it ends, the plan last. */

/** Failures whose reasons are told: the first ones tell the story, a thousand more would bury it. */
const told = 20;

let count = 0;
let failures = 0;

/** A description in one line, in which no `#` begins a directive. */
function escaped(text: string): string {
  return text.replaceAll(/[\\#]/g, "\\$&").replaceAll(/\s*\n\s*/g, " ");
}

/** Prints a line of explanation, or several. */
export function comment(text: string): void {
  console.log(text.trimEnd().replaceAll(/^/gm, "# "));
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
    comment(problem);
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

/** Ends the program where a text of TESTS is part of no title, and prints the titles that there are. */
export function needTitles(texts: readonly string[], titles: readonly string[]): void {
  const unknown = texts.filter((text) => !titles.some((title) => title.includes(text)));
  if (unknown.length > 0) {
    console.error(`TESTS: no case has ${unknown.join(", ")} in its title; there are:\n${titles.join("\n")}`);
    process.exit(2);
  }
}

/** What an exception says, with its stack. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
