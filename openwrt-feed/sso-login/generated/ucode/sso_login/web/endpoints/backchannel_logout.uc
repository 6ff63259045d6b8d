'use strict';
// Generated from src/sso_login/web/endpoints/backchannel_logout.ts by "make ucode"; do not edit.

/** POST /backchannel-logout: the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.5 to 2.8). */

import { renamed } from 'sso_login.base.failures';
import { check_unused, end_all as named_sessions_end_all } from 'sso_login.logout.named_sessions';
import { verify as logout_token_verify } from 'sso_login.protocol.logout_token';
import { err, ok } from 'sso_login.result';
import { load_enabled } from 'sso_login.settings.saved_config';
import { window_of, is_window_full } from 'sso_login.web.rate_limit';
import { read as posted_forms_read } from 'sso_login.web.endpoints.posted_forms';

/** The window of requests that prove nothing, at the address of a provider. */
function unproven(request) {
	return window_of("backchannel", request.provider);
}

/** The posted token; INVALID_REQUEST or INPUT_TOO_LARGE. */
function posted_token(io, request) {
	const params = posted_forms_read(io, request, unproven(request), ["logout_token"]);
	if (!params.ok) {
		return params;
	}
	const token = params.data.logout_token;
	return token !== null ? ok(token) : err("INVALID_REQUEST", { reason: "no logout_token" });
}

/** The one refusal that the provider gets, with the cause for the log. */
function refusal(failure) {
	return renamed(failure, "LOGOUT_REFUSED");
}

/** Verifies the posted token, which counts once. While `may_call` is false the provider is not asked for its keys. */
function verify(io, config, request, may_call) {
	const token = posted_token(io, request);
	const logout = token.ok ? logout_token_verify(io, config, token.data, may_call) : token;
	return logout.ok ? check_unused(io, config, logout.data) : logout;
}

/**
 * Ends the sessions that a logout token names: 200 without a body, also when there were none. A token that verifies and was not used yet is
 * a proof; LOGOUT_REFUSED for all else. While the window of requests that prove nothing is full, the provider is not asked for its keys.
 */
export function admit(io, request) {
	const config = load_enabled(io, request.provider);
	if (!config.ok) {
		return { respond: () => config };
	}
	const may_call = !is_window_full(io, unproven(request));
	const logout = verify(io, config.data, request, may_call);
	if (!logout.ok) {
		return { log_name: config.data.log_name, respond: () => refusal(logout) };
	}
	const respond = () => {
		const ended = named_sessions_end_all(io, config.data, logout.data);
		return ended.ok ? ok({ status: 200, headers: [], body: "" }) : refusal(ended);
	};
	const window = window_of("logout_tokens", request.provider);
	return { window, log_name: config.data.log_name, respond };
};
