'use strict';
// Generated from src/sso_login/login/login_cookie.ts by "make ucode"; do not edit.

/**
 * The cookie of one login, beside the specified one, which the next start overwrites: several logins of a browser do not
 * disturb one another, and a callback's address is worth nothing in another browser.
 */

import { key_of } from 'sso_login.ecma';
import { base64url_encode } from 'sso_login.io.bytes';
import { cookie_prefix, state_cookie } from 'sso_login.base.public_names';
import * as hash from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';

/** The name of the cookie of a state's login. */
export function name_of(state) {
	return cookie_prefix + hash.safe_id(state);
};

/** A fresh value, and the hash that the record keeps of it. */
export function create() {
	const value = base64url_encode(hash.random(32));
	return { value, hash: hash.hash_sha256_hex(value) };
};

/**
 * Whether the login of a state began in the browser that sent these cookies. `handshake` is its record, where there is one: with a
 * hash in it, the login's own cookie must match that, and the specified cookie does not matter; else the specified cookie must be
 * the state. Fails with MISSING_HANDSHAKE_COOKIE or STATE_PARAMETER_MISMATCH.
 */
export function check(cookies, state, handshake) {
	const own_hash = handshake !== null ? handshake.cookie_hash : null;
	const value = cookies[key_of(own_hash !== null ? name_of(state) : state_cookie)] ?? "";
	if (value === "") {
		return err("MISSING_HANDSHAKE_COOKIE");
	}
	const matches = own_hash !== null
			? hash.constant_time_eq(hash.hash_sha256_hex(value), own_hash)
			: hash.constant_time_eq(value, state);
	return matches ? ok(true) : err("STATE_PARAMETER_MISMATCH");
};
