/** Failures that are made of others. Every request loads `result`, and only one that fails this file. */
import type { JsonObject } from "io/json";
import { err, type Err, type ErrAnswer, type Facts } from "../result";
import * as failure_facts from "./failure_facts";

/** The same failure with more facts, in the place of those of the same names; a short text is the fact `reason`. */
export function adding(failure: Err, more: Facts): Err {
  const facts = failure_facts.open(failure);
  for (const name of Object.keys(more)) {
    facts[name] = more[name] ?? facts[name];
  }
  return err(failure.error, facts, failure.meaning, failure.answer);
}

/** The same failure under another code; the log names its own as `cause`. */
export function renamed(failure: Err, error: string): Err {
  const other = adding(failure, { cause: failure.error });
  other.error = error;
  return other;
}

/** The same failure with more for its answer. */
export function answered(failure: Err, more: ErrAnswer): Err {
  const answer: JsonObject = {};
  for (const part of [failure.answer ?? {}, more] as JsonObject[]) {
    for (const name of Object.keys(part)) {
      answer[name] = part[name] ?? answer[name];
    }
  }
  return { ok: false, error: failure.error, details: failure.details, meaning: failure.meaning, answer };
}

/**
 * A failure in the place of another one, with the facts and the answer of both, of which its own win; the log names the code of the other as
 * `cause`, unless one of them has such a fact.
 */
export function instead_of(failure: Err, other: Err): Err {
  const named = err(failure.error, { cause: other.error }, failure.meaning, other.answer);
  const both = adding(adding(named, failure_facts.open(other)), failure_facts.open(failure));
  return answered(both, failure.answer ?? {});
}

/** The same failure, which names its provider in the log line; undefined for the only one. */
export function about(provider: string | undefined, failure: Err): Err {
  return provider !== undefined ? adding(failure, { provider }) : failure;
}
