/** The one shape in which every fallible function answers (specification, "Internal module contracts"). */

/** A text for a person: its id in a table, and the values of its placeholders `%{name}`. */
export interface Message {
  id: string;
  params?: { [name: string]: string };
}

/** A fact as it is, or a message: what must be, or what to do. */
export type Fact = string | number | boolean | Message | undefined;

/** Named facts about an error, for the log line. */
export type Facts = { http_status?: number; [name: string]: Fact };

/** Details of an error: a short text, or named facts for the log line. Never a secret. */
export type Details = string | Facts;

export interface Ok<T> {
  ok: true;
  data: T;
}

/**
 * The cause of a failure, where something is decided by it: the provider refused the user in words of its own, it spoke of another user or
 * issuer, or the user's claims give no role.
 */
export type Cause = "refused" | "other_subject" | "other_issuer" | "roles";

export interface Err {
  ok: false;
  error: string;
  details?: Details;
  cause?: Cause;
}

export type Result<T> = Ok<T> | Err;

/** A successful Result holding `data`. */
export function ok<T>(data: T): Ok<T> {
  return { ok: true, data };
}

/** A failed Result: `error` is a code of errors.ts, `details` is only for the log. */
export function err(error: string, details?: Details, cause?: Cause): Err {
  return { ok: false, error, details, cause };
}

/** A Result whose failure names a provider in its log line; undefined for the only one. */
export function about<T>(provider: string | undefined, result: Result<T>): Result<T> {
  if (result.ok || provider === undefined) {
    return result;
  }
  const details = result.details;
  const facts: Facts = typeof details === "object" ? details : { reason: details };
  facts.provider = provider;
  return err(result.error, facts, result.cause);
}

/** Whether `obj` has the form of a Result. */
export function is(obj: unknown): boolean {
  if (typeof obj !== "object" || obj === null) {
    return false;
  }
  const candidate = obj as { ok?: unknown; error?: unknown };
  return candidate.ok === true || (candidate.ok === false && typeof candidate.error === "string");
}
