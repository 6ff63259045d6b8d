/** The answer to a request that is not served: an error page for the user and a log line for the administrator. */
import { describe } from "./errors";
import type { Io, LogLevel } from "./io/types";
import { detail_pairs, event, type LogPair } from "./log";
import type { Environment } from "./request";
import { error_page, type Response } from "./response";
import type { Err } from "./result";

/** Faults of the router or the provider are errors, refused requests warnings. */
function level_of(status: number): LogLevel {
  return status >= 500 ? "err" : "warning";
}

/** The error page of a code, and one log line with the caller's address and the details. */
export function refuse(io: Io, environment: Environment, failure: Err): Response {
  const entry = describe(failure.error);
  const facts: LogPair[] = [["remote", environment.remote_addr]];
  event(io, level_of(entry.status), failure.error, facts.concat(detail_pairs(failure.details)));
  const response = error_page(entry.status, entry.message);
  if (failure.error === "METHOD_NOT_ALLOWED") {
    response.headers.push(["Allow", "GET"]);
  }
  const details = failure.details;
  const retry_after = typeof details === "object" ? details.retry_after : undefined;
  if (failure.error === "RATE_LIMITED" && typeof retry_after === "number") {
    response.headers.push(["Retry-After", `${retry_after}`]);
  }
  return response;
}
