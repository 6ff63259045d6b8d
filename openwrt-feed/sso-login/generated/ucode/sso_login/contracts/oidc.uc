'use strict';
// Generated from src/sso_login/contracts/oidc.ts by "make ucode"; do not edit.

/** Module contract `oidc` (specification, "Internal module contracts"): a facade of `protocol`. */

import { get_auth_url as authorization_request_get_auth_url } from 'sso_login.protocol.authorization_request';
import { parse_id_token, expectations as id_token_expectations, verify as id_token_verify } from 'sso_login.protocol.id_token';
import { exchange_code as token_request_exchange_code } from 'sso_login.protocol.token_request';
import { fetch_userinfo as userinfo_fetch_userinfo } from 'sso_login.protocol.userinfo';
import { ok } from 'sso_login.result';
import { specified as specified_specified } from 'sso_login.contracts.specified';

/** The address of an authorization request. */
export function get_auth_url(io, config, metadata, handshake) {
	return specified_specified(authorization_request_get_auth_url(io, config, metadata, handshake));
};

/** Tokens for an authorization code; `session_id` names the login attempt in log lines. */
export function exchange_code(io, config, metadata, code, verifier, session_id) {
	return specified_specified(token_request_exchange_code(io, config, metadata, { code, verifier, session_id }));
};

/** The claims of an ID Token that is right; on a failed signature the JWK Set is refreshed once. */
export function verify_id_token(io, tokens, keys_, config, handshake, metadata, now, policy) {
	const parsed = parse_id_token(tokens.id_token, policy !== null ? policy.allowed_algs : null);
	const set = { uri: metadata.jwks_uri, keys: keys_, is_final: false };
	const expected = id_token_expectations(config, handshake.nonce, tokens.access_token, now);
	const found = parsed.ok ? id_token_verify(io, config, parsed.data, set, expected) : parsed;
	return found.ok ? ok(found.data.claims) : specified_specified(found);
};

/** The claims of the UserInfo endpoint. */
export function fetch_userinfo(io, endpoint, access_token) {
	return specified_specified(userinfo_fetch_userinfo(io, {}, endpoint, access_token));
};
