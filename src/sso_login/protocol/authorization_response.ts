/** The response to the authorization request (OpenID Connect Core section 3.1.2.5, RFC 9207). */
import { ok, type Result } from "../result";
import * as json_values from "../base/json_values";

/** Decoded parameters by name. */
export type ResponseParams = { [name: string]: string | undefined };

/** Loaded for a response that is refused. */
const refused_response = () => require("../explain/refused_response") as typeof import("../explain/refused_response");

/** Whether a response has an error; a parameter without a value is as none (RFC 6749 section 3.1). */
function has_error(params: ResponseParams): boolean {
  return (params.error ?? "") !== "";
}

/** The state of a response, by which its login is found. INVALID_REQUEST where it is missing, or both code and error are. */
export function state_of(params: ResponseParams): Result<string> {
  const state = params.state ?? "";
  const is_complete = state !== "" && ((params.code ?? "") !== "" || has_error(params));
  return is_complete ? ok(state) : refused_response().incomplete(params);
}

/**
 * Validates the response to a login whose state is right, and returns the code. `iss_expected` says whether the provider's metadata promise
 * the issuer (RFC 9207 section 2.4). IDP_ERROR where `iss` is not the issuer, or is missing, and where the provider reports an error.
 */
export function validate(params: ResponseParams, issuer: string, iss_expected: boolean): Result<string> {
  const iss = params.iss;
  const is_right = iss !== undefined ? iss === issuer : !iss_expected;
  return is_right && !has_error(params)
    ? ok(json_values.text_of(params.code))
    : refused_response().refused(params, issuer);
}
