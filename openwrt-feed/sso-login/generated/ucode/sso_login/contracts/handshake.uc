'use strict';
// Generated from src/sso_login/contracts/handshake.ts by "make ucode"; do not edit.

/** Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`. */

import { key_of } from 'sso_login.ecma';
import { first } from 'sso_login.base.public_names';
import { read as browser_read } from 'sso_login.login.browser';
import { authenticate as login_finish_authenticate } from 'sso_login.login.login_finish';
import { initiate as login_start_initiate } from 'sso_login.login.login_start';
import { ok } from 'sso_login.result';
import { find_session } from 'sso_login.rpcd.rpcd_sessions';
import { specified as specified_specified } from 'sso_login.contracts.specified';

/** Starts a login: where to send the browser, and the state token for its cookie. */
export function initiate(io, config) {
	const begun = login_start_initiate(io, config, {});
	return begun.ok ? ok({ url: begun.data.url, token: begun.data.handshake.state }) : specified_specified(begun);
};

/** The documented configuration with what a loaded one has: its section, and the algorithms that a policy permits. */
function completed(config, policy) {
	const changed = { provider: first };
	for (let option in keys(config)) {
		changed[key_of(option)] = config[option];
	}
	changed.id_token_algs = (policy !== null ? policy.allowed_algs : null) ?? config.id_token_algs;
	return changed;
}

/** Finishes a login: from the provider's answer to a session, and the user's verified e-mail, "" without one. */
export function authenticate(io, config, request, policy) {
	const input = { params: request.params, browser: browser_read(request.cookies), remote: request.remote };
	const login = specified_specified(login_finish_authenticate(io, completed(config, policy), input));
	const session = login.ok ? find_session(io, login.data.sid) : null;
	return login.ok ? ok({ sid: login.data.sid, email: session !== null ? session.email : "" }) : login;
};
