'use strict';
// Generated from src/sso_login/login/handshake_record.ts by "make ucode"; do not edit.

/**
 * The handshake record (specification, "Handshake record"): made at the start of a login, consumed by its callback. This
 * module defines its format.
 */

import { key_of, same } from 'sso_login.ecma';
import { first } from 'sso_login.base.public_names';
import { path_of as store_path_of, handshake_lifetime, is_fresh, read as store_read, take as store_take } from 'sso_login.base.store';
import { text_of } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex, constant_time_eq as hash_constant_time_eq } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';

const record_version = 1;
export const file_prefix = "handshake_";
export const file_suffix = ".json";

/** The record of a state token. Its name is a hash, so that no value of a request becomes part of a path. */
export function path_of(io, token) {
	return store_path_of(io, file_prefix + hash_hash_sha256_hex(token) + file_suffix);
};

/** The stored form of a handshake, with the host (and port) at which the login began. Names of members stay: `proof` is the hash of the settings. */
export function to_record(handshake, now, host) {
	return {
		version: record_version,
		state: handshake.state,
		nonce: handshake.nonce,
		code_verifier: handshake.code_verifier,
		return_to: handshake.return_to,
		cookie_hash: handshake.cookie_hash,
		issuer: handshake.issuer,
		iss_expected: handshake.iss_expected,
		proof: handshake.settings_hash,
		own_site: handshake.is_own_site,
		anew: handshake.is_anew,
		refused: handshake.refused,
		again: handshake.is_again,
		host,
		created_at: now,
		expires_at: now + handshake_lifetime,
	};
};

/** The text of a member, where it has one. */
function text_in(record, member) {
	const value = record[key_of(member)];
	return type(value) == "string" ? value : null;
}

/** A record's content as a handshake, or undefined when it is damaged, expired or of another state. */
export function read_record(record, state, now) {
	const stored = record.state;
	const nonce = record.nonce;
	const code_verifier = record.code_verifier;
	if (type(stored) != "string" || type(nonce) != "string" || type(code_verifier) != "string") {
		return null;
	}
	const same_version = same(record.version, record_version);
	const is_valid = same_version && is_fresh(record.created_at, now, handshake_lifetime);
	const return_to = text_in(record, "return_to");
	const created_at = record.created_at;
	// A hash that is no text is one that no cookie has.
	const cookie_hash = record.cookie_hash !== null ? text_of(record.cookie_hash) : null;
	const issuer = record.issuer !== null ? text_of(record.issuer) : null;
	const iss_expected = record.iss_expected === true ? true : null;
	return is_valid && hash_constant_time_eq(stored, state)
		? {
				state: stored,
				nonce,
				code_verifier,
				created_at,
				return_to,
				cookie_hash,
				issuer,
				iss_expected,
				settings_hash: text_in(record, "proof"),
				is_own_site: record.own_site === true ? true : null,
				is_anew: record.anew === true ? true : null,
				refused: text_in(record, "refused"),
				is_again: record.again === true ? true : null,
			}
		: null;
};

/** The record of a state, which stays; undefined when there is no valid one. */
export function look(io, state) {
	const stored = store_read(io, path_of(io, state));
	return stored !== null ? read_record(stored, state, io.time()) : null;
};

/**
 * Consumes the record of a state: of two requests at once only one succeeds. STATE_NOT_FOUND when there is no valid record.
 */
export function consume(io, state) {
	const stored = store_take(io, path_of(io, state));
	if (stored === null) {
		return err("STATE_NOT_FOUND");
	}
	const handshake = read_record(stored, state, io.time());
	return handshake !== null ? ok(true) : err("STATE_NOT_FOUND", { reason: "expired or damaged" });
};

/** Consumes the record of a login that has failed, and returns the failure; STATE_NOT_FOUND where another request has consumed it. */
export function consume_failed(io, handshake, failure) {
	const consumed = consume(io, handshake.state);
	return consumed.ok ? failure : consumed;
};

/** Removes what there is of a record that is not valid, and returns the refusal; also where a corrected clock has made it valid since. */
export function discard(io, state) {
	const consumed = consume(io, state);
	return consumed.ok ? err("STATE_NOT_FOUND") : consumed;
};

/** Whether a login began at this provider; one of a version with one provider, which kept no issuer, did at the first. */
export function is_of_provider(handshake, config) {
	return handshake.issuer !== null
		? handshake.issuer === config.issuer_url
		: config.provider === first;
};

/**
 * The host (with port) at which the login of a state began, and the page of LuCI that it was for; also of another browser's, or of one
 * that has expired.
 */
export function place_of(io, state) {
	const record = store_read(io, path_of(io, state)) ?? {};
	return { host: text_in(record, "host"), return_to: text_in(record, "return_to") };
};
