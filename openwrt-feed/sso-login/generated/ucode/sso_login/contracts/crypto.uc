'use strict';
// Generated from src/sso_login/contracts/crypto.ts by "make ucode"; do not edit.

/** Module contract `crypto` (specification, "Internal module contracts"): a facade of `jose`. */

import * as hash from 'sso_login.jose.hash';
import * as jwk from 'sso_login.jose.jwk';
import * as jwt from 'sso_login.contracts.jwt';

export function constant_time_eq(a, b) {
	return hash.constant_time_eq(a, b);
};

export function jws_sign(payload, secret) {
	return jwt.jws_sign(payload, secret);
};

export function jws_verify(token, secret) {
	return jwt.jws_verify(token, secret);
};

export function jwt_verify(token, key, options) {
	return jwt.jwt_verify(token, key, options);
};

export function random(len) {
	return hash.random(len);
};

export function hash_sha256(input) {
	return hash.hash_sha256(input);
};

export function hash_sha256_hex(input) {
	return hash.hash_sha256_hex(input);
};

export function pkce_pair(len) {
	return hash.pkce_pair(len);
};

export function jwk_to_pem(key) {
	return jwk.jwk_to_pem(key);
};

export function safe_id(token) {
	return hash.safe_id(token);
};

/** Replaces the crypto backend; undefined returns to the installed one. For tests only. */
export function set_native(backend) {
	hash.set_native(backend);
};
