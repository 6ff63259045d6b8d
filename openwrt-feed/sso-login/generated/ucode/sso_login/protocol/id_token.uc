'use strict';
// Generated from src/sso_login/protocol/id_token.ts by "make ucode"; do not edit.

/** The ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725), and what other signed tokens have of it: header and signature. */

import { array_some, load_module } from 'sso_login.ecma';
import { text_of } from 'sso_login.base.json_values';
import { for_client, check_claims as token_claims_check_claims } from 'sso_login.jose.token_claims';
import { candidates, jwk_to_pem as jwk_jwk_to_pem } from 'sso_login.jose.jwk';
import { check_crit, parse_jws, verify_signature } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';
import { by_metadata } from 'sso_login.protocol.known_metadata';
import { load_jwks } from 'sso_login.protocol.jwk_set';
import { max_token_length } from 'sso_login.protocol.token_request';

/** The algorithms of signatures where an option or a policy names none. */
export const default_algs = ["RS256", "ES256"];

/** Expectations of a login's ID Token; `now` is Unix time in seconds. */
export function expectations(config, nonce, access_token, now) {
	const expected = for_client(config, now);
	expected.nonce = nonce;
	expected.access_token = access_token;
	expected.optional = config.at_hash === "optional" ? ["at_hash"] : [];
	expected.acr_values = config.acr_values;
	expected.max_age = config.max_age;
	return expected;
};

/** Checks algorithm and `crit`, which need no key. UNSUPPORTED_ALGORITHM or ID_TOKEN_VERIFICATION_FAILED. */
export function check_header(parsed, allowed_algs) {
	const alg = text_of(parsed.header.alg);
	const allowed = allowed_algs ?? default_algs;
	if (!(index(allowed, alg) >= 0)) {
		return load_module('sso_login.explain.key_failure').explain_alg(alg, allowed);
	}
	const crit = check_crit(parsed);
	return crit.ok ? ok(parsed) : crit;
};

/**
 * Takes an ID Token apart and checks size, form, algorithm and `crit`, which need no key. Fails with
 * ID_TOKEN_VERIFICATION_FAILED or UNSUPPORTED_ALGORITHM.
 */
export function parse_id_token(id_token, allowed_algs) {
	if (length(id_token) > max_token_length) {
		const facts = { reason: "over 16 384 bytes", bytes: length(id_token), hint: { id: "shorter_token" } };
		return err("ID_TOKEN_VERIFICATION_FAILED", facts);
	}
	const parsed = parse_jws(id_token);
	return parsed.ok ? check_header(parsed.data, allowed_algs) : parsed;
};

/** Whether one of the keys made the signature. */
export function is_made_by(keys_, parsed) {
	const alg = text_of(parsed.header.alg);
	return array_some(candidates(keys_, alg, parsed.header.kid), (key) => {
		const pem = jwk_jwk_to_pem(key);
		return pem.ok && verify_signature(parsed, alg, pem.data);
	});
};

/** Verifies the signature by keys; ID_TOKEN_VERIFICATION_FAILED. */
export function check_signature(keys_, parsed) {
	const is_right = is_made_by(keys_, parsed);
	return is_right ? ok(true) : load_module('sso_login.explain.key_failure').explain(keys_, parsed.header, text_of(parsed.header.alg));
};

/** Verifies the signature by the provider's keys, and returns the metadata that name them. Fails as they do, and as `check_signature`. */
export function check_provider(io, config, known, parsed) {
	return by_metadata(io, config, known, "jwks_uri", (current) => {
		const keys_ = load_jwks(io, config, current.jwks_uri);
		const signed = keys_.ok ? check_signature(keys_.data, parsed) : keys_;
		return signed.ok ? ok(current) : signed;
	});
};

/** Verifies a parsed ID Token with the provider's keys. Fails as `check_provider` and `check_claims` do. */
export function verify(io, config, metadata, parsed, expected) {
	const signed = check_provider(io, config, ok(metadata), parsed);
	if (!signed.ok) {
		return signed;
	}
	const checked = token_claims_check_claims(parsed.header, parsed.payload, expected);
	return checked.ok ? ok({ claims: parsed.payload, metadata: signed.data }) : checked;
};
