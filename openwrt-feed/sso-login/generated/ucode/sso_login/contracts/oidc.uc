'use strict';
// Generated from src/sso_login/contracts/oidc.ts by "make ucode"; do not edit.

/** Module contract `oidc` (specification, "Internal module contracts"): a facade of `protocol`. */

import { get_auth_url as authorization_request_get_auth_url } from 'sso_login.protocol.authorization_request';
import { parse_id_token, is_made_by, check_signature, expectations as id_token_expectations } from 'sso_login.protocol.id_token';
import { check_claims as token_claims_check_claims } from 'sso_login.jose.token_claims';
import { fetch_jwks as jwk_set_fetch_jwks } from 'sso_login.protocol.jwk_set';
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
	return specified_specified(token_request_exchange_code(io, config, metadata, { code, verifier, log_id: session_id }));
};

/** The claims of an ID Token that is right; on a failed signature the JWK Set is refreshed once. */
export function verify_id_token(io, tokens, keys_, config, handshake, metadata, now, policy) {
	const parsed = parse_id_token(tokens.id_token, policy !== null ? policy.allowed_algs : null);
	if (!parsed.ok) {
		return specified_specified(parsed);
	}
	const is_known = is_made_by(keys_, parsed.data);
	const found = is_known ? ok(keys_) : jwk_set_fetch_jwks(io, config, metadata.jwks_uri);
	const signed = found.ok ? check_signature(found.data, parsed.data) : found;
	const expected = id_token_expectations(config, handshake.nonce, tokens.access_token, now);
	const checked = signed.ok ? token_claims_check_claims(parsed.data.header, parsed.data.payload, expected) : signed;
	return checked.ok ? ok(parsed.data.payload) : specified_specified(checked);
};

/** The claims of the UserInfo endpoint. */
export function fetch_userinfo(io, endpoint, access_token) {
	return specified_specified(userinfo_fetch_userinfo(io, {}, endpoint, access_token));
};
