'use strict';
// Generated from src/sso_login/check/invented_codes.ts by "make ucode"; do not edit.

/** Requests with invented codes to the token endpoint, and the meaning of its answers for the client. */

import { array_some, lower, starts_with, substring } from 'sso_login.ecma';
import { percent_encode } from 'sso_login.io.bytes';
import { base64_encode } from 'sso_login.base.encoding';
import { consists_of } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.json_values';
import { decode_foreign } from 'sso_login.io.json';
import { pkce_pair as hash_pkce_pair } from 'sso_login.jose.hash';
import { demand_in } from 'sso_login.explain.call_kinds';
import { reported_error, left_out, has_error } from 'sso_login.explain.provider_errors';
import { send as provider_calls_send } from 'sso_login.protocol.provider_calls';
import { needs_no_encoding } from 'sso_login.protocol.client_authentication';
import { forms_of_secret } from 'sso_login.protocol.client_request';
import { exchange_code as token_request_exchange_code } from 'sso_login.protocol.token_request';

/** Whether an error code is of the form that RFC 6749 has; others have a sentence in its place, as Pocket ID up to 2.9. */
function is_usual(code) {
	return length(code) <= 40 && consists_of(code, "lower");
}

/** The provider's words: its description, else a sentence in the place of the code. */
export function words_of(code, description) {
	return description === "" && !is_usual(code) ? code : description;
};

/** An answer that is an error in words that hold no secret. */
export function describe(status, code) {
	if (code === "") {
		return { id: "answer_without_code", params: { status } };
	}
	return is_usual(code)
		? { id: "answer_code", params: { status, code } }
		: { id: "answer_unusual_code", params: { status } };
};

/** A configuration for requests that try this one. */
export function plain_config(config, client_secret, redirect_uri) {
	return {
		issuer_url: config.issuer_url,
		client_id: config.client_id,
		client_secret,
		redirect_uri,
		scope: config.scope,
		clock_tolerance: config.clock_tolerance,
		client_assertion_alg: config.client_assertion_alg,
		client_assertion_audience: config.client_assertion_audience,
		roles: [],
		provider: config.provider,
	};
};

/** Whether the client proves itself by a key of the router. */
export function has_key(client) {
	return client.config.token_endpoint_auth_method === "private_key_jwt";
};

/** Spoils the signature of the assertion: it is the end of the form. */
function spoil(request) {
	const body = request.body ?? "";
	const spoilt = substring(body, 0, length(body) - 8) + "AAAAAAAA";
	return { method: request.method, url: request.url, headers: request.headers, body: spoilt };
}

/**
 * Tries a way to prove the client: an authentication method with the secret, or an audience with the key. `is_false` takes an
 * invented secret, or spoils the signature.
 */
export function prove(client, way, is_false, change) {
	const by_key = has_key(client);
	const invented = hash_pkce_pair(64);
	const secret = is_false ? hash_pkce_pair(64).verifier : client.config.client_secret;
	const tried = plain_config(client.config, secret, client.config.redirect_uri);
	tried.token_endpoint_auth_method = by_key ? "private_key_jwt" : way;
	tried.client_assertion_audience = way;
	const changed = by_key && is_false ? spoil : change;
	let response;
	const send = (io, request, code) => {
		const received = provider_calls_send(io, changed !== null ? changed(request) : request, code);
		response = received;
		return received;
	};
	const grant = { code: invented.challenge, verifier: invented.verifier, log_id: "check" };
	const outcome = token_request_exchange_code(client.run.io, tried, client.metadata, grant, send);
	const received = response !== null && response.ok ? response.data : null;
	const body = received !== null ? received.body : "";
	const decoded = decode_foreign(body);
	const secrets = [...forms_of_secret(client.config), ...forms_of_secret(tried), ...[invented.challenge, invented.verifier]];
	const reported = decoded.ok ? reported_error(decoded.data, secrets) : {};
	const error = text_of(reported.error);
	return {
		outcome,
		body,
		code: error,
		words: words_of(error, text_of(reported.error_description)),
		status: received !== null ? received.status : null,
		is_redirect: received !== null && (received.location ?? "") !== "",
	};
};

/** Whether the endpoint refuses the code, and so has taken the client (RFC 6749 section 5.2); glewlwyd answers `invalid_code`. */
export function refuses_code(attempt) {
	const outcome = attempt.outcome;
	if (outcome.ok) {
		return false;
	}
	return outcome.error === "OIDC_INVALID_GRANT" || attempt.code === "invalid_code";
};

/** The code for a client that may not use the grant. */
const unauthorized = "unauthorized_client";

