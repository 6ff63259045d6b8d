/** Failures that are made of others. Every request loads `result`, and only one that fails this file. */
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
  const known = failure.answer ?? {};
  const answer = {
    retry_after: more.retry_after ?? known.retry_after,
    allow: more.allow ?? known.allow,
    oauth_error: more.oauth_error ?? known.oauth_error,
    is_signed: more.is_signed ?? known.is_signed,
    return_to: more.return_to ?? known.return_to,
    reference: more.reference ?? known.reference,
    account: more.account ?? known.account,
    log_out_at: more.log_out_at ?? known.log_out_at,
  };
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
