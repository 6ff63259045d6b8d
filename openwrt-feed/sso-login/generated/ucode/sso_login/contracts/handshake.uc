'use strict';
// Generated from src/sso_login/contracts/handshake.ts by "make ucode"; do not edit.

/** Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`. */

import { authenticate as login_finish_authenticate } from 'sso_login.login.login_finish';
import { initiate as login_start_initiate } from 'sso_login.login.login_start';

/** Starts a login: where to send the browser, and the state token for its cookie. */
export function initiate(io, config) {
	return login_start_initiate(io, config);
};

/** Finishes a login: from the provider's answer to a session. */
export function authenticate(io, config, request, policy) {
	return login_finish_authenticate(io, config, request, policy !== null ? policy.allowed_algs : null);
};
