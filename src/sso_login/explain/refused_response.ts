/** The reason why a response to the authorization request is refused. */
import * as json_values from "../base/json_values";
import { err, type Err, type Facts } from "../result";
import * as failed_answer from "./failed_answer";
import * as provider_errors from "./provider_errors";

type Params = { [name: string]: string | undefined };

/** Words, plain, by which a provider says that its own part of the login is over; Keycloak asks clients to begin again at once. */
const expired_words = ["authenticationexpired", "sessionexpired", "sessionhasexpired", "sessiontimedout"];

function has_expired(params: Params): boolean {
  const said = provider_errors.plain(json_values.text_of(params.error_description));
  return expired_words.some((words) => said.includes(words));
}

/** The error that the provider reports (RFC 6749 section 4.1.2.1). */
function reported_error(params: Params): Facts {
  const facts = has_expired(params) ? { cause: "expired" } : failed_answer.passing_facts(undefined, params.error);
  facts.error = provider_errors.cut(params.error);
  facts.error_description = provider_errors.cut(params.error_description);
  return facts;
}

/**
 * The refusal of a response without its state, or without code and error. One without any of these is most often in the fragment of the
 * address, which no browser sends.
 */
export function incomplete(params: Params): Err {
  if ((params.state ?? "") !== "") {
    return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "code" });
  }
  if ((params.error ?? params.error_description) !== undefined) {
    const facts = reported_error(params);
    facts.reason = "missing parameter";
    facts.parameter = "state";
    return err("INVALID_REQUEST", facts);
  }
  // Without a code, too, or with a JWT that holds the answer (JWT Secured Authorization Response Mode).
  const hint = (params.code ?? "") === "" ? { id: "answer_in_query" } : undefined;
  return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state", hint });
}

/**
 * The refusal of a response of another issuer, with an error, or without the issuer that the provider promises. `is_again`: the login has been
 * begun again already, so this one ends.
 */
export function refused(params: Params, issuer: string, is_again: boolean): Err {
  const iss = params.iss;
  if (iss !== undefined && iss !== issuer) {
    return err("IDP_ERROR", { reason: "the answer comes from another issuer", iss: provider_errors.cut(iss) });
  }
  const of_request = params.error === "invalid_request" ? "request" : undefined;
  const meaning = has_expired(params) ? "begin_again" : of_request;
  return (params.error ?? "") !== ""
    ? err("IDP_ERROR", reported_error(params), is_again ? undefined : meaning)
    : err("IDP_ERROR", { reason: "the answer has no iss although the provider promises it" });
}
