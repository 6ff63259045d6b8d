'use strict';
// Generated from src/sso_login/protocol/known_metadata.ts by "make ucode"; do not edit.

/** The metadata of a provider for a request, from the cache or by a call, and the steps that go by them. */

import { load_module } from 'sso_login.ecma';
import { err, ok } from 'sso_login.result';
import { folder } from 'sso_login.protocol.provider_files';
import { internal_origin, cached } from 'sso_login.protocol.provider_metadata';

/** Seconds for a call: the default of the option. */
const default_http_timeout = 10;

/** Trust store and time-out of all calls to the provider from now on, `max_timeout` seconds at most. */
function configure_calls(io, config, max_timeout) {
	const timeout = config.http_timeout ?? default_http_timeout;
	io.https_settings({
		ca_file: config.ca_file,
		trust_folder: folder(io, config),
		timeout: min(timeout, max_timeout ?? timeout),
	});
}

/**
 * The metadata of the configured provider; configures all calls to it, too, of `max_timeout` seconds at most. Fails with OIDC_DISCOVERY_FAILED,
 * DISCOVERY_ISSUER_MISMATCH or SSL_INIT_FAILED; a failure is remembered for 10 seconds, so that a provider that is down cannot hold all of the
 * web server's script slots.
 */
export function of_provider(io, config, max_timeout) {
	configure_calls(io, config, max_timeout);
	const internal = config.internal_issuer_url;
	if (internal !== null && internal_origin(internal) === null) {
		return err("CONFIG_ERROR", { option: "internal_issuer_url", must: { id: "https_url" } });
	}
	const known = cached(io, config);
	return known !== null ? ok(known) : load_module('sso_login.protocol.metadata_call').fetch(io, config);
};

/** As `of_provider`, from the cache alone: undefined where a call is needed. The calls are configured in any case. */
export function cached_of_provider(io, config) {
	configure_calls(io, config);
	return cached(io, config);
};

/**
 * Runs a step that asks an endpoint of the metadata. Where it fails, and the cache may be the reason (`metadata_call`), it runs once again by the
 * metadata that the provider publishes now.
 */
export function by_metadata(io, config, known, endpoint, step) {
	const outcome = known.ok ? step(known.data) : known;
	const renewed = known.ok && !outcome.ok ? load_module('sso_login.protocol.metadata_call').renewed(io, config, known.data, endpoint, outcome) : null;
	return renewed !== null ? step(renewed) : outcome;
};
