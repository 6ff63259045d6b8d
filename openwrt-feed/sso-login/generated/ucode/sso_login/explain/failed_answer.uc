'use strict';
// Generated from src/sso_login/explain/failed_answer.ts by "make ucode"; do not edit.

/** The facts about an answer of the provider that is not what was asked for: for the log, the error page and the check. */

import { array_find, array_includes, array_some, starts_with, substring } from 'sso_login.ecma';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { text_of } from 'sso_login.base.json_values';
import { is_visible_ascii } from 'sso_login.base.strings';
import { received } from 'sso_login.jose.token_claims';
import { err } from 'sso_login.result';
import { plain, shown as provider_errors_shown, reported_in, is_reported } from 'sso_login.explain.provider_errors';

/** Statuses of failures that pass (RFC 9110 section 15.5.9, RFC 8470 section 5.2, RFC 6585 section 4); so do all faults of servers. */
const passing_statuses = [408, 425, 429];

/**
 * Words in errors that pass (RFC 6749 section 4.1.2.1, RFC 8628 section 3.5) and in those of limits, which each provider calls otherwise:
 * `rate_limit_exceeded`, `TooManyRequestsException`, `RESOURCE_EXHAUSTED`.
 */
const passing_words = [
	"unavailable",
	"servererror",
	"slowdown",
	"toomany",
	"toofast",
	"ratelimit",
	"requestlimit",
	"limitexceeded",
	"throttl",
	"exhausted",
	"quota",
	"overload",
	"busy",
	"timeout",
	"timedout",
];

/** Whether a failure passes, by its status, its error and the header Retry-After. */
export function is_passing(status, reported, retry_after) {
	// The provider has named the address: a proxy answers so while the provider starts.
	const is_away = status == 404 && reported === null;
	const by_status = status !== null && (status >= 500 || is_away || array_includes(passing_statuses, status));
	const error = plain(text_of(reported));
	return by_status || array_some(passing_words, (words) => (index(error, words) >= 0)) || retry_after !== null;
};

/** The cause of a failure that passes, for the error page and the log; no facts for any other. `retry_after` is promised only by these. */
export function passing_facts(status, reported, retry_after) {
	return is_passing(status, reported, retry_after)
		? { cause: "temporary", reason: "the provider cannot answer now: try again later" }
		: {};
};

/** Errors about the client or the request, which say nothing about a user (RFC 6749 section 5.2, RFC 6750 section 3.1). */
const of_client = [
	"invalid_client",
	"unauthorized_client",
	"unsupported_grant_type",
	"invalid_scope",
	"invalid_request",
	"insufficient_scope",
];

/** Statuses of refusals, and of providers that have one for all; frameworks answer others, such as 404, with objects of the same form. */
const refusing_statuses = [200, 400, 401, 403];

/** The meaning of an answer that is a failure: it passes, or by its own member `error` the provider itself refuses the user. */
function meaning_of(response, reported, body) {
	if (is_passing(response.status, reported, response.retry_after)) {
		return "passing";
	}
	const error = body.ok ? text_of(body.data.error) : "";
	const is_refusal = error !== "" && array_includes(refusing_statuses, response.status) && !(index(of_client, error) >= 0);
	return is_refusal ? "refused" : null;
}

/** The facts of an answer that is a failure; `reported` is its error, `secrets` are not repeated in the log. */
export function facts_of_answer(response, reported, secrets) {
	const facts = passing_facts(response.status, reported, response.retry_after);
	facts.http_status = response.status;
	facts.location = provider_errors_shown(response.location, secrets);
	facts.retry_after = response.retry_after;
	return facts;
};

const utf16 = "is in UTF-16, and JSON is in UTF-8 (RFC 8259 section 8.1)";

/** The first bytes of answers that hold no JSON object, and their forms. */
const forms = [
	[[239, 187, 191], "begins with a byte order mark, which JSON must not have"],
	[[255, 254], utf16],
	[[254, 255], utf16],
	[[123, 0], utf16],
	[[0, 123], utf16],
	[[31, 139], "is compressed (gzip), and its header does not say so"],
	[[60], "is HTML or XML, not JSON"],
	[[101, 121, 74], "is a JWT"],
];

