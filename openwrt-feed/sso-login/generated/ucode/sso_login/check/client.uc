'use strict';
// Generated from src/sso_login/check/client.ts by "make ucode"; do not edit.

/** The part of the check that tries client id, secret and authentication method at the token endpoint. */

import { array_find, array_some, starts_with, substring } from 'sso_login.ecma';
import { note_failure as calls_note_failure } from 'sso_login.check.calls';
import { error, ok as report_ok, warning, note as report_note } from 'sso_login.check.report';
import { decode_object } from 'sso_login.io.json';
import { base64_encode } from 'sso_login.base.encoding';
import { consists_of } from 'sso_login.base.strings';
import { facts_of, text_of } from 'sso_login.base.values';
import { pkce_pair as hash_pkce_pair } from 'sso_login.jose.hash';
import { send as provider_calls_send } from 'sso_login.protocol.calls';
import { needs_no_encoding, alg_of as client_authentication_alg_of, choose_method } from 'sso_login.protocol.client_authentication';
import { exchange_code as token_exchange_code } from 'sso_login.protocol.token';

/** Characters of a provider's own words that are shown. */
const max_words = 120;

/** The methods that a client with a secret may use here. */
const secret_methods = ["client_secret_basic", "client_secret_post"];

/** The answer of the token endpoint in words that hold no secret: an error code of RFC 6749 is lower case. */
function describe_answer(outcome) {
	if (outcome.ok) {
		return { id: "answer_to_invented_code" };
	}
	const facts = facts_of(outcome);
	if (facts.http_status === null) {
		return { id: "answer_none" };
	}
	const status = `${facts.http_status}`;
	const code = text_of(facts.idp_error);
	if (code === "") {
		return { id: "answer_without_code", params: { status } };
	}
	const plain = length(code) <= 40 && consists_of(code, "lower");
	return plain ? { id: "answer_code", params: { status, code } } : { id: "answer_unusual_code", params: { status } };
}

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
	};
};

/** Whether the client proves itself by a key of the router. */
function has_key(client) {
	return client.config.token_endpoint_auth_method === "private_key_jwt";
}

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
function prove(run, client, way, is_false, change) {
	const by_key = has_key(client);
	const invented = hash_pkce_pair(64);
	const secret = is_false ? hash_pkce_pair(64).verifier : client.config.client_secret;
	const tried = plain_config(client.config, secret, client.config.redirect_uri);
	tried.token_endpoint_auth_method = by_key ? "private_key_jwt" : way;
	tried.client_assertion_audience = way;
	const changed = by_key && is_false ? spoil : change;
	const answers = [];
	const send = (io, request, code) => {
		const response = provider_calls_send(io, changed !== null ? changed(request) : request, code);
		push(answers, response.ok ? response.data.body : "");
		return response;
	};
	const grant = { code: invented.challenge, verifier: invented.verifier, session_id: "check" };
	const outcome = token_exchange_code(run.io, tried, client.discovery, grant, send);
	const answer = decode_object(answers[0] ?? "");
	const words = answer.ok ? text_of(answer.data.error_description) : "";
	return { outcome, words: substring(words, 0, max_words) };
}

/** Whether the endpoint refuses the code, and so has taken the client (RFC 6749 section 5.2); glewlwyd answers `invalid_code`. */
function refuses_code(attempt) {
	const outcome = attempt.outcome;
	return (
		!outcome.ok && (outcome.error === "OIDC_INVALID_GRANT" || facts_of(outcome).idp_error === "invalid_code")
	);
}

/** Whether the endpoint refuses the client. */
function refuses_client(attempt) {
	const outcome = attempt.outcome;
	if (outcome.ok || outcome.error !== "TOKEN_EXCHANGE_FAILED") {
		return false;
	}
	const facts = facts_of(outcome);
	return facts.http_status == 401 || facts.idp_error === "invalid_client" || facts.idp_error === "unauthorized_client";
}

/** Whether the endpoint takes the client this way, and refuses one that proves nothing. */
function is_taken(run, client, way, change) {
	return refuses_code(prove(run, client, way, false, change)) && refuses_client(prove(run, client, way, true));
}

/** Id and secret by HTTP Basic without the encoding of RFC 6749 section 2.3.1. */
function without_encoding(config) {
	const pair = base64_encode(config.client_id + ":" + config.client_secret);
	return (request) => {
		const others = filter(request.headers, (line) => !starts_with(line, "Authorization: "));
		const headers = [...others, ...["Authorization: Basic " + pair]];
		return { method: request.method, url: request.url, headers, body: request.body };
	};
}

