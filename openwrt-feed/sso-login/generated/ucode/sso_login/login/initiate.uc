'use strict';
// Generated from src/sso_login/login/initiate.ts by "make ucode"; do not edit.

/** The first request of a login: sends the browser to the provider (specification, "Flow phases"). */

import * as authorization from 'sso_login.protocol.authorization';
import * as client_authentication from 'sso_login.protocol.client_authentication';
import * as metadata from 'sso_login.protocol.metadata';
import { err, ok } from 'sso_login.result';
import * as record from 'sso_login.login.record';

/**
 * Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
 * does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
 */
export function initiate(io, config, request) {
	const start = request ?? {};
	const discovery = metadata.of_provider(io, config);
	if (!discovery.ok) {
		return discovery;
	}
	// Found out now, and not after the code was spent.
	const method = client_authentication.choose_method(config, discovery.data);
	if (!method.ok) {
		return method;
	}
	const handshake = record.make();
	handshake.return_to = start.return_to;
	const url = authorization.get_auth_url(io, config, discovery.data, handshake, start);
	if (!url.ok) {
		return url;
	}
	return record.save(io, handshake, start.host ?? "")
		? ok({ url: url.data, token: handshake.state })
		: err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
};
