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

/** Details that only the log, `explain/` and what prints to people can open (base/failure_facts): nothing is decided by them. */
export interface Sealed {
  readonly is_sealed: never;
}

export interface Ok<T> {
  ok: true;
  data: T;
}

/**
 * The meaning of a failure, where something is decided by it. It is set where the failure is found; without one the code says it all.
 *
 * - `refused`: the provider refuses the user, in words of its own
 * - `other_subject`, `other_issuer`: the provider speaks of another user, or as another issuer
 * - `roles`: the claims of the user do not give the roles
 * - `passing`: the provider cannot answer now, and may later
 * - `begin_again`: a new login may succeed at once, and nobody needs to be asked; the error page starts it, once
 * - `request`: the provider refuses the request, and not the user
 * - `unreachable`: nothing takes the connection
 * - `opaque`: a token is no JWT at all
 * - `absent`, `denied`: ubus knows no such thing, or does not permit it
 */
export type Meaning = OfProvider | "roles" | "unreachable" | "opaque" | "absent" | "denied";

type OfProvider = "refused" | "other_subject" | "other_issuer" | "passing" | "begin_again" | "request";

/** The part of a failure that the answer to the request tells, beside the code. */
export interface ErrAnswer {
  /** Seconds after which the same request may succeed. */
  retry_after?: number;
  /** The method that the address takes. */
  allow?: string;
  /** OAuth's error, for a program. */
  oauth_error?: string;
  /** Whether the sender may read the reason, as the token is the provider's. */
  is_signed?: boolean;
  /** The page at which the login was to end. */
  return_to?: string;
  /** The reference under which the log has the failure. */
  reference?: string;
  /** The account that is refused, by a hash. */
  account?: string;
  /** The page of a provider that did not ask for another login or account, although the router wanted it. */
  log_out_at?: string;
}

export interface Err {
  ok: false;
  error: string;
  details?: Sealed;
  meaning?: Meaning;
  answer?: ErrAnswer;
}

export type Result<T> = Ok<T> | Err;

/** A successful Result holding `data`. */
export function ok<T>(data: T): Ok<T> {
  return { ok: true, data };
}

/** A failed Result: `error` is a code of errors.ts, `details` are for the log and for people. */
export function err(error: string, details?: Details | Sealed, meaning?: Meaning, answer?: ErrAnswer): Err {
  return { ok: false, error, details: details as Sealed | undefined, meaning, answer };
}

/** Whether `obj` has the form of a Result. */
export function is(obj: unknown): boolean {
  if (typeof obj !== "object" || obj === null) {
    return false;
  }
  const candidate = obj as { ok?: unknown; error?: unknown };
  return candidate.ok === true || (candidate.ok === false && typeof candidate.error === "string");
}
