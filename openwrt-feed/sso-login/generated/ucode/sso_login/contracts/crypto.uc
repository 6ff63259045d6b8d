'use strict';
// Generated from src/sso_login/contracts/crypto.ts by "make ucode"; do not edit.

/** Module contract `crypto` (specification, "Internal module contracts"): a facade of `jose`. */

import { constant_time_eq as hash_constant_time_eq, random as hash_random, hash_sha256 as hash_hash_sha256, hash_sha256_hex as hash_hash_sha256_hex, pkce_pair as hash_pkce_pair, safe_id as hash_safe_id, set_native as hash_set_native } from 'sso_login.jose.hash';
import { jwk_to_pem as jwk_jwk_to_pem } from 'sso_login.jose.jwk';
import { jws_sign as jwt_jws_sign, jws_verify as jwt_jws_verify, jwt_verify as jwt_jwt_verify } from 'sso_login.contracts.jwt';

export const constant_time_eq = hash_constant_time_eq;
export const jws_sign = jwt_jws_sign;
export const jws_verify = jwt_jws_verify;
export const jwt_verify = jwt_jwt_verify;
export const random = hash_random;
export const hash_sha256 = hash_hash_sha256;
export const hash_sha256_hex = hash_hash_sha256_hex;
export const pkce_pair = hash_pkce_pair;
export const jwk_to_pem = jwk_jwk_to_pem;
export const safe_id = hash_safe_id;
/** Replaces the crypto backend; undefined returns to the installed one. For tests only. */
export const set_native = hash_set_native;
