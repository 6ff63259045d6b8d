'use strict';
// Generated from src/sso_login/login/login_start.ts by "make ucode"; do not edit.

/** The first request of a login: sends the browser to the provider (specification, "Flow phases"). */

import { get_auth_url as authorization_request_get_auth_url } from 'sso_login.protocol.authorization_request';
import { choose_method as client_authentication_choose_method } from 'sso_login.protocol.client_authentication';
import { of_provider as provider_metadata_of_provider } from 'sso_login.protocol.provider_metadata';
import { asking } from 'sso_login.protocol.provider_files';
import { err, ok } from 'sso_login.result';
import { create as handshake_record_create, save as handshake_record_save } from 'sso_login.login.handshake_record';

/** The provider's address for a login attempt. All calls to the provider are made here. */
export function address_for(io, config, handshake, options) {
	const metadata = provider_metadata_of_provider(io, config);
	if (!metadata.ok) {
		return metadata;
	}
	// Found out now, and not after the code was spent.
	const method = client_authentication_choose_method(io, config, metadata.data);
	return method.ok ? authorization_request_get_auth_url(io, config, metadata.data, handshake, options) : method;
};

/**
 * Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as the metadata
 * does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
 */
export function initiate(io, config, request) {
	const start = request ?? {};
	const handshake = handshake_record_create();
	handshake.return_to = start.return_to;
	handshake.cookie_hash = start.cookie_hash;
	handshake.issuer = config.issuer_url;
	const url = asking(io, config, () => address_for(io, config, handshake, start));
	if (!url.ok) {
		return url;
	}
	return handshake_record_save(io, handshake, start.host ?? "")
		? ok({ url: url.data, token: handshake.state })
		: err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
};
