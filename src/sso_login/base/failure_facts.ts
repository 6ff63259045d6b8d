/**
 * The facts of a failure, opened: for the log, `explain/` and what prints to people. Nothing is decided by them; `readersOfFacts` in
 * eslint/layers.js names who may import this file.
 */
import type { Details, Err, Facts } from "../result";

/** A short text or named facts, as the failure was made with them. */
export function details_of(failure: Err): Details | undefined {
  return failure.details as unknown as Details | undefined;
}

/** A copy of the facts; a short text is the reason. */
export function open(failure: Err): Facts {
  const details = details_of(failure);
  if (typeof details !== "object") {
    return { reason: details };
  }
  const facts: Facts = {};
  for (const name of Object.keys(details)) {
    facts[name] = details[name];
  }
  return facts;
}
