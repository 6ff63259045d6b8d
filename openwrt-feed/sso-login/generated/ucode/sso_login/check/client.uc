'use strict';
// Generated from src/sso_login/check/client.ts by "make ucode"; do not edit.

/** The part of the check that tries client id, secret and authentication method at the token endpoint. */

import { array_find, array_some, starts_with, substring } from 'sso_login.ecma';
import { facts_of, note_failure } from 'sso_login.check.calls';
import { error, ok, warning, note } from 'sso_login.check.report';
import { decode_object } from 'sso_login.io.json';
import { base64_encode } from 'sso_login.base.encoding';
import { consists_of } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.values';
import { pkce_pair } from 'sso_login.jose.hash';
import * as back_channel from 'sso_login.protocol.back_channel';
import { needs_no_encoding, alg_of, choose_method } from 'sso_login.protocol.client_authentication';
import { exchange_code } from 'sso_login.protocol.token';

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

/** How the token endpoint answers an invented code of this client, with a secret and by a method; sent by `send` where that is given. */
function try_secret(run, client, secret, method, send) {
	const invented = pkce_pair(64);
	const tried = plain_config(client.config, secret, client.config.redirect_uri);
	tried.token_endpoint_auth_method = method;
	const grant = { code: invented.challenge, verifier: invented.verifier, session_id: "check" };
	return exchange_code(run.io, tried, client.discovery, grant, send ?? back_channel.send);
}

/** The answer to an invented secret, which shows whether the endpoint looks at secrets before codes. */
function try_invented_secret(run, client, method) {
	return try_secret(run, client, pkce_pair(64).verifier, method);
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

/** Whether the client is taken by HTTP Basic where its id and secret are sent without the encoding of RFC 6749 section 2.3.1. */
function is_taken_raw(run, client) {
	const config = client.config;
	const pair = base64_encode(config.client_id + ":" + config.client_secret);
	const send_raw = (io, request, code) => {
		const others = filter(request.headers, (line) => !starts_with(line, "Authorization: "));
		const headers = [...others, ...["Authorization: Basic " + pair]];
		return back_channel.send(io, { method: request.method, url: request.url, headers, body: request.body }, code);
	};
	return refuses_code(try_secret(run, client, config.client_secret, "client_secret_basic", send_raw));
}

/** Says why the client is refused by a method: perhaps it is taken by the other one. */
function note_refusal(run, client, method, refusal) {
	const other = array_find(secret_methods, (name) => name !== method) ?? method;
	const params = { method, other, answer: describe_answer(refusal) };
	const facts = facts_of(refusal);
	const by_other = try_secret(run, client, client.config.client_secret, other);
	const is_encoded = method === "client_secret_basic" && !needs_no_encoding(client.config);
	if (refuses_code(by_other) && refuses_client(try_invented_secret(run, client, other))) {
		error(run, "secret_other_method", params);
	} else if (is_encoded && is_taken_raw(run, client) && refuses_client(try_invented_secret(run, client, method))) {
		error(run, "secret_not_decoded", params);
	} else if (facts.http_status != 401 && facts.idp_error === "unauthorized_client") {
		error(run, "client_refused", params);
	} else {
		error(run, "secret_wrong", params);
	}
}

/** Exchanges an invented code, and where that says nothing of the secret, another one with an invented secret. */
function check_secret(run, client, method) {
	const outcome = try_secret(run, client, client.config.client_secret, method);
	const params = { method, answer: describe_answer(outcome) };
	if (refuses_code(outcome)) {
		const control = try_invented_secret(run, client, method);
		if (refuses_client(control)) {
			ok(run, "secret_ok", params);
		} else {
			warning(run, "secret_untold", { answer: describe_answer(control) });
		}
	} else if (outcome.ok || facts_of(outcome).http_status !== null) {
		if (!outcome.ok && refuses_client(outcome)) {
			note_refusal(run, client, method, outcome);
		} else {
			warning(run, "secret_unclear", params);
		}
	} else {
		note_failure(run, "token_endpoint", client.discovery.token_endpoint, outcome);
	}
}

/** Whether the client proves itself by a key of the router. */
function has_key(client) {
	return client.config.token_endpoint_auth_method === "private_key_jwt";
}

/** Tries the key with an audience; with another signature than its own where it `is_spoilt`. */
function try_key(run, client, audience, is_spoilt) {
	const invented = pkce_pair(64);
	const tried = plain_config(client.config, "", client.config.redirect_uri);
	tried.token_endpoint_auth_method = client.config.token_endpoint_auth_method;
	tried.client_assertion_audience = audience;
	const answers = [];
	const send = (io, request, code) => {
		const body = request.body ?? "";
		// The assertion is the form's end, and the signature the assertion's.
		const sent = is_spoilt ? substring(body, 0, length(body) - 8) + "AAAAAAAA" : body;
		const changed = { method: request.method, url: request.url, headers: request.headers, body: sent };
		const response = back_channel.send(io, changed, code);
		push(answers, response.ok ? response.data.body : "");
		return response;
	};
	const grant = { code: invented.challenge, verifier: invented.verifier, session_id: "check" };
	const outcome = exchange_code(run.io, tried, client.discovery, grant, send);
	const answer = decode_object(answers[0] ?? "");
	const words = answer.ok ? text_of(answer.data.error_description) : "";
	return { outcome, words: substring(words, 0, max_words) };
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
	const is_taken = refuses_code(try_key(run, client, other, false).outcome);
	if (is_taken && refuses_client(try_key(run, client, other, true).outcome)) {
		error(run, "assertion_audience", params);
	} else if (array_some(run.findings, (finding) => finding.id === "clock_behind" || finding.id === "clock_ahead")) {
		error(run, "assertion_expired", params);
	} else {
		error(run, "assertion_refused", params);
	}
}

/** Exchanges an invented code by the key, and where that says nothing of the key, another one with a wrong signature. */
function check_key(run, client) {
	const audience = client.config.client_assertion_audience ?? "issuer";
	const tried = try_key(run, client, audience, false);
	const outcome = tried.outcome;
	if (refuses_code(outcome)) {
		const control = try_key(run, client, audience, true).outcome;
		if (refuses_client(control)) {
			ok(run, "assertion_ok");
		} else {
			warning(run, "assertion_untold", { answer: describe_answer(control) });
		}
	} else if (!outcome.ok && refuses_client(outcome)) {
		note_assertion(run, client, audience, outcome, tried.words);
	} else if (!outcome.ok && facts_of(outcome).http_status === null) {
		note_failure(run, "token_endpoint", client.discovery.token_endpoint, outcome);
	} else {
		warning(run, "assertion_untold", { answer: describe_answer(outcome) });
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
		note(run, method.ok ? "warning" : "error", "auth_method_none", { offered: list });
	} else if (method.ok && length(offered) > 0 && !(index(offered, method.data) >= 0)) {
		warning(run, "auth_method_not_offered", { method: method.data, offered: list });
	} else if (method.ok) {
		ok(run, "auth_method_ok", { method: method.data });
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
		if (has_key(client)) {
			check_key(run, client);
		} else {
			check_secret(run, client, method);
		}
		return true;
	}
	return false;
};
