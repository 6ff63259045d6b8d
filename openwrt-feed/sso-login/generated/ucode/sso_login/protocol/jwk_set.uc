'use strict';
// Generated from src/sso_login/protocol/jwk_set.ts by "make ucode"; do not edit.

/** The provider's JWK Set (RFC 7517), cached for 24 hours, and until the metadata are fetched anew. */

import { get, caller, read_json } from 'sso_login.protocol.provider_calls';
import { err, ok } from 'sso_login.result';
import { read_fresh, cache_lifetime, write as store_write } from 'sso_login.base.store';
import { objects_of } from 'sso_login.base.json_values';
import { sorted_keys } from 'sso_login.base.strings';
import { keys_path } from 'sso_login.protocol.provider_files';

/** The keys from the cache; undefined when they are not there, or too old. */
export function cached_jwks(io, provider, jwks_uri) {
	const path = keys_path(io, provider, jwks_uri);
	const stored = read_fresh(io, path, "fetched_at", cache_lifetime);
	return stored !== null ? objects_of(stored.keys) : null;
};

/** Fetches and caches the keys of the JWK Set; fails with JWKS_FETCH_FAILED or SSL_INIT_FAILED. */
export function fetch_jwks(io, provider, jwks_uri) {
	const code = "JWKS_FETCH_FAILED";
	const answer = get(io, jwks_uri, [], code, caller(provider));
	const fetched = answer.ok ? read_json(answer.data, jwks_uri, code) : answer;
	if (!fetched.ok) {
		return fetched;
	}
	const keys_ = objects_of(fetched.data.keys);
	if (keys_ === null) {
		const other = length(sorted_keys(fetched.data)) > 0 ? "no_jwk_set" : "no_signing_key";
		const reason = { id: fetched.data.kty !== null ? "single_jwk" : other };
		return err(code, { url: jwks_uri, reason });
	}
	store_write(io, keys_path(io, provider, jwks_uri), { fetched_at: io.time(), keys: keys_ });
	return ok(keys_);
};

/** The keys of the JWK Set, from the cache where it has them; fails as `fetch_jwks` does. */
export function load_jwks(io, provider, jwks_uri) {
	const cached = cached_jwks(io, provider, jwks_uri);
	return cached !== null ? ok(cached) : fetch_jwks(io, provider, jwks_uri);
};