/** The finding about a secret that is refused by a method: perhaps the other method is right. */
function secret_finding(run, client, method, other, refusal) {
	if (is_taken(run, client, other)) {
		return "secret_other_method";
	}
	const is_encoded = method === "client_secret_basic" && !needs_no_encoding(client.config);
	if (is_encoded && is_taken(run, client, method, without_encoding(client.config))) {
		return "secret_not_decoded";
	}
	const facts = facts_of(refusal);
	const is_unauthorized = facts.http_status != 401 && facts.idp_error === "unauthorized_client";
	return is_unauthorized ? "client_refused" : "secret_wrong";
}

/** The finding about an assertion that is refused: perhaps the other audience is right, or a clock is wrong. */
function assertion_finding(run, client, other) {
	if (is_taken(run, client, other)) {
		return "assertion_audience";
	}
	const has_wrong_clock = array_some(run.findings, (finding) => finding.id === "clock_behind" || finding.id === "clock_ahead");
	return has_wrong_clock ? "assertion_expired" : "assertion_refused";
}

function note_refusal(run, client, way, attempt, refusal) {
	const answer = describe_answer(refusal);
	if (!has_key(client)) {
		const other = array_find(secret_methods, (name) => name !== way) ?? way;
		error(run, secret_finding(run, client, way, other, refusal), { method: way, other, answer });
		return;
	}
	const other = way === "issuer" ? "token_endpoint" : "issuer";
	const words = attempt.words !== "" ? attempt.words : { id: "words_none" };
	const alg = client_authentication_alg_of(client.config);
	error(run, assertion_finding(run, client, other), { other, answer, words, alg });
}

/**
 * Exchanges an invented code. The endpoint must refuse the code of this client, and another client that proves nothing: only
 * both together tell that secret or key are right.
 */
function check_way(run, client, way) {
	const by_key = has_key(client);
	const untold = by_key ? "assertion_untold" : "secret_untold";
	const attempt = prove(run, client, way, false);
	const outcome = attempt.outcome;
	const params = { method: way, answer: describe_answer(outcome) };
	if (refuses_code(attempt)) {
		const control = prove(run, client, way, true);
		if (refuses_client(control)) {
			report_ok(run, by_key ? "assertion_ok" : "secret_ok", params);
		} else {
			warning(run, untold, { answer: describe_answer(control.outcome) });
		}
	} else if (!outcome.ok && refuses_client(attempt)) {
		note_refusal(run, client, way, attempt, outcome);
	} else if (!outcome.ok && facts_of(outcome).http_status === null) {
		calls_note_failure(run, "token_endpoint", client.discovery.token_endpoint, outcome);
	} else {
		warning(run, by_key ? untold : "secret_unclear", params);
	}
}

/** The way in which the client proves itself; undefined, and a finding, where there is none. */
function check_method(run, client) {
	const offered = client.discovery.token_endpoint_auth_methods_supported ?? [];
	const method = choose_method(run.io, client.config, client.discovery);
	const list = join(", ", offered);
	if (has_key(client) && !method.ok) {
		error(run, "key_missing", { alg: client_authentication_alg_of(client.config) });
	} else if (!has_key(client) && length(offered) > 0 && !array_some(offered, (name) => (index(secret_methods, name) >= 0))) {
		// A method that an option names is tried nevertheless.
		report_note(run, method.ok ? "warning" : "error", "auth_method_none", { offered: list });
	} else if (method.ok && length(offered) > 0 && !(index(offered, method.data) >= 0)) {
		warning(run, "auth_method_not_offered", { method: method.data, offered: list });
	} else if (method.ok) {
		report_ok(run, "auth_method_ok", { method: method.data });
	}
	return method.ok ? method.data : null;
}

/** Checks authentication method and secret as far as the options are right; returns whether the secret was judged. */
export function check_client(run, client, wrong, sendable) {
	const method = (index(wrong, "token_endpoint_auth_method") >= 0) ? null : check_method(run, client);
	if (!sendable) {
		warning(run, has_key(client) ? "assertion_not_sent" : "secret_not_sent");
		return true;
	}
	const known = !array_some(["client_id", "client_secret", "redirect_uri"], (option) => (index(wrong, option) >= 0));
	if (method !== null && known) {
		check_way(run, client, has_key(client) ? (client.config.client_assertion_audience ?? "issuer") : method);
		return true;
	}
	return false;
};
