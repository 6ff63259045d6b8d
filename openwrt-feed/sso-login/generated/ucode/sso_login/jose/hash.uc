'use strict';
// Generated from src/sso_login/jose/hash.ts by "make ucode"; do not edit.

/**
 * Hashes, random values and PKCE on top of the native backend. A backend that fails to hash or to give random bytes ends
 * the request: nothing safe could follow.
 */

import { ceil, substring } from 'sso_login.ecma';
import { hex_encode, base64url_encode } from 'sso_login.io.bytes';
import { load_crypto, panic } from 'sso_login.io.native';

// Loaded at its first use, and replaced in tests.
let backend; // eslint-disable-line no-restricted-syntax

/** Replaces the crypto backend; undefined returns to the installed one. For tests only. */
export function set_native(replacement) {
	backend = replacement;
};

/** The backend in use, loaded at its first call. */
export function native_backend() {
	if (backend === null) {
		backend = load_crypto();
	}
	return backend;
};

/** Whether two strings are equal, in a time that does not depend on where they differ. */
export function constant_time_eq(a, b) {
	return native_backend().constant_time_eq(a, b);
};

/** `len` bytes of the backend's CSPRNG; 1 to 16 384. */
export function random(len) {
	const drawn = native_backend().random(len);
	if (drawn === null || length(drawn) != len) {
		return panic("no random numbers");
	}
	return drawn;
};

/** SHA-256 (FIPS 180-4) as 32 raw bytes; input of at most 16 384 bytes. */
export function hash_sha256(input) {
	const digest = native_backend().sha256(input);
	if (digest === null || length(digest) != 32) {
		return panic("no SHA-256");
	}
	return digest;
};

/** The hash that a signature algorithm names (OpenID Connect Core section 3.1.3.6), as raw bytes; undefined for another one. */
export function hash_by_alg(alg, input) {
	return native_backend().alg_hash(alg, input);
};

/** SHA-256 as 64 lowercase hexadecimal characters. */
export function hash_sha256_hex(input) {
	return hex_encode(hash_sha256(input));
};

/** A name for a secret value in log lines: the first 8 hexadecimal characters of its SHA-256. */
export function safe_id(token) {
	return hex_encode(substring(hash_sha256(token), 0, 4));
};

/**
 * A PKCE pair (RFC 7636): a random verifier of `len` characters, 43 to 128, and its S256 challenge. A `len` outside
 * is taken to the nearer bound.
 */
export function pkce_pair(len) {
	const length_ = max(43, min(128, len));
	const verifier = substring(base64url_encode(random(ceil(1.0 * (length_ * 3) / 4))), 0, length_);
	return { verifier, challenge: base64url_encode(hash_sha256(verifier)) };
};
