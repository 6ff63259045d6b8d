'use strict';
// Generated from src/sso_login/jose/client_keys.ts by "make ucode"; do not edit.

/**
 * The keys of the router's own by which this client may prove itself (`private_key_jwt`): private JWKs (RFC 7517, RFC 7518
 * section 6) in one file outside of UCI, the newest first. Of each algorithm there may be two, during a change.
 */

import { array_find, key_of, same, substring } from 'sso_login.ecma';
import { base64url_encode, base64url_decode } from 'sso_login.io.bytes';
import { encode as json_encode, list } from 'sso_login.io.json';
import { read as store_read } from 'sso_login.base.store';
import { objects_of, text_of } from 'sso_login.base.json_values';
import { hash_sha256 as hash_hash_sha256, native_backend } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';

/** The members of a private key in the order of the native backend, and the bytes of each number. */
const shapes = {
	ES256: { members: ["x", "y", "d"], size: 32 },
	RS256: { members: ["n", "d"], size: 256 },
};

function folder(io) {
	return io.paths.etc_dir + "/keys";
}

export function path_of(io) {
	return folder(io) + "/client.json";
};

/** The private keys, the newest first; none where there is no file, or one that is damaged. */
function read(io) {
	const stored = store_read(io, path_of(io)) ?? {};
	return objects_of(stored.keys) ?? [];
}

function save(io, keys_) {
	const has_folder = io.make_dir(io.paths.etc_dir) !== "failed" && io.make_dir(folder(io)) !== "failed";
	return has_folder && io.write_file(path_of(io), json_encode({ keys: list(keys_) }))
		? ok(true)
		: err("INTERNAL_ERROR", { reason: "cannot write", path: path_of(io) });
}

/** The name of a public key (RFC 7638): the hash of the members that a key must have, in their order. */
function thumbprint(key) {
	const required = key.kty === "RSA" ? ["e", "kty", "n"] : ["crv", "kty", "x", "y"];
	const members = map(required, (name) => '"' + name + '":"' + text_of(key[key_of(name)]) + '"');
	return base64url_encode(hash_hash_sha256("{" + join(",", members) + "}"));
}

/** The public keys as a JWK Set (RFC 7517 section 5), for providers; undefined where there is none. */
export function public_set(io) {
	const keys_ = [];
	for (let key in read(io)) {
		const shown = {};
		for (let name in ["kty", "crv", "x", "y", "n", "e", "alg", "use", "kid"]) {
			shown[key_of(name)] = key[key_of(name)];
		}
		push(keys_, shown);
	}
	return length(keys_) > 0 ? { keys: list(keys_) } : null;
};

/** The newest key of an algorithm. */
export function newest(io, alg) {
	return array_find(read(io), (key) => key.alg === alg);
};

/** Makes a key for ES256 or RS256, which is used at once. INVALID_REQUEST for another algorithm, and where there are two already. */
export function make(io, alg) {
	const keys_ = read(io);
	const shape = shapes[key_of(alg)];
	if (shape === null) {
		return err("INVALID_REQUEST", { reason: "a key is for ES256 or RS256" });
	}
	if (length(filter(keys_, (key) => key.alg === alg)) > 1) {
		return err("INVALID_REQUEST", { reason: "there are two keys: retire the older one first", alg });
	}
	const numbers = native_backend().make_key(alg);
	if (numbers === null) {
		return err("INTERNAL_ERROR", { reason: "no key could be made" });
	}
	const key = alg === "RS256" ? { kty: "RSA", e: "AQAB", alg, use: "sig" } : { kty: "EC", crv: "P-256", alg, use: "sig" };
	let from = 0;
	for (let name in shape.members) {
		key[key_of(name)] = base64url_encode(substring(numbers, from, from + shape.size));
		from = from + shape.size;
	}
	key.kid = thumbprint(key);
	return save(io, [...[key], ...keys_]);
};

/** Removes the keys for which there is a newer one of their algorithm, and returns their number. */
export function retire(io) {
	const keys_ = read(io);
	const kept = filter(keys_, (key) => array_find(keys_, (other) => same(other.alg, key.alg)) === key);
	const saved = length(kept) < length(keys_) ? save(io, kept) : ok(true);
	return saved.ok ? ok(length(keys_) - length(kept)) : saved;
};

/** A JWT (RFC 7519) with this header's type and these claims, signed by the newest key of an algorithm; CONFIG_ERROR without one. */
export function sign(io, alg, typ, claims) {
	const key = newest(io, alg);
	const shape = shapes[key_of(alg)];
	if (key === null || shape === null) {
		return err("CONFIG_ERROR", { option: "token_endpoint_auth_method", must: { id: "with_key", params: { alg } } });
	}
	const header = json_encode({ alg, kid: key.kid, typ });
	const input = base64url_encode(header) + "." + base64url_encode(json_encode(claims));
	const numbers = join("", map(shape.members, (name) => base64url_decode(text_of(key[key_of(name)])) ?? ""));
	const signature = native_backend().sign(alg, input, numbers);
	return signature !== null
		? ok(input + "." + base64url_encode(signature))
		: err("CONFIG_ERROR", { reason: "the key is damaged", path: path_of(io) });
};
