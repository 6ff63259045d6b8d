'use strict';
// Generated from src/sso_login/protocol/metadata_call.ts by "make ucode"; do not edit.

/**
 * The call for the provider's metadata, and the rule by which a cache is never the reason of a failure. A step that asks an endpoint by metadata
 * of the cache and fails runs once again, by the metadata that the provider publishes now, where its request would be another one. For this
 * they are fetched at most once in ten seconds, whoever asks. The keys are a part of them: they are fetched anew with them.
 */

import { load_module, lower } from 'sso_login.ecma';
import { read as store_read, write as store_write } from 'sso_login.base.store';
import { parse_https, same_origin } from 'sso_login.base.urls';
import { ok } from 'sso_login.result';
import { get, caller, read_json, remember_failure, asking, last_failure } from 'sso_login.protocol.provider_calls';
import { keys_path } from 'sso_login.protocol.provider_files';
import { read_metadata, read_provider, cache_path, url_of, cached as provider_metadata_cached } from 'sso_login.protocol.provider_metadata';

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
 * Caches what a provider publishes, without the keys that were cached before, and returns it as it is used. `renews`: it was fetched as the
 * cache may have been the reason of a failure. Fails as `read_metadata` does. A cache that cannot be written costs time at the next login,
 * not this one.
 */
export function keep(io, provider, published, renews) {
	const document = read_metadata(published, provider.issuer_url);
	if (!document.ok) {
		return document;
	}
	// The cache has the provider's own addresses. Those in use are others where there is an internal origin.
	const used = read_provider(provider, published);
	if (!used.ok) {
		return used;
	}
	io.remove(keys_path(io, provider, used.data.jwks_uri));
	const fetched_at = io.time();
	const former = store_read(io, cache_path(io, provider)) ?? {};
	const renewed_at = renews === true ? fetched_at : former.renewed_at;
	store_write(io, cache_path(io, provider), { fetched_at, renewed_at, document: document.data });
	used.data.fetched_at = fetched_at;
	// This process has just fetched them, and does not do so again.
	used.data.renewed_at = fetched_at;
	return used;
};

/** Fetches and caches the metadata of an address; what cannot be used is remembered like no answer. */
function fetch_from(io, provider, url, renews) {
	const code = "OIDC_DISCOVERY_FAILED";
	const answer = get_metadata(io, url, code, caller(provider));
	if (!answer.ok) {
		return answer;
	}
	const body = read_json(answer.data, url, code);
	const kept = body.ok ? keep(io, provider, body.data, renews) : body;
	if (!kept.ok) {
		remember_failure(io, provider, url, kept);
	}
	return kept;
}

/** Seconds in which metadata are renewed at most once. */
const pause = 10;

/** Seconds until metadata may be renewed; 0 for those from the future, after a clock change. */
export function seconds_until(io, known) {
	const age = known.renewed_at !== null ? io.time() - known.renewed_at : pause;
	return age >= 0 ? max(0, pause - age) : 0;
};

/** Fetches the metadata, unless another process has just done so: the cache has some, and to renew it, some that were renewed. */
export function fetch(io, provider, renews) {
	const url = url_of(provider);
	return asking(io, provider, url, () => {
		const cached = provider_metadata_cached(io, provider);
		const is_new = cached !== null && (renews !== true || seconds_until(io, cached) > 0);
		return is_new ? ok(cached) : fetch_from(io, provider, url, renews);
	});
};

/**
 * Whether a fetch may tell why a step has failed: the provider has not refused the user in its own words, and the endpoint was not silent
 * at the very server that has the metadata.
 */
function may_help(io, config, known, endpoint, failure) {
	const address = known[endpoint];
	const is_near = address !== null && same_origin(address, url_of(config));
	const last = is_near ? last_failure(io, config, address) : null;
	const is_silent = last !== null && last.recent;
	return failure.meaning !== "refused" && failure.error !== "RATE_LIMITED" && !is_silent;
}

/** The method by which the client proves itself; undefined where there is none. */
function method_of(io, config, metadata) {
	const method = load_module('sso_login.protocol.client_authentication').choose_method(io, config, metadata);
	return method.ok ? method.data : null;
}

/** The metadata by which a step that has failed is to run once again; undefined where it is not. */
export function renewed(io, config, known, endpoint, failure) {
	if (seconds_until(io, known) > 0 || !may_help(io, config, known, endpoint, failure)) {
		return null;
	}
	const found = fetch(io, config, true);
	if (!found.ok) {
		return null;
	}
	const newest = found.data;
	const is_other = newest[endpoint] !== known[endpoint] || method_of(io, config, newest) !== method_of(io, config, known);
	return is_other || endpoint === "jwks_uri" ? newest : null;
};
