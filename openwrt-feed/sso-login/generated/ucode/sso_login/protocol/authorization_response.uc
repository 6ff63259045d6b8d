'use strict';
// Generated from src/sso_login/protocol/authorization_response.ts by "make ucode"; do not edit.

/** The response to the authorization request (OpenID Connect Core section 3.1.2.5, RFC 9207). */

import { substring } from 'sso_login.ecma';
import { err, ok } from 'sso_login.result';

/** Longest text of the provider that reaches the log. */
const max_provider_text = 200;

function cut(text) {
	return type(text) == "string" ? substring(text, 0, max_provider_text) : null;
}

/** The error that the provider reports (RFC 6749 section 4.1.2.1). */
export function reported_error(response) {
	return { error: cut(response.error), error_description: cut(response.error_description) };
};

/** Why a response with the right state is refused: it names another issuer (RFC 9207), or it reports an error. */
function refusal_of(params, issuer) {
	const iss = params.iss;
	if (iss !== null && iss !== issuer) {
		return err("IDP_ERROR", {
			reason: "the answer comes from another issuer",
			iss: substring(iss, 0, max_provider_text),
		});
	}
	return params.error !== null ? err("IDP_ERROR", reported_error(params)) : null;
}

/**
 * Validates the parameters of a response; `issuer` is the configured one. Fails with INVALID_REQUEST; what is wrong beyond the
 * form is the response's `refusal`, so that the caller can check the state and use it up first.
 */
export function read_response(params, issuer) {
	const state = params.state ?? "";
	const code = params.code ?? "";
	if (state === "") {
		return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state" });
	}
	if (code === "" && params.error === null) {
		return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "code" });
	}
	return ok({ state, refusal: refusal_of(params, issuer) });
};

/** A provider that advertises `iss` in its responses must send it (RFC 9207 section 2.4): IDP_ERROR otherwise. */
export function check_advertised_issuer(discovery, iss) {
	return iss === null && discovery.authorization_response_iss_parameter_supported
		? err("IDP_ERROR", { reason: "the answer has no iss although the provider promises it" })
		: ok(true);
};
