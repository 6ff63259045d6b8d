'use strict';
// Generated from src/sso_login/web/endpoints/backchannel_logout.ts by "make ucode"; do not edit.

/** POST /backchannel-logout: the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.5 to 2.8). */

import { facts_of } from 'sso_login.base.values';
import { end_all, check_unused } from 'sso_login.logout.named_sessions';
import { verify as logout_token_verify } from 'sso_login.protocol.logout_token';
import { err, ok } from 'sso_login.result';
import { read as forms_read } from 'sso_login.web.forms';
import { backchannel, is_window_full, logouts } from 'sso_login.web.rate_limit';

/** The posted token; INVALID_REQUEST or INPUT_TOO_LARGE. */
function posted_token(io, environment) {
	const params = forms_read(io, environment, ["logout_token"]);
	if (!params.ok) {
		return params;
	}
	const token = params.data.logout_token;
	return token !== null ? ok(token) : err("INVALID_REQUEST", { reason: "no logout_token" });
}

/** The one refusal that the provider gets, with the cause for the log. */
function refusal(failure) {
	const facts = facts_of(failure);
	facts.cause = failure.error;
	return err("LOGOUT_REFUSED", facts);
}

/** Ends the named sessions: 200 without a body, also when there were none; else LOGOUT_REFUSED. */
function end_sessions(io, config, request) {
	const ended = end_all(io, config, request);
	return ended.ok ? ok({ status: 200, headers: [], body: "" }) : refusal(ended);
}

/**
 * Ends the sessions that a logout token names. A token that verifies and was not used yet is a proof; LOGOUT_REFUSED for all
 * else. While the window of what proves nothing is full, the provider is not asked for its keys.
 */
export function judge(io, environment, load) {
	const loaded = load(environment.provider);
	if (!loaded.ok) {
		return { window: backchannel, respond: () => loaded };
	}
	const config = loaded.data;
	const may_call = !is_window_full(io, backchannel);
	const token = posted_token(io, environment);
	const logout = token.ok ? logout_token_verify(io, config, token.data, may_call) : token;
	const unused = logout.ok ? check_unused(io, config, logout.data) : logout;
	return unused.ok
		? { window: logouts, log_name: config.log_name, respond: () => end_sessions(io, config, unused.data) }
		: { window: backchannel, log_name: config.log_name, respond: () => refusal(unused) };
};