/** The form of an answer that holds no JSON object. */
export function form_of(body) {
	const found = array_find(forms, (form) => starts_with(body, join("", map(form[0], (byte) => chr(byte)))));
	return "the answer " + (body === "" ? "is empty" : found !== null ? found[1] : "is not a JSON object");
};

/**
 * The object in an answer that has no member of a wanted one: as it is, unless the answer reports an error, has another status than 200, or
 * holds no object, which is the failure `code`.
 */
export function read_unknown(response, body, url, code, secrets) {
	const reported = reported_in(response, body, secrets);
	if (response.status == 200 && body.ok && !is_reported(reported)) {
		return body;
	}
	// The address of the metadata is the configured one, which may be wrong; plain text is of a proxy that knows no such host yet.
	const may_be_wrong = code === "OIDC_DISCOVERY_FAILED" && (body.ok || reported.error_description === null);
	const known = reported.error ?? (may_be_wrong ? "not_found" : null);
	const facts = facts_of_answer(response, known, secrets);
	facts.url = url;
	facts.idp_error = reported.error;
	facts.error_description = reported.error_description;
	if (response.status == 200 && !body.ok) {
		facts.reason = form_of(response.body);
	}
	return err(code, facts, meaning_of(response, known, body));
};

/** The failure `code` of an answer that has the type of a JWT, and is none, as `failure` says. */
export function unsigned(code, url, failure) {
	const facts = failure_facts_open(failure);
	facts.reason = "the answer is not a signed JWT: " + text_of(facts.reason);
	facts.http_status = 200;
	facts.url = url;
	return err(code, facts);
};

/** The code of a token endpoint's answer that is an error: a server error (5xx) says nothing about the login. */
function refusal_code(status, reported) {
	if (status >= 500) {
		return "TOKEN_ENDPOINT_NETWORK_ERROR";
	}
	const counts = status == 200 || status >= 400;
	return counts && reported === "invalid_grant" ? "OIDC_INVALID_GRANT" : "TOKEN_EXCHANGE_FAILED";
}

/** Bytes of a value of the provider in the log. */
const max_shown = 64;

/** The failure of a token response with a member that is missing or of no use. */
export function wrong_member(status, session, name, value) {
	const facts = { http_status: status, reason: "no " + name, session };
	if (name === "token_type") {
		facts.reason = "token_type is not Bearer";
		facts.token_type = substring(received(value), 0, max_shown);
	} else if (name === "access_token") {
		const text = text_of(value);
		const is_long = text !== "" && is_visible_ascii(text);
		facts.reason = is_long ? "access_token over 16 384 bytes" : "no usable access_token";
		facts.bytes = is_long ? length(text) : null;
		facts.hint = is_long ? { id: "shorter_token" } : null;
	}
	return err("TOKEN_EXCHANGE_FAILED", facts);
};

/** The failure of a token endpoint's answer without the token that was asked for, `wanted`, or with an error beside it. */
export function no_tokens(response, body, wanted, session, secrets) {
	const status = response.status;
	if (status == 200 && !body.ok) {
		return err("TOKEN_EXCHANGE_FAILED", { http_status: status, reason: form_of(response.body), session });
	}
	const reported = reported_in(response, body, secrets);
	if (status == 200 && !is_reported(reported)) {
		return wrong_member(status, session, wanted, null);
	}
	const facts = facts_of_answer(response, reported.error, secrets);
	// Such an answer is not of the endpoint, but of a proxy before it.
	facts.reason = facts.reason ?? (body.ok || response.body === "" ? null : form_of(response.body));
	facts.idp_error = reported.error;
	facts.error_description = reported.error_description;
	facts.session = session;
	return err(refusal_code(status, reported.error), facts, meaning_of(response, reported.error, body));
};
