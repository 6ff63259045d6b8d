/** Prints what the package test compares, step by step, and counts. */

let passed = 0;
let failed = 0;
let steps = 0;

/** Begins a step. */
export function step(title: string): void {
  steps += 1;
  console.log(`\n${String(steps)}. ${title}`);
}

/** One comparison. `found` is printed when it failed. */
export function check(compared: string, good: boolean, found?: unknown): void {
  if (good) {
    passed += 1;
    console.log(`   ok      ${compared}`);
    return;
  }
  failed += 1;
  console.log(`   FAILED  ${compared}`);
  if (found !== undefined) {
    const text = typeof found === "string" ? found : JSON.stringify(found, undefined, 2);
    console.log(text.replace(/^/gm, "           | "));
  }
}

/** Compares two values by their JSON text. */
export function same(compared: string, found: unknown, expected: unknown): void {
  const good = JSON.stringify(found) === JSON.stringify(expected);
  check(compared, good, good ? undefined : { found, expected });
}

/** The last line, and the exit status. */
export function finish(): number {
  console.log(`\n${String(passed)} passed, ${String(failed)} failed`);
  return failed === 0 ? 0 : 1;
}
