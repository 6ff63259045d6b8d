'use strict';
// Generated from src/sso_login/web/exchange_answer.ts by "make ucode"; do not edit.

/** The answer to a program whose token is not exchanged: OAuth's errors in JSON. */

import { has_members, key_of, lower, starts_with } from 'sso_login.ecma';
import { encode as json_encode } from 'sso_login.io.json';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { text_of } from 'sso_login.base.json_values';
import { in_english as log_texts_in_english } from 'sso_login.base.log_texts';

/** OAuth's name of an error (RFC 6749 sections 4.1.2.1 and 5.2, RFC 8693 section 2.2.2). */
function name_of(status, answer) {
	if (status == 401) {
		return "invalid_client";
	}
	if (status >= 500 || status == 429) {
		return status == 500 ? "server_error" : "temporarily_unavailable";
	}
	return answer.oauth_error ?? "invalid_request";
}

/** Failures of a provider that may answer soon, and the seconds for which one is remembered. */
const provider_failures = ["OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED"];
const failure_lifetime = 10;

/** The reason for a program whose token is the provider's; undefined for others, which learn nothing. */
function description_of(failure) {
	if (failure.answer === null || failure.answer.is_signed !== true) {
		return null;
	}
	const facts = failure_facts_open(failure);
	// A refusal of the authentication's strength has the claim's value in the place of its name.
	const unnamed = facts.acr !== null ? "acr" : "";
	const words = map(["claim", "reason", "hint"], (name) => {
		const fact = facts[key_of(name)] ?? (name === "claim" ? unnamed : "");
		return has_members(fact) ? log_texts_in_english(fact) : text_of(fact);
	});
	return join(": ", filter(words, (text) => text !== ""));
}

/** The answer to a program in the place of an error page; `scheme` is how it tried to authenticate. */
export function in_json(response, failure, authorization) {
	const headers = response.headers;
	push(headers, ["Pragma", "no-cache"]);
	if (response.status == 401) {
		const is_bearer = starts_with(lower(authorization), "bearer");
		push(headers, ["WWW-Authenticate", (is_bearer ? "Bearer" : "Basic") + ' realm="sso-login"']);
	}
	const answer = failure.answer ?? {};
	const seconds = (index(provider_failures, failure.error) >= 0) ? failure_lifetime : answer.retry_after;
	const must_wait = response.status != 429 && seconds !== null;
	if (must_wait) {
		push(headers, ["Retry-After", `${seconds}`]);
	}
	const status = must_wait ? 503 : response.status;
	const description = description_of(failure);
	const told = description !== null ? ',"error_description":' + json_encode(description) : "";
	const body = '{"error":"' + name_of(status, answer) + '"' + told + "}";
	return { status, content_type: "application/json", headers, body };
};
