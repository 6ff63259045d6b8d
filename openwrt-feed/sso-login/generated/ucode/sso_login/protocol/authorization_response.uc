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

/** The state of a response, by which its login is found. INVALID_REQUEST where it is missing, or both code and error are. */
export function state_of(params) {
	const state = params.state ?? "";
	if (state === "") {
		return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state" });
	}
	return (params.code ?? "") === "" && params.error === null
		? err("INVALID_REQUEST", { reason: "missing parameter", parameter: "code" })
		: ok(state);
};

/**
 * Validates the response to a login whose state is right, and returns the code. Without `discovery` it is not known whether `iss` must
 * be there: a response that passes is validated again with it. IDP_ERROR where `iss` is not the issuer, or is missing although
 * the provider advertises it (RFC 9207 section 2.4), and where the provider reports an error.
 */
export function validate(params, issuer, discovery) {
	const iss = params.iss;
	if (iss !== null && iss !== issuer) {
		return err("IDP_ERROR", { reason: "the answer comes from another issuer", iss: cut(iss) });
	}
	if (params.error !== null) {
		return err("IDP_ERROR", reported_error(params));
	}
	if (iss === null && discovery !== null && discovery.authorization_response_iss_parameter_supported) {
		return err("IDP_ERROR", { reason: "the answer has no iss although the provider promises it" });
	}
	return ok(params.code ?? "");
};
