'use strict';
// Generated from src/sso_login/protocol/authorization_request.ts by "make ucode"; do not edit.

/** The authorization request (OpenID Connect Core section 3.1.2.1, RFC 7636). */

import { load_module } from 'sso_login.ecma';
import { base64url_encode } from 'sso_login.io.bytes';
import { form_encode } from 'sso_login.base.encoding';
import { add_query, max_location_length } from 'sso_login.base.urls';
import { hash_sha256 as hash_hash_sha256 } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';

/**
 * The parameter `prompt` (OpenID Connect Core section 3.1.2.1): as the option says, unless the user asked for another account, or to
 * log in anew, which both are what `login` does. Providers answer a `select_account` that they do not know with an error.
 */
function prompt_of(config, metadata, options) {
	if (options.prompt === null || config.prompt === "login") {
		return config.prompt;
	}
	const offered = metadata.prompt_values_supported ?? [];
	return options.prompt === "select_account" && (index(offered, "select_account") >= 0) ? "select_account" : "login";
}

/** Adds a parameter that has a value. */
function add(params, name, value) {
	if (value !== null) {
		push(params, [name, value]);
	}
}

/** The parameters of the request (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3), encoded. */
export function request_query(config, metadata, handshake, options) {
	const params = [
		["response_type", "code"],
		["client_id", config.client_id],
		["redirect_uri", config.redirect_uri],
		["scope", config.scope],
		["state", handshake.state],
		["nonce", handshake.nonce],
		["code_challenge", base64url_encode(hash_hash_sha256(handshake.code_verifier))],
		["code_challenge_method", "S256"],
	];
	for (let parameter in config.sent ?? []) {
		push(params, parameter);
	}
	add(params, "prompt", prompt_of(config, metadata, options));
	add(params, "login_hint", options.login_hint);
	return form_encode(params);
};

/**
 * The address that starts the login at the provider. CONFIG_ERROR when it would be too long to send; a provider that
 * demands the parameters beforehand gets them here, and fails as push_request does.
 */
export function get_auth_url(io, config, metadata, handshake, options) {
	const query = request_query(config, metadata, handshake, options ?? {});
	const endpoint = metadata.pushed_authorization_request_endpoint;
	const sent = endpoint !== null ? load_module('sso_login.protocol.pushed_request').push_request(io, config, metadata, query, endpoint) : ok(query);
	if (!sent.ok) {
		return sent;
	}
	const url = add_query(metadata.authorization_endpoint, sent.data);
	return length(url) <= max_location_length
		? ok(url)
		: err("CONFIG_ERROR", { option: "scope", must: { id: "short_scope" } });
};
