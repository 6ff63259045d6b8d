'use strict';
// Generated from src/sso_login/protocol/metadata_call.ts by "make ucode"; do not edit.

/** The call for the provider's metadata. */

import { lower } from 'sso_login.ecma';
import { write as store_write } from 'sso_login.base.store';
import { parse_https } from 'sso_login.base.urls';
import { ok } from 'sso_login.result';
import { of } from 'sso_login.protocol.metadata_url';
import { get, caller, read_json, remember_failure, asking } from 'sso_login.protocol.provider_calls';
import { read_metadata, cache_path, dated, cached as provider_metadata_cached } from 'sso_login.protocol.provider_metadata';

/** The target of a redirect within the origin of the request. */
function redirect_within(url, location) {
	const from = parse_https(url);
	const to = location !== null ? parse_https(location) : null;
	const is_within = from !== null && to !== null && lower(from.origin) === lower(to.origin);
	return is_within ? location : null;
}

/** GETs metadata: one redirect within the origin is followed, as some providers add a slash. */
export function get_metadata(io, url, code, sender) {
	const response = get(io, url, [], code, sender);
	const target = response.ok ? redirect_within(url, response.data.location) : null;
	return target !== null ? get(io, target, [], code, sender) : response;
};

/**
 * Caches what a provider publishes, and returns it as it is used. Fails as `read_metadata` does. A cache that cannot be written costs time at the
 * next login, not this one.
 */
export function keep(io, provider, published) {
	const document = read_metadata(published, provider.issuer_url);
	if (!document.ok) {
		return document;
	}
	store_write(io, cache_path(io, provider), { fetched_at: io.time(), document: document.data });
	return dated(provider, published, io.time());
};

/** Fetches and caches the metadata of an address; what cannot be used is remembered like no answer. */
function fetch_from(io, provider, url) {
	const code = "OIDC_DISCOVERY_FAILED";
	const answer = get_metadata(io, url, code, caller(provider));
	if (!answer.ok) {
		return answer;
	}
	const body = read_json(answer.data, url, code);
	const kept = body.ok ? keep(io, provider, body.data) : body;
	if (!kept.ok) {
		remember_failure(io, provider, url, kept);
	}
	return kept;
}

/** Fetches the metadata, unless another process has just done so: the cache has others than those of the time `known_at`. */
export function fetch(io, provider, known_at) {
	const url = of(provider);
	return asking(io, provider, url, () => {
		const cached = provider_metadata_cached(io, provider);
		return cached !== null && cached.fetched_at != known_at ? ok(cached) : fetch_from(io, provider, url);
	});
};
