/** The answer to a program whose token is not exchanged: OAuth's errors in JSON. */
import * as json from "io/json";
import * as failure_facts from "../base/failure_facts";
import * as json_values from "../base/json_values";
import * as log_texts from "../base/log_texts";
import type { Err, ErrAnswer } from "../result";
import type { Response } from "./responses";

/** OAuth's name of an error (RFC 6749 sections 4.1.2.1 and 5.2, RFC 8693 section 2.2.2). */
function name_of(status: number, answer: ErrAnswer): string {
  if (status === 401) {
    return "invalid_client";
  }
  if (status >= 500 || status === 429) {
    return status === 500 ? "server_error" : "temporarily_unavailable";
  }
  return answer.oauth_error ?? "invalid_request";
}

/** Failures of a provider that may answer soon, and the seconds for which one is remembered. */
const provider_failures = ["OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED"];
const failure_lifetime = 10;

/** The reason for a program whose token is the provider's; undefined for others, which learn nothing. */
function description_of(failure: Err): string | undefined {
  if (failure.answer === undefined || failure.answer.is_signed !== true) {
    return undefined;
  }
  const facts = failure_facts.open(failure);
  // A refusal of the authentication's strength has the claim's value in the place of its name.
  const unnamed = facts.acr !== undefined ? "acr" : "";
  const words = ["claim", "reason", "hint"].map((name) => {
    const fact = facts[name] ?? (name === "claim" ? unnamed : "");
    return typeof fact === "object" ? log_texts.in_english(fact) : json_values.text_of(fact);
  });
  return words.filter((text) => text !== "").join(": ");
}

/** The answer to a program in the place of an error page; `scheme` is how it tried to authenticate. */
export function in_json(response: Response, failure: Err, authorization: string): Response {
  const headers = response.headers;
  headers.push(["Pragma", "no-cache"]);
  if (response.status === 401) {
    const is_bearer = authorization.toLowerCase().startsWith("bearer");
    headers.push(["WWW-Authenticate", (is_bearer ? "Bearer" : "Basic") + ' realm="sso-login"']);
  }
  const answer = failure.answer ?? {};
  const seconds = provider_failures.includes(failure.error) ? failure_lifetime : answer.retry_after;
  const must_wait = response.status !== 429 && seconds !== undefined;
  if (must_wait) {
    headers.push(["Retry-After", `${seconds}`]);
  }
  const status = must_wait ? 503 : response.status;
  const description = description_of(failure);
  const told = description !== undefined ? ',"error_description":' + json.encode(description) : "";
  const body = '{"error":"' + name_of(status, answer) + '"' + told + "}";
  return { status, content_type: "application/json", headers, body };
}
