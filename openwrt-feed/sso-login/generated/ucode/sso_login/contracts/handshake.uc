'use strict';
// Generated from src/sso_login/contracts/handshake.ts by "make ucode"; do not edit.

/** Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`. */

import { authenticate as finish_authenticate } from 'sso_login.login.finish';
import { initiate as start_initiate } from 'sso_login.login.start';

/** Starts a login: where to send the browser, and the state token for its cookie. */
export function initiate(io, config) {
	return start_initiate(io, config);
};

/** Finishes a login: from the provider's answer to a session. */
export function authenticate(io, config, request, policy) {
	return finish_authenticate(io, config, request, policy !== null ? policy.allowed_algs : null);
};
