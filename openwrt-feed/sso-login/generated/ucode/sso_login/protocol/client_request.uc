'use strict';
// Generated from src/sso_login/protocol/client_request.ts by "make ucode"; do not edit.

/** A request by which this client proves itself at the provider (RFC 6749 section 2.3, RFC 7523). */

import { load_module } from 'sso_login.ecma';
import { base64url_encode as encoding_base64url_encode, percent_encode, base64_encode, form_encode } from 'sso_login.base.encoding';
import { same_origin } from 'sso_login.base.urls';
import { random as hash_random } from 'sso_login.jose.hash';
import { ok } from 'sso_login.result';
import { alg_of, choose_method } from 'sso_login.protocol.client_authentication';

/** Loaded where the client has a key in the place of a secret. */
const client_keys = () => load_module('sso_login.protocol.client_keys');

/** Seconds for which an assertion counts. */
const assertion_lifetime = 60;

/**
 * A new assertion for a request to `url` (RFC 7523 section 3, draft-ietf-oauth-rfc7523bis). With `token_endpoint` as audience one that
 * goes to another origin is for the issuer even so: who runs that origin could show it to the token endpoint.
 */
function assertion(io, config, discovery, url) {
	const endpoint = discovery.token_endpoint;
	const is_older = config.client_assertion_audience === "token_endpoint" && same_origin(url, endpoint);
	const now = io.time();
	return client_keys().sign(io, alg_of(config), is_older ? "JWT" : "client-authentication+jwt", {
		iss: config.client_id,
		sub: config.client_id,
		aud: is_older ? (discovery.published_token_endpoint ?? endpoint) : config.issuer_url,
		jti: encoding_base64url_encode(hash_random(16)),
		iat: now,
		exp: now + assertion_lifetime,
	});
}

/** What to send with a method: an assertion, a Basic header of the form-encoded id and secret, or both as parameters. */
function credentials(io, config, discovery, method, url) {
	const id = ["client_id", config.client_id];
	if (method === "private_key_jwt") {
		const signed = assertion(io, config, discovery, url);
		if (!signed.ok) {
			return signed;
		}
		const type_ = ["client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"];
		return ok({ headers: [], params: [id, type_, ["client_assertion", signed.data]] });
	}
	if (method === "client_secret_post") {
		return ok({ headers: [], params: [id, ["client_secret", config.client_secret]] });
	}
	const pair = percent_encode(config.client_id) + ":" + percent_encode(config.client_secret);
	return ok({ headers: ["Authorization: Basic " + base64_encode(pair)], params: [] });
}

/**
 * A POST of an encoded form to `url` by this client; an id that the form has already is sent once. CONFIG_ERROR where there is no way
 * to authenticate, as choose_method says.
 */
export function form_request(io, config, discovery, url, form) {
	const method = choose_method(io, config, discovery);
	const to_send = method.ok ? credentials(io, config, discovery, method.data, url) : method;
	if (!to_send.ok) {
		return to_send;
	}
	const missing = filter(to_send.data.params, (pair) => !(index(form, pair[0] + "=") >= 0));
	const headers = ["Accept: application/json", "Content-Type: application/x-www-form-urlencoded"];
	return ok({
		method: "POST",
		url,
		headers: [...headers, ...to_send.data.headers],
		body: length(missing) > 0 ? form + "&" + form_encode(missing) : form,
	});
};
