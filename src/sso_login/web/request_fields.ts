/** The fields of a query string or a posted form, and which of their faults refuse a request. */
import { err, ok, type Result } from "../result";

/** Values by name. */
export type Values = { readonly [name: string]: string | undefined };

/** The decoded fields of a query string or a posted form. */
export interface Fields {
  /** The first value of each name that can be decoded. */
  readonly values: Values;
  /** Names of fields and the reasons to refuse them as strict, in their order. */
  readonly problems: [string, string][];
}

/** Parameters that decide something: a second value, a bad encoding or a control character is an attack or a fault. */
const strict_params = ["code", "state", "error", "iss", "stoken"];

/**
 * The values of fields; INVALID_REQUEST where a strict one is given twice, badly encoded or has a control character. Strict are the
 * parameters of all pages but the start, unless others are named.
 */
export function checked_values(fields: Fields, strict?: string[]): Result<Values> {
  const found = fields.problems.find((problem) => (strict ?? strict_params).includes(problem[0]));
  return found === undefined ? ok(fields.values) : err("INVALID_REQUEST", { reason: found[1], parameter: found[0] });
}