/** Words that a provider says of a client that it refuses. */
const of_clients = ["not found", " unknown", " invalid", "not exist", "no such", " disabled", " incorrect", " wrong"];

/** Whether an answer is a page, of a proxy before the endpoint, whose own answers are JSON (RFC 6749 section 5.2). */
export function is_page(attempt) {
	return attempt.body !== "" && !decode_foreign(attempt.body).ok;
};

/**
 * Whether the endpoint refuses the client: `invalid_client`, at some providers `bad_client_secret` and the like, or words about it.
 * `unauthorized_client` alone means a client that has proved itself (RFC 6749 section 5.2), but with status 401.
 */
export function refuses_client(attempt) {
	const outcome = attempt.outcome;
	if (outcome.ok || is_page(attempt)) {
		return false;
	}
	const words = " " + lower(attempt.words);
	const is_named = (index(words, "client") >= 0) && array_some(of_clients, (word) => (index(words, word) >= 0));
	if (outcome.error !== "TOKEN_EXCHANGE_FAILED") {
		// The example of zitadel/oidc calls an unknown client a fault of its own.
		return attempt.status == 500 && is_named;
	}
	const is_coded = attempt.code !== unauthorized && (index(lower(attempt.code), "client") >= 0);
	return attempt.status == 401 || is_coded || is_named;
};

/** The same request with an invented refresh token in the place of the code: some providers judge a code before the secret, as Casdoor. */
export function as_refresh(request) {
	const params = filter(split((request.body ?? ""), "&"), (pair) => starts_with(pair, "client_"));
	const body = join("&", [...params, ...["grant_type=refresh_token", "refresh_token=" + hash_pkce_pair(64).verifier]]);
	return { method: request.method, url: request.url, headers: request.headers, body };
};

/** Id and secret by HTTP Basic without the encoding of RFC 6749 section 2.3.1. */
export function without_encoding(config) {
	const pair = base64_encode(config.client_id + ":" + config.client_secret);
	return (request) => {
		const others = filter(request.headers, (line) => !starts_with(line, "Authorization: "));
		const headers = [...others, ...["Authorization: Basic " + pair]];
		return { method: request.method, url: request.url, headers, body: request.body };
	};
};

/** The same request without the authentication of the client. */
export function without_authentication(config) {
	const id = "client_id=" + percent_encode(config.client_id);
	return (request) => {
		const params = filter(split((request.body ?? ""), "&"), (pair) => !starts_with(pair, "client_"));
		const headers = filter(request.headers, (line) => !starts_with(line, "Authorization: "));
		return { method: request.method, url: request.url, headers, body: join("&", [...params, ...[id]]) };
	};
};

/** A provider's own words as a parameter. */
export function shown(words) {
	return words !== "" && words !== left_out ? words : { id: "words_none" };
};

/**
 * The failure of a call whose answer, which refuses neither code nor client, is not one of a token endpoint (RFC 6749 section 5): none, a
 * redirect, a page, a failure that passes.
 */
export function failure_of(attempt) {
	const outcome = attempt.outcome;
	if (outcome.ok) {
		return null;
	}
	const status = attempt.status;
	if (attempt.is_redirect || outcome.meaning === "passing") {
		return outcome;
	}
	const decoded = decode_foreign(attempt.body);
	if (decoded.ok) {
		return has_error(decoded.data) || status == 200 || status == 400 ? null : outcome;
	}
	return status != 400 || demand_in(attempt.body) !== null ? outcome : null;
};

/** The verdict by the answers to what the client proves and to an invented proof. Numbers in their words differ from answer to answer. */
function compare(answer, invented, is_plain) {
	const is_same = answer.status == invented.status && answer.code === invented.code;
	const is_told = !is_same && (refuses_client(invented) || invented.code === unauthorized);
	if (is_told && answer.code === unauthorized) {
		return "barred";
	}
	// Kanidm and Pocket ID refuse the request by another word; but the endpoint may have stumbled over the encoding of this secret.
	return is_told && (refuses_code(answer) || (answer.status == 400 && is_plain)) ? "taken" : "alike";
}

/** Judges a client by its way to prove itself. An invented proof is sent only where the answer to the own one leaves the verdict open. */
export function judge(client, way, change) {
	const answer = prove(client, way, false, change);
	if (refuses_client(answer)) {
		return { verdict: "refused", answer };
	}
	if (answer.code === "" || failure_of(answer) !== null) {
		return { verdict: "none", answer };
	}
	const is_plain = way !== "client_secret_basic" || needs_no_encoding(client.config);
	// Without the encoding only the own secret is tried.
	const invented = prove(client, way, true, change === as_refresh ? change : null);
	return { verdict: compare(answer, invented, is_plain), answer };
};
