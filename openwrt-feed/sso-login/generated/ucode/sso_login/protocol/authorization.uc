'use strict';
// Generated from src/sso_login/protocol/authorization.ts by "make ucode"; do not edit.

/** The authorization request and its response (OpenID Connect Core section 3.1.2, RFC 7636, RFC 9207). */

import { array_includes, substring } from 'sso_login.ecma';
import * as encoding from 'sso_login.base.encoding';
import * as urls from 'sso_login.base.urls';
import * as hash from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';

/** Longest text of the provider that reaches the log. */
const max_idp_text = 200;

/**
 * The parameter `prompt` (OpenID Connect Core section 3.1.2.1): as the option says, unless the provider is to ask for the
 * account, which every `login` does.
 */
function prompt_of(config, discovery, wishes) {
	if (wishes.ask_account !== true || config.prompt === "login") {
		return config.prompt;
	}
	const offered = discovery.prompt_values_supported ?? [];
	return length(offered) == 0 || array_includes(offered, "select_account") ? "select_account" : "login";
}

/** Adds a parameter that has a value. */
function add(params, name, value) {
	if (value !== null) {
		push(params, [name, `${value}`]);
	}
}

/**
 * The address that starts the login at the provider (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3).
 * CONFIG_ERROR when it would be too long to send.
 */
export function get_auth_url(config, discovery, handshake, wishes) {
	const params = [
		["response_type", "code"],
		["client_id", config.client_id],
		["redirect_uri", config.redirect_uri],
		["scope", config.scope],
		["state", handshake.state],
		["nonce", handshake.nonce],
		["code_challenge", encoding.base64url_encode(hash.hash_sha256(handshake.code_verifier))],
		["code_challenge_method", "S256"],
	];
	const given = wishes ?? {};
	add(params, "acr_values", config.acr_values !== null ? join(" ", config.acr_values) : null);
	add(params, "max_age", config.max_age);
	add(params, "prompt", prompt_of(config, discovery, given));
	add(params, "login_hint", given.login_hint);
	const url = urls.add_query(discovery.authorization_endpoint, encoding.form_encode(params));
	return length(url) <= urls.max_location_length
		? ok(url)
		: err("CONFIG_ERROR", { option: "scope", must: { id: "short_scope" } });
};

/** The provider's own error (RFC 6749 section 4.1.2.1). */
function reported_error(error, description) {
	return err("IDP_ERROR", {
		error: substring(error, 0, max_idp_text),
		error_description: description !== null ? substring(description, 0, max_idp_text) : null,
	});
}

/** Why a response with the right state is refused: it names another issuer (RFC 9207), or it reports an error. */
function refusal_of(params, issuer) {
	const iss = params.iss;
	const error = params.error;
	if (iss !== null && iss !== issuer) {
		return err("IDP_ERROR", {
			reason: "the answer comes from another issuer",
			iss: substring(iss, 0, max_idp_text),
		});
	}
	return error !== null ? reported_error(error, params.error_description) : null;
}

/**
 * Judges `state`, `iss` and `error` of a response: `cookie` is the value of the state cookie, `issuer` the configured
 * one. Fails with INVALID_REQUEST, MISSING_HANDSHAKE_COOKIE or STATE_PARAMETER_MISMATCH; what is wrong beyond the state
 * is the response's `refusal`, so that the caller can use up the state first.
 */
export function judge_response(params, cookie, issuer) {
	const state = params.state ?? "";
	const code = params.code ?? "";
	if (state === "") {
		return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state" });
	}
	if (code === "" && params.error === null) {
		return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "code" });
	}
	if (cookie === null || cookie === "") {
		return err("MISSING_HANDSHAKE_COOKIE");
	}
	if (!hash.constant_time_eq(state, cookie)) {
		return err("STATE_PARAMETER_MISMATCH");
	}
	return ok({ state, refusal: refusal_of(params, issuer) });
};

/** A provider that promises to name itself in every response does (RFC 9207 section 2.4): IDP_ERROR otherwise. */
export function check_promised_issuer(discovery, iss) {
	return iss === null && discovery.authorization_response_iss_parameter_supported
		? err("IDP_ERROR", { reason: "the answer has no iss although the provider promises it" })
		: ok(true);
};
