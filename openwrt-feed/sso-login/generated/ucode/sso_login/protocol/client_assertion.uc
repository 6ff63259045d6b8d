'use strict';
// Generated from src/sso_login/protocol/client_assertion.ts by "make ucode"; do not edit.

/** Assertions by which a client with a key proves itself (RFC 7523). */

import { base64url_encode } from 'sso_login.io.bytes';
import { same_origin } from 'sso_login.base.urls';
import { sign as client_keys_sign } from 'sso_login.jose.client_keys';
import { random as hash_random } from 'sso_login.jose.hash';
import { alg_of as client_authentication_alg_of } from 'sso_login.protocol.client_authentication';

/** Lifetime of an assertion, in seconds. */
const assertion_lifetime = 60;

/**
 * A new assertion for a request to `url` (RFC 7523 section 3, draft-ietf-oauth-rfc7523bis). One that goes to another origin than the token
 * endpoint's has the issuer as audience, whatever the option says: that origin's owner could present it at the token endpoint. So has one
 * to an internal origin, unless the published token endpoint is at the issuer's origin: the provider may publish that of another one.
 */
export function sign(io, config, metadata, url) {
	const endpoint = metadata.token_endpoint;
	const audience = metadata.published_token_endpoint ?? endpoint;
	const is_own = audience === endpoint || same_origin(audience, config.issuer_url);
	const is_older = config.client_assertion_audience === "token_endpoint" && same_origin(url, endpoint) && is_own;
	const now = io.time();
	return client_keys_sign(io, client_authentication_alg_of(config), is_older ? "JWT" : "client-authentication+jwt", {
		iss: config.client_id,
		sub: config.client_id,
		aud: is_older ? audience : config.issuer_url,
		jti: base64url_encode(hash_random(16)),
		iat: now,
		exp: now + assertion_lifetime,
	});
};
