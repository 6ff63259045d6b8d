'use strict';
// Generated from src/sso_login/protocol/authorization.ts by "make ucode"; do not edit.

/** The authorization request and its response (OpenID Connect Core section 3.1.2, RFC 7636, RFC 9126, RFC 9207). */

import { array_includes, load_module, substring } from 'sso_login.ecma';
import { decode_object } from 'sso_login.io.json';
import { base64url_encode, form_encode } from 'sso_login.base.encoding';
import { is_visible_ascii } from 'sso_login.base.strings';
import { add_query, max_location_length } from 'sso_login.base.urls';
import { text_of } from 'sso_login.base.values';
import { hash_sha256 } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { form_request } from 'sso_login.protocol.client_authentication';

/** Loaded for the providers that demand the request beforehand. */
const back_channel = () => load_module('sso_login.protocol.back_channel');

/** Longest text of the provider that reaches the log. */
const max_provider_text = 200;

/**
 * The parameter `prompt` (OpenID Connect Core section 3.1.2.1): as the option says, unless the user asked for another account, or to
 * log in anew, which both are what `login` does. Providers answer a `select_account` that they do not know with an error.
 */
function prompt_of(config, discovery, options) {
	if (options.prompt === null || config.prompt === "login") {
		return config.prompt;
	}
	const offered = discovery.prompt_values_supported ?? [];
	return options.prompt === "select_account" && array_includes(offered, "select_account") ? "select_account" : "login";
}

/** Adds a parameter that has a value. */
function add(params, name, value) {
	if (value !== null) {
		push(params, [name, `${value}`]);
	}
}

/** The parameters of the request (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3), encoded. */
function request_query(config, discovery, handshake, options) {
	const params = [
		["response_type", "code"],
		["client_id", config.client_id],
		["redirect_uri", config.redirect_uri],
		["scope", config.scope],
		["state", handshake.state],
		["nonce", handshake.nonce],
		["code_challenge", base64url_encode(hash_sha256(handshake.code_verifier))],
		["code_challenge_method", "S256"],
	];
	add(params, "acr_values", config.acr_values !== null ? join(" ", config.acr_values) : null);
	add(params, "max_age", config.max_age);
	add(params, "prompt", prompt_of(config, discovery, options));
	add(params, "login_hint", options.login_hint);
	return form_encode(params);
}

function cut(text) {
	return type(text) == "string" ? substring(text, 0, max_provider_text) : null;
}

/** The error that the provider reports (RFC 6749 section 4.1.2.1). */
function reported_error(response) {
	return { error: cut(response.error), error_description: cut(response.error_description) };
}

/** The `request_uri` of a pushed request; IDP_ERROR with the provider's error (RFC 9126 sections 2.2, 2.3). */
function read_request_uri(response) {
	const body = decode_object(response.body);
	const answer = body.ok ? body.data : {};
	const request_uri = text_of(answer.request_uri);
	if (response.status != 201 && response.status != 200) {
		const facts = reported_error(answer);
		facts.http_status = response.status;
		facts.reason = "the provider refuses the pushed request";
		return err("IDP_ERROR", facts);
	}
	return request_uri !== "" && is_visible_ascii(request_uri)
		? ok(request_uri)
		: err("IDP_ERROR", { reason: "no request_uri for the pushed request" });
}

/**
 * Hands the parameters to the provider beforehand (RFC 9126 section 2.1); what is left of them for the browser is the
 * answer. Fails with IDP_ERROR, with OIDC_DISCOVERY_FAILED where nothing answers, or SSL_INIT_FAILED.
 */
function push_request(io, config, discovery, query, url) {
	const request = form_request(io, config, discovery, url, query);
	if (!request.ok) {
		return request;
	}
	const response = back_channel().call(io, request.data, "OIDC_DISCOVERY_FAILED");
	const request_uri = response.ok ? read_request_uri(response.data) : response;
	return request_uri.ok
		? ok(
				form_encode([
					["client_id", config.client_id],
					["request_uri", request_uri.data],
				])
			)
		: request_uri;
}

/**
 * The address that starts the login at the provider. CONFIG_ERROR when it would be too long to send; a provider that
 * demands the parameters beforehand gets them here, and fails as push_request does.
 */
export function get_auth_url(io, config, discovery, handshake, options) {
	const query = request_query(config, discovery, handshake, options ?? {});
	const endpoint = discovery.pushed_authorization_request_endpoint;
	const sent = endpoint !== null ? push_request(io, config, discovery, query, endpoint) : ok(query);
	if (!sent.ok) {
		return sent;
	}
	const url = add_query(discovery.authorization_endpoint, sent.data);
	return length(url) <= max_location_length
		? ok(url)
		: err("CONFIG_ERROR", { option: "scope", must: { id: "short_scope" } });
};

/** Why a response with the right state is refused: it names another issuer (RFC 9207), or it reports an error. */
function refusal_of(params, issuer) {
	const iss = params.iss;
	if (iss !== null && iss !== issuer) {
		return err("IDP_ERROR", {
			reason: "the answer comes from another issuer",
			iss: substring(iss, 0, max_provider_text),
		});
	}
	return params.error !== null ? err("IDP_ERROR", reported_error(params)) : null;
}

/**
 * Validates the parameters of a response; `issuer` is the configured one. Fails with INVALID_REQUEST; what is wrong beyond the
 * form is the response's `refusal`, so that the caller can check the state and use it up first.
 */
export function read_response(params, issuer) {
	const state = params.state ?? "";
	const code = params.code ?? "";
	if (state === "") {
		return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state" });
	}
	if (code === "" && params.error === null) {
		return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "code" });
	}
	return ok({ state, refusal: refusal_of(params, issuer) });
};

/** A provider that advertises `iss` in its responses must send it (RFC 9207 section 2.4): IDP_ERROR otherwise. */
export function check_advertised_issuer(discovery, iss) {
	return iss === null && discovery.authorization_response_iss_parameter_supported
		? err("IDP_ERROR", { reason: "the answer has no iss although the provider promises it" })
		: ok(true);
};
