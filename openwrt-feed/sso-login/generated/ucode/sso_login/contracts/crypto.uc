'use strict';
// Generated from src/sso_login/contracts/crypto.ts by "make ucode"; do not edit.

/** Module contract `crypto` (specification, "Internal module contracts"): a facade of `jose`. */

import { constant_time_eq as hash_constant_time_eq, random as hash_random, hash_sha256 as hash_hash_sha256, hash_sha256_hex as hash_hash_sha256_hex, pkce_pair as hash_pkce_pair, safe_id as hash_safe_id, set_native as hash_set_native } from 'sso_login.jose.hash';
import { jwk_to_pem as jwk_jwk_to_pem } from 'sso_login.jose.jwk';
import { jws_sign as jwt_jws_sign, jws_verify as jwt_jws_verify, jwt_verify as jwt_jwt_verify } from 'sso_login.contracts.jwt';

export function constant_time_eq(a, b) {
	return hash_constant_time_eq(a, b);
};

export function jws_sign(payload, secret) {
	return jwt_jws_sign(payload, secret);
};

export function jws_verify(token, secret) {
	return jwt_jws_verify(token, secret);
};

export function jwt_verify(token, key, options) {
	return jwt_jwt_verify(token, key, options);
};

export function random(len) {
	return hash_random(len);
};

export function hash_sha256(input) {
	return hash_hash_sha256(input);
};

export function hash_sha256_hex(input) {
	return hash_hash_sha256_hex(input);
};

export function pkce_pair(len) {
	return hash_pkce_pair(len);
};

export function jwk_to_pem(key) {
	return jwk_jwk_to_pem(key);
};

export function safe_id(token) {
	return hash_safe_id(token);
};

/** Replaces the crypto backend; undefined returns to the installed one. For tests only. */
export function set_native(backend) {
	hash_set_native(backend);
};
