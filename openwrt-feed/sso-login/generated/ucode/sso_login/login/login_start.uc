'use strict';
// Generated from src/sso_login/login/login_start.ts by "make ucode"; do not edit.

/** The first request of a login: sends the browser to the provider (specification, "Flow phases"). */

import { load_module } from 'sso_login.ecma';
import { base64url_encode } from 'sso_login.io.bytes';
import { write as store_write } from 'sso_login.base.store';
import { random as hash_random, pkce_pair as hash_pkce_pair } from 'sso_login.jose.hash';
import { get_auth_url as authorization_request_get_auth_url } from 'sso_login.protocol.authorization_request';
import { choose_method } from 'sso_login.protocol.client_authentication';
import { of_provider as known_metadata_of_provider, by_metadata } from 'sso_login.protocol.known_metadata';
import { err, ok } from 'sso_login.result';
import { to_record as handshake_record_to_record, path_of as handshake_record_path_of } from 'sso_login.login.handshake_record';

/** Bytes of a PKCE verifier (RFC 7636 section 4.1). */
const verifier_length = 64;

/** A handshake with fresh values: state and nonce of 32 random bytes each, and a PKCE verifier. */
function create(config, metadata, start, settings_hash) {
	return {
		state: (start.state_prefix ?? "") + base64url_encode(hash_random(32)),
		nonce: base64url_encode(hash_random(32)),
		code_verifier: hash_pkce_pair(verifier_length).verifier,
		return_to: start.return_to,
		cookie_hash: start.cookie_hash,
		issuer: config.issuer_url,
		iss_expected: metadata.authorization_response_iss_parameter_supported ? true : null,
		settings_hash,
		is_own_site: start.is_own_site,
		is_anew: start.prompt !== null ? true : null,
		refused: start.refused,
		is_again: start.is_again,
	};
}

/** Begins a login: all calls to the provider are made here. Fails as `initiate` does. */
export function begin(io, config, start, settings_hash) {
	const known = known_metadata_of_provider(io, config);
	return by_metadata(io, config, known, "pushed_authorization_request_endpoint", (metadata) => {
		// Found out now, and not after the code was spent.
		const method = choose_method(io, config, metadata);
		if (!method.ok) {
			return method;
		}
		const handshake = create(config, metadata, start, settings_hash);
		const url = authorization_request_get_auth_url(io, config, metadata, handshake, start);
		return url.ok ? ok({ url: url.data, handshake }) : url;
	});
};

/** Stores a handshake; false when it cannot be written. */
function save(io, handshake, host) {
	const record = handshake_record_to_record(handshake, io.time(), host);
	return store_write(io, handshake_record_path_of(io, handshake.state), record);
}

/**
 * Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
 * does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
 */
export function initiate(io, config, start) {
	const settings_hash = config.password_login === "off" ? load_module('sso_login.settings.login_settings').settings_hash(io) : null;
	const begun = begin(io, config, start, settings_hash);
	return !begun.ok || save(io, begun.data.handshake, start.host ?? "")
		? begun
		: err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
};
