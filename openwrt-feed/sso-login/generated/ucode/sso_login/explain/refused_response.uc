'use strict';
// Generated from src/sso_login/explain/refused_response.ts by "make ucode"; do not edit.

/** The reason why a response to the authorization request is refused. */

import { array_some } from 'sso_login.ecma';
import { text_of } from 'sso_login.base.json_values';
import { err } from 'sso_login.result';
import { passing_facts } from 'sso_login.explain.failed_answer';
import { plain, cut } from 'sso_login.explain.provider_errors';

/** Words, plain, by which a provider says that its own part of the login is over; Keycloak asks clients to begin again at once. */
const expired_words = ["authenticationexpired", "sessionexpired", "sessionhasexpired", "sessiontimedout"];

function has_expired(params) {
	const said = plain(text_of(params.error_description));
	return array_some(expired_words, (words) => (index(said, words) >= 0));
}

/** The error that the provider reports (RFC 6749 section 4.1.2.1). */
function reported_error(params) {
	const facts = has_expired(params) ? { cause: "expired" } : passing_facts(null, params.error);
	facts.error = cut(params.error);
	facts.error_description = cut(params.error_description);
	return facts;
}

/**
 * The refusal of a response without its state, or without code and error. One without any of these is most often in the fragment of the
 * address, which no browser sends.
 */
export function incomplete(params) {
	if ((params.state ?? "") !== "") {
		return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "code" });
	}
	if ((params.error ?? params.error_description) !== null) {
		const facts = reported_error(params);
		facts.reason = "missing parameter";
		facts.parameter = "state";
		return err("INVALID_REQUEST", facts);
	}
	// Without a code, too, or with a JWT that holds the answer (JWT Secured Authorization Response Mode).
	const hint = (params.code ?? "") === "" ? { id: "answer_in_query" } : null;
	return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state", hint });
};

/**
 * The refusal of a response of another issuer, with an error, or without the issuer that the provider promises. `is_again`: the login has been
 * begun again already, so this one ends.
 */
export function refused(params, issuer, is_again) {
	const iss = params.iss;
	if (iss !== null && iss !== issuer) {
		return err("IDP_ERROR", { reason: "the answer comes from another issuer", iss: cut(iss) });
	}
	const of_request = params.error === "invalid_request" ? "request" : null;
	const meaning = has_expired(params) ? "begin_again" : of_request;
	return (params.error ?? "") !== ""
		? err("IDP_ERROR", reported_error(params), is_again ? null : meaning)
		: err("IDP_ERROR", { reason: "the answer has no iss although the provider promises it" });
};
