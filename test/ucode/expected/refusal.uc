'use strict';
// Generated from src/sso_login/refusal.ts by "make ucode"; do not edit.

/** The answer to a request that is not served: an error page for the user and a log line for the administrator. */

import { array_concat } from './ecma.uc';
import { describe } from './errors.uc';
import { detail_pairs, event } from './log.uc';
import { error_page } from './response.uc';

/** Faults of the router or the provider are errors, refused requests warnings. */
function level_of(status) {
  return status >= 500 ? "err" : "warning";
}

/** The error page of a code, and one log line with the caller's address and the details. */
export function refuse(io, environment, failure) {
  const entry = describe(failure.error);
  const facts = [["remote", environment.remote_addr]];
  event(io, level_of(entry.status), failure.error, array_concat(facts, detail_pairs(failure.details)));
  const response = error_page(entry.status, entry.message);
  if (failure.error === "METHOD_NOT_ALLOWED") {
    push(response.headers, ["Allow", "GET"]);
  }
  const details = failure.details;
  const retry_after = (type(details) == "object" || type(details) == "array") ? details.retry_after : null;
  if (failure.error === "RATE_LIMITED" && (type(retry_after) == "int" || type(retry_after) == "double")) {
    push(response.headers, ["Retry-After", `${retry_after}`]);
  }
  return response;
};
