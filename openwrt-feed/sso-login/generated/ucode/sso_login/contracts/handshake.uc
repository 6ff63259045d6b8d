'use strict';
// Generated from src/sso_login/contracts/handshake.ts by "make ucode"; do not edit.

/** Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`. */

import { key_of } from 'sso_login.ecma';
import { authenticate as login_finish_authenticate } from 'sso_login.login.login_finish';
import { initiate as login_start_initiate } from 'sso_login.login.login_start';

/** Starts a login: where to send the browser, and the state token for its cookie. */
export function initiate(io, config) {
	return login_start_initiate(io, config);
};

/** A configuration that permits these algorithms. */
function with_algs(config, algs) {
	const changed = {};
	for (let option in keys(config)) {
		changed[key_of(option)] = config[option];
	}
	changed.id_token_algs = algs;
	return changed;
}

/** Finishes a login: from the provider's answer to a session. */
export function authenticate(io, config, request, policy) {
	const allowed_algs = policy !== null ? policy.allowed_algs : null;
	return login_finish_authenticate(io, allowed_algs !== null ? with_algs(config, allowed_algs) : config, request);
};
