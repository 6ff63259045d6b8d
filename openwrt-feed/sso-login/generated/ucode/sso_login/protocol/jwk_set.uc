'use strict';
// Generated from src/sso_login/protocol/jwk_set.ts by "make ucode"; do not edit.

/** The provider's JWK Set (RFC 7517), cached for 24 hours. */

import { get, caller, read_json } from 'sso_login.protocol.provider_calls';
import { err, ok } from 'sso_login.result';
import { read_fresh, cache_lifetime, write as store_write } from 'sso_login.base.store';
import { objects_of } from 'sso_login.base.json_values';
import { sorted_keys } from 'sso_login.base.strings';
import { path_about, suffix } from 'sso_login.protocol.provider_files';

/** Each provider has a cache of its own: another's may have come by another trust store. */
function cache_path(io, provider, jwks_uri) {
	return path_about(io, provider, "jwks_", jwks_uri + suffix(provider));
}

/** The keys from the cache; undefined when they are not there, too old, or from before `since`. */
export function cached_jwks(io, provider, jwks_uri, since) {
	const stored = read_fresh(io, cache_path(io, provider, jwks_uri), "fetched_at", cache_lifetime) ?? {};
	const is_recent = stored.fetched_at !== null && stored.fetched_at >= (since ?? 0);
	return is_recent ? objects_of(stored.keys) : null;
};

/** The keys of the JWK Set, from the cache unless they are from before `since`; fails with JWKS_FETCH_FAILED or SSL_INIT_FAILED. */
export function load_jwks(io, provider, jwks_uri, since) {
	const cached = cached_jwks(io, provider, jwks_uri, since);
	if (cached !== null) {
		return ok(cached);
	}
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
	store_write(io, cache_path(io, provider, jwks_uri), { fetched_at: io.time(), keys: keys_ });
	return ok(keys_);
};
