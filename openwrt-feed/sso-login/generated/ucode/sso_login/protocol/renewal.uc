'use strict';
// Generated from src/sso_login/protocol/renewal.ts by "make ucode"; do not edit.

/**
 * The rule by which a cache is never the reason of a failure. A step that asks an endpoint by metadata of the cache and fails runs once again,
 * by the metadata that the provider publishes now, where its request would be another one. They are fetched at most once in ten seconds,
 * whoever asks. The keys are a part of them: those of before the fetch do not count any more.
 */

import { same_origin } from 'sso_login.base.urls';
import { choose_method } from 'sso_login.protocol.client_authentication';
import { fetch } from 'sso_login.protocol.metadata_call';
import { of } from 'sso_login.protocol.metadata_url';
import { last_failure } from 'sso_login.protocol.provider_calls';

/** Seconds in which metadata are fetched at most once. */
const pause = 10;

/** Seconds until metadata may be fetched again; 0 for those from the future, after a clock change. */
export function seconds_until(io, known) {
	const age = io.time() - (known.fetched_at ?? 0);
	return age >= 0 ? max(0, pause - age) : 0;
};

/**
 * Whether a fetch may tell why a step has failed: the provider has not refused the user in its own words, and the endpoint was not silent
 * at the very server that has the metadata.
 */
function may_help(io, config, known, endpoint, failure) {
	const address = known[endpoint] ?? "";
	const is_near = same_origin(address, of(config));
	const last = is_near ? last_failure(io, config, address) : null;
	const is_silent = last !== null && last.recent;
	return failure.meaning !== "refused" && failure.error !== "RATE_LIMITED" && !is_silent;
}

/** The method by which the client proves itself; "" where there is none. */
function method_of(io, config, metadata) {
	const method = choose_method(io, config, metadata);
	return method.ok ? method.data : "";
}

/** The metadata by which a step that has failed is to run once again; undefined where it is not. */
export function renewed(io, config, known, endpoint, failure) {
	if (seconds_until(io, known) > 0 || !may_help(io, config, known, endpoint, failure)) {
		return null;
	}
	const found = fetch(io, config, known.fetched_at);
	if (!found.ok) {
		return null;
	}
	const newest = found.data;
	const is_other = newest[endpoint] !== known[endpoint] || method_of(io, config, newest) !== method_of(io, config, known);
	return is_other || endpoint === "jwks_uri" ? newest : null;
};
