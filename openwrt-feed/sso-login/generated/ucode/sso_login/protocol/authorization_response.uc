'use strict';
// Generated from src/sso_login/protocol/authorization_response.ts by "make ucode"; do not edit.

/** The response to the authorization request (OpenID Connect Core section 3.1.2.5, RFC 9207). */

import { err, ok } from 'sso_login.result';
import { passing_facts, cut } from 'sso_login.protocol.calls';

/** The error that the provider reports (RFC 6749 section 4.1.2.1). */
function reported_error(params) {
	const facts = passing_facts(null, params.error);
	facts.error = cut(params.error);
	facts.error_description = cut(params.error_description);
	return facts;
}

/**
 * The refusal of a response without state. One without anything is most often in the fragment of the address, which no browser sends.
 */
function without_state(params) {
	if (params.error !== null) {
		const facts = reported_error(params);
		facts.reason = "missing parameter";
		facts.parameter = "state";
		return err("INVALID_REQUEST", facts);
	}
	const is_empty = params.code === null && params.iss === null;
	const hint = is_empty ? { id: "answer_in_query" } : null;
	return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state", hint });
}

/** The state of a response, by which its login is found. INVALID_REQUEST where it is missing, or both code and error are. */
export function state_of(params) {
	const state = params.state ?? "";
	if (state === "") {
		return without_state(params);
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
