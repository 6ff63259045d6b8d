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
import { send as back_channel_send } from 'sso_login.protocol.back_channel';
import { needs_no_encoding, alg_of, choose_method } from 'sso_login.protocol.client_authentication';
import { exchange_code as token_exchange_code } from 'sso_login.protocol.token';

/** Characters that are shown of a provider's own words. */
const max_words = 120;

/** The methods that a client with a secret may use here. */
const secret_methods = ["client_secret_basic", "client_secret_post"];

/** What the token endpoint said, as far as it cannot hold a secret: an error code of RFC 6749 is lower case. */
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

/** What of a configuration a request has that is made to try it. */
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

/** Another signature than the key's: the assertion is the form's end, and the signature the assertion's. */
function spoil(request) {
	const body = request.body ?? "";
	const spoilt = substring(body, 0, length(body) - 8) + "AAAAAAAA";
	return { method: request.method, url: request.url, headers: request.headers, body: spoilt };
}

/**
 * Tries a way to prove the client: an authentication method with the secret, or with an invented one where it `is_false`; an
 * audience with the key, or with a wrong signature.
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
		const response = back_channel_send(io, changed !== null ? changed(request) : request, code);
		push(answers, response.ok ? response.data.body : "");
		return response;
	};
	const grant = { code: invented.challenge, verifier: invented.verifier, session_id: "check" };
	const outcome = token_exchange_code(run.io, tried, client.discovery, grant, send);
	const answer = decode_object(answers[0] ?? "");
	const words = answer.ok ? text_of(answer.data.error_description) : "";
	return { outcome, words: substring(words, 0, max_words) };
}

/**
 * Whether the endpoint goes on to the code, which says that it has no objection to the client (RFC 6749 section 5.2);
 * glewlwyd answers `invalid_code`.
 */
function refuses_code(outcome) {
	return (
		!outcome.ok && (outcome.error === "OIDC_INVALID_GRANT" || facts_of(outcome).idp_error === "invalid_code")
	);
}

/** Whether the endpoint refuses the client itself. */
function refuses_client(outcome) {
	if (outcome.ok || outcome.error !== "TOKEN_EXCHANGE_FAILED") {
		return false;
	}
	const facts = facts_of(outcome);
	return facts.http_status == 401 || facts.idp_error === "invalid_client" || facts.idp_error === "unauthorized_client";
}

/** Whether the endpoint takes the client this way, and refuses one that proves nothing. */
function is_taken(run, client, way, change) {
	return (
		refuses_code(prove(run, client, way, false, change).outcome) &&
		refuses_client(prove(run, client, way, true).outcome)
	);
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

/** Says why the client is refused by a method: perhaps it is taken by the other one. */
function note_refusal(run, client, method, refusal) {
	const other = array_find(secret_methods, (name) => name !== method) ?? method;
	const params = { method, other, answer: describe_answer(refusal) };
	const facts = facts_of(refusal);
	const is_encoded = method === "client_secret_basic" && !needs_no_encoding(client.config);
	if (is_taken(run, client, other)) {
		error(run, "secret_other_method", params);
	} else if (is_encoded && is_taken(run, client, method, without_encoding(client.config))) {
		error(run, "secret_not_decoded", params);
	} else if (facts.http_status != 401 && facts.idp_error === "unauthorized_client") {
		error(run, "client_refused", params);
	} else {
		error(run, "secret_wrong", params);
	}
}

/** Says why the assertion is refused: perhaps another audience is taken, or a clock is wrong. */
function note_assertion(run, client, audience, refusal, words) {
	const other = audience === "issuer" ? "token_endpoint" : "issuer";
	const params = {
		other,
		answer: describe_answer(refusal),
		words: words !== "" ? words : { id: "words_none" },
		alg: alg_of(client.config),
	};
	if (is_taken(run, client, other)) {
		error(run, "assertion_audience", params);
	} else if (array_some(run.findings, (finding) => finding.id === "clock_behind" || finding.id === "clock_ahead")) {
		error(run, "assertion_expired", params);
	} else {
		error(run, "assertion_refused", params);
	}
}

/** Exchanges an invented code by a way, and where that says nothing of secret or key, another one that proves nothing. */
function check_way(run, client, way) {
	const by_key = has_key(client);
	const tried = prove(run, client, way, false);
	const outcome = tried.outcome;
	const untold = by_key ? "assertion_untold" : "secret_untold";
	if (refuses_code(outcome)) {
		const control = prove(run, client, way, true).outcome;
		if (refuses_client(control)) {
			const params = { method: way, answer: describe_answer(outcome) };
			report_ok(run, by_key ? "assertion_ok" : "secret_ok", params);
		} else {
			warning(run, untold, { answer: describe_answer(control) });
		}
	} else if (!outcome.ok && refuses_client(outcome)) {
		if (by_key) {
			note_assertion(run, client, way, outcome, tried.words);
		} else {
			note_refusal(run, client, way, outcome);
		}
	} else if (!outcome.ok && facts_of(outcome).http_status === null) {
		calls_note_failure(run, "token_endpoint", client.discovery.token_endpoint, outcome);
	} else {
		warning(run, by_key ? untold : "secret_unclear", { method: way, answer: describe_answer(outcome) });
	}
}

/** How the client proves itself; undefined, and a finding, when there is no way. */
function check_method(run, client) {
	const offered = client.discovery.token_endpoint_auth_methods_supported ?? [];
	const method = choose_method(run.io, client.config, client.discovery);
	const list = join(", ", offered);
	if (has_key(client) && !method.ok) {
		error(run, "key_missing", { alg: alg_of(client.config) });
	} else if (!has_key(client) && length(offered) > 0 && !array_some(offered, (name) => (index(secret_methods, name) >= 0))) {
		// Chosen by name, it is tried all the same.
		report_note(run, method.ok ? "warning" : "error", "auth_method_none", { offered: list });
	} else if (method.ok && length(offered) > 0 && !(index(offered, method.data) >= 0)) {
		warning(run, "auth_method_not_offered", { method: method.data, offered: list });
	} else if (method.ok) {
		report_ok(run, "auth_method_ok", { method: method.data });
	}
	return method.ok ? method.data : null;
}

/** Authentication method and secret, as far as the options allow; the answer is whether the secret was tried. */
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
