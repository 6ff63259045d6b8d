'use strict';
// Generated from src/sso_login/login/login_cookie.ts by "make ucode"; do not edit.

/**
 * The cookie of one login, beside the specified one, which the next start overwrites: several logins of a browser do not
 * disturb one another, and a callback's address is worth nothing in another browser.
 */

import { key_of, starts_with } from 'sso_login.ecma';
import { base64url_encode as encoding_base64url_encode } from 'sso_login.base.encoding';
import { cookie_prefix, state_cookie } from 'sso_login.base.public_names';
import { consists_of, sorted_keys } from 'sso_login.base.strings';
import * as hash from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { started_at as handshake_record_started_at } from 'sso_login.login.handshake_record';

/** Cookies of logins that a browser may have: each request carries them all, and web servers limit a header line. */
const max_cookies = 8;
/** Digits of a state's hash in a cookie's name. */
const id_length = 8;

/** The name of the cookie of a state's login. */
export function name_of(state) {
	return cookie_prefix + hash.safe_id(state);
};

/** A fresh value, and the hash that the record keeps of it. */
export function create() {
	const value = encoding_base64url_encode(hash.random(32));
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

/** The digits in the name of a login's cookie; "" for other cookies. */
function id_of(name) {
	const id = substr(name, length(cookie_prefix));
	const is_own = starts_with(name, cookie_prefix) && length(id) == id_length && consists_of(id, "hex");
	return is_own ? id : "";
}

/**
 * The names of the cookies that a start must clear, so that with the new one the browser has eight at most: those whose record is
 * gone, then the oldest.
 */
export function surplus(io, cookies) {
	const all = filter(sorted_keys(cookies), (name) => id_of(name) !== "");
	if (length(all) < max_cookies) {
		return [];
	}
	const files = io.list_dir(io.paths.run_dir) ?? [];
	const cleared = [];
	const live = {};
	for (let name in all) {
		const started_at = handshake_record_started_at(io, files, id_of(name));
		if (started_at === null) {
			push(cleared, name);
		} else {
			live[`${started_at} ${name}`] = name;
		}
	}
	const oldest = sorted_keys(live);
	const too_many = max(0, length(oldest) + 1 - max_cookies);
	return [...cleared, ...map(slice(oldest, 0, too_many), (began) => live[key_of(began)] ?? "")];
};
