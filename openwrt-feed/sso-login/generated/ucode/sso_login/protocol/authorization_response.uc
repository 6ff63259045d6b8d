'use strict';
// Generated from src/sso_login/protocol/authorization_response.ts by "make ucode"; do not edit.

/** The response to the authorization request (OpenID Connect Core section 3.1.2.5, RFC 9207). */

import { err, ok } from 'sso_login.result';
import { sorted_keys } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.json_values';
import { cut } from 'sso_login.protocol.provider_errors';
import { passing_facts } from 'sso_login.protocol.provider_calls';

/** The error that the provider reports (RFC 6749 section 4.1.2.1). */
function reported_error(params) {
	const facts = passing_facts(null, params.error);
	facts.error = cut(params.error);
	facts.error_description = cut(params.error_description);
	return facts;
}

/** Whether a response has an error; a parameter without a value is as none (RFC 6749 section 3.1). */
function has_error(params) {
	return (params.error ?? "") !== "";
}

/**
 * The refusal of a response without state. One without anything is most often in the fragment of the address, which no browser sends.
 */
function without_state(params) {
	if ((params.error ?? params.error_description) !== null) {
		const facts = reported_error(params);
		facts.reason = "missing parameter";
		facts.parameter = "state";
		return err("INVALID_REQUEST", facts);
	}
	const is_empty = length(sorted_keys(params)) == 0;
	// A JWT holds the answer (JWT Secured Authorization Response Mode).
	const hint = is_empty || params.response !== null ? { id: "answer_in_query" } : null;
	return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state", hint });
}

/** The state of a response, by which its login is found. INVALID_REQUEST where it is missing, or both code and error are. */
export function state_of(params) {
	const state = params.state ?? "";
	if (state === "") {
		return without_state(params);
	}
	return (params.code ?? "") === "" && !has_error(params)
		? err("INVALID_REQUEST", { reason: "missing parameter", parameter: "code" })
		: ok(state);
};

/**
 * Validates the response to a login whose state is right, and returns the code. Without `metadata` it is not known whether `iss` must
 * be there: a response that passes is validated again with it. IDP_ERROR where `iss` is not the issuer, or is missing although
 * the provider advertises it (RFC 9207 section 2.4), and where the provider reports an error.
 */
export function validate(params, issuer, metadata) {
	const iss = params.iss;
	if (iss !== null && iss !== issuer) {
		return err("IDP_ERROR", { reason: "the answer comes from another issuer", iss: cut(iss) });
	}
	if (has_error(params)) {
		return err("IDP_ERROR", reported_error(params));
	}
	if (iss === null && metadata !== null && metadata.authorization_response_iss_parameter_supported) {
		return err("IDP_ERROR", { reason: "the answer has no iss although the provider promises it" });
	}
	return ok(text_of(params.code));
};
