'use strict';
// Generated from src/sso_login/login/revalidation/token_refresh.ts by "make ucode"; do not edit.

/** The refresh token of a session: new tokens for it (OpenID Connect Core section 12), and its revocation (RFC 7009). */

import { form_encode } from 'sso_login.base.encoding';
import { parse_https } from 'sso_login.base.urls';
import { text_of } from 'sso_login.base.json_values';
import { caller, call as provider_calls_call } from 'sso_login.protocol.provider_calls';
import { form_request } from 'sso_login.protocol.client_request';
import { of_provider as known_metadata_of_provider, by_metadata } from 'sso_login.protocol.known_metadata';
import { send as token_request_send } from 'sso_login.protocol.token_request';
import { err } from 'sso_login.result';

/** Seconds for the calls of a revocation, each. */
const revocation_timeout = 5;

/** Sends a refresh token for new ones; `log_id` names the session in log lines. Fails as `token_request.send` does. */
export function send(io, config, metadata, refresh_token, log_id) {
	const form = form_encode([
		["grant_type", "refresh_token"],
		["refresh_token", refresh_token],
	]);
	const request = { form, secrets: [refresh_token], log_id, needs_id_token: false };
	return token_request_send(io, config, metadata, caller(config), request);
};

/** Revokes a refresh token, as far as the provider can do it and answers: nothing depends on the outcome. */
export function revoke(io, config, refresh_token) {
	const known = known_metadata_of_provider(io, config, revocation_timeout);
	if (!known.ok || known.data.revocation_endpoint === null) {
		return;
	}
	const form = form_encode([
		["token", refresh_token],
		["token_type_hint", "refresh_token"],
	]);
	const code = "TOKEN_ENDPOINT_NETWORK_ERROR";
	by_metadata(io, config, known, "revocation_endpoint", (metadata) => {
		const endpoint = text_of(metadata.revocation_endpoint);
		const request = parse_https(endpoint) !== null
				? form_request(io, config, metadata, endpoint, form)
				: err(code);
		const answer = request.ok ? provider_calls_call(io, config, request.data, code) : request;
		return answer.ok && answer.data.status != 200 ? err(code) : answer;
	});
};
