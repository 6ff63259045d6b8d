'use strict';
// Generated from src/sso_login/protocol/jwks.ts by "make ucode"; do not edit.

/** The provider's JWK Set (RFC 7517), cached for 24 hours. */

import * as back_channel from 'sso_login.protocol.back_channel';
import * as json from 'sso_login.io.json';
import * as hash from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import * as store from 'sso_login.base.store';

/** The keys of a JWK Set, objects alone; undefined when it has no `keys`. */
export function read_keys(set) {
	if (!json.is_array(set.keys)) {
		return null;
	}
	const keys_ = [];
	for (let key in set.keys) {
		if (json.is_object(key)) {
			push(keys_, key);
		}
	}
	return keys_;
};

/** The JWK Set, from the cache unless `force`; fails with JWKS_FETCH_FAILED or SSL_INIT_FAILED. */
export function load_jwks(io, jwks_uri, force) {
	const cache = store.path_of(io, "jwks_" + hash.hash_sha256_hex(jwks_uri) + ".json");
	const stored = force ? null : store.read(io, cache);
	if (stored !== null && store.is_fresh(stored.fetched_at, io.time(), store.cache_lifetime)) {
		const keys_ = read_keys(stored);
		if (keys_ !== null) {
			return ok({ uri: jwks_uri, keys: keys_, fresh: false, fetched_at: stored.fetched_at });
		}
	}
	const fetched = back_channel.get_json(io, jwks_uri, [], "JWKS_FETCH_FAILED");
	if (!fetched.ok) {
		return fetched;
	}
	const keys_ = read_keys(fetched.data);
	if (keys_ === null) {
		return err("JWKS_FETCH_FAILED", { reason: { id: "no_signing_key" } });
	}
	store.write(io, cache, { fetched_at: io.time(), keys: keys_ });
	return ok({ uri: jwks_uri, keys: keys_, fresh: true });
};
