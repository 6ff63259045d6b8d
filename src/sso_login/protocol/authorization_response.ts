/** The response to the authorization request (OpenID Connect Core section 3.1.2.5, RFC 9207). */
import { err, ok, type Err, type Facts, type Result } from "../result";
import type { Discovery } from "./metadata";

/** Decoded parameters by name. */
export type Params = { [name: string]: string | undefined };

/** A response that belongs to this browser's login. */
export interface AuthorizationResponse {
  state: string;
  /** Why there is no login although the state is right; the state counts as used all the same. */
  refusal?: Err;
}

/** Longest text of the provider that reaches the log. */
const max_provider_text = 200;

function cut(text: unknown): string | undefined {
  return typeof text === "string" ? text.substring(0, max_provider_text) : undefined;
}

/** The error that the provider reports (RFC 6749 section 4.1.2.1). */
export function reported_error(response: { error?: unknown; error_description?: unknown }): Facts {
  return { error: cut(response.error), error_description: cut(response.error_description) };
}

/** Why a response with the right state is refused: it names another issuer (RFC 9207), or it reports an error. */
function refusal_of(params: Params, issuer: string): Err | undefined {
  const iss = params.iss;
  if (iss !== undefined && iss !== issuer) {
    return err("IDP_ERROR", {
      reason: "the answer comes from another issuer",
      iss: iss.substring(0, max_provider_text),
    });
  }
  return params.error !== undefined ? err("IDP_ERROR", reported_error(params)) : undefined;
}

/**
 * Validates the parameters of a response; `issuer` is the configured one. Fails with INVALID_REQUEST; what is wrong beyond the
 * form is the response's `refusal`, so that the caller can check the state and use it up first.
 */
export function read_response(params: Params, issuer: string): Result<AuthorizationResponse> {
  const state = params.state ?? "";
  const code = params.code ?? "";
  if (state === "") {
    return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state" });
  }
  if (code === "" && params.error === undefined) {
    return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "code" });
  }
  return ok({ state, refusal: refusal_of(params, issuer) });
}

/** A provider that advertises `iss` in its responses must send it (RFC 9207 section 2.4): IDP_ERROR otherwise. */
export function check_advertised_issuer(discovery: Discovery, iss: string | undefined): Result<true> {
  return iss === undefined && discovery.authorization_response_iss_parameter_supported
    ? err("IDP_ERROR", { reason: "the answer has no iss although the provider promises it" })
    : ok(true);
}
