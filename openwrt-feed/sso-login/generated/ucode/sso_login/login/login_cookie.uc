'use strict';
// Generated from src/sso_login/login/login_cookie.ts by "make ucode"; do not edit.

/**
 * The cookie of one login, beside the specified one, which the next start overwrites: several logins of a browser do not
 * disturb one another, and a callback's address is worth nothing in another browser.
 */

import { key_of, starts_with } from 'sso_login.ecma';
import { cookie_prefix, proof_cookie, state_cookie } from 'sso_login.base.public_names';
import { safe_id as hash_safe_id, hash_sha256_hex as hash_hash_sha256_hex, constant_time_eq as hash_constant_time_eq } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';

/** The name of the cookie of a state's login. */
export function name_of(state) {
	return cookie_prefix + hash_safe_id(state);
};

/** The proof that a browser made the login of a state, with the value of the login's own cookie; "" where that is absent. */
export function proof_of(cookies, state) {
	const own = cookies[key_of(name_of(state))] ?? "";
	return own !== "" ? hash_safe_id(state) + own : "";
};

/** The hash in a proof, as the login's session keeps it; "" without one. */
export function hash_in(proof) {
	return proof !== "" ? hash_hash_sha256_hex(substr(proof, length(hash_safe_id("")))) : "";
};

/** The hashes by which a browser may prove that it made the login of a state: its callback's answer may have been lost, or not. */
export function proofs(cookies, state) {
	const kept = cookies[proof_cookie] ?? "";
	const all = [proof_of(cookies, state), starts_with(kept, hash_safe_id(state)) ? kept : ""];
	return map(filter(all, (proof) => proof !== ""), (proof) => hash_in(proof));
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
			? hash_constant_time_eq(hash_hash_sha256_hex(value), own_hash)
			: hash_constant_time_eq(value, state);
	return matches ? ok(true) : err("STATE_PARAMETER_MISMATCH");
};
