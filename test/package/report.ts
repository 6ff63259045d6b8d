/** Reports what the package test compares, step by step. */
import { comment, report } from "../tap.ts";

export { finish } from "../tap.ts";

let steps = 0;

export function step(title: string): void {
  steps += 1;
  comment(`${String(steps)}. ${title}`);
}

export function check(compared: string, good: boolean, found?: unknown): void {
  const text = typeof found === "string" ? found : JSON.stringify(found, undefined, 2);
  report(compared, good ? undefined : (text ?? "does not hold"));
}

export function same(compared: string, found: unknown, expected: unknown): void {
  check(compared, JSON.stringify(found) === JSON.stringify(expected), { found, expected });
}
