'use strict';
// Generated from src/sso_login/login/login_start.ts by "make ucode"; do not edit.

/** The first request of a login: sends the browser to the provider (specification, "Flow phases"). */

import { get_auth_url as authorization_request_get_auth_url } from 'sso_login.protocol.authorization_request';
import { choose_method as client_authentication_choose_method } from 'sso_login.protocol.client_authentication';
import { of_provider as provider_metadata_of_provider } from 'sso_login.protocol.provider_metadata';
import { err, ok } from 'sso_login.result';
import { create as handshake_record_create, save as handshake_record_save } from 'sso_login.login.handshake_record';

/** Begins a login: all calls to the provider are made here. Fails as `initiate` does. */
export function begin(io, config, start) {
	const metadata = provider_metadata_of_provider(io, config);
	if (!metadata.ok) {
		return metadata;
	}
	// Found out now, and not after the code was spent.
	const method = client_authentication_choose_method(io, config, metadata.data);
	if (!method.ok) {
		return method;
	}
	const handshake = handshake_record_create({
		state_prefix: start.state_prefix,
		return_to: start.return_to,
		cookie_hash: start.cookie_hash,
		issuer: config.issuer_url,
		iss_expected: metadata.data.authorization_response_iss_parameter_supported ? true : null,
	});
	const url = authorization_request_get_auth_url(io, config, metadata.data, handshake, start);
	return url.ok ? ok({ url: url.data, handshake }) : url;
};

/**
 * Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
 * does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
 */
export function initiate(io, config, request) {
	const start = request ?? {};
	const begun = begin(io, config, start);
	if (!begun.ok) {
		return begun;
	}
	return handshake_record_save(io, begun.data.handshake, start.host ?? "")
		? ok({ url: begun.data.url, token: begun.data.handshake.state })
		: err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
};
