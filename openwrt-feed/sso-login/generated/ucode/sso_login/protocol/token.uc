'use strict';
// Generated from src/sso_login/protocol/token.ts by "make ucode"; do not edit.

/** The token endpoint: an authorization code for tokens (OpenID Connect Core section 3.1.3). */

import { substring } from 'sso_login.ecma';
import { decode_object } from 'sso_login.io.json';
import { form_encode } from 'sso_login.base.encoding';
import { is_visible_ascii } from 'sso_login.base.strings';
import { err, ok } from 'sso_login.result';
import { call as back_channel_call } from 'sso_login.protocol.back_channel';
import { form_request } from 'sso_login.protocol.client_request';

/** Bytes of an ID Token and of an access token. */
export const max_token_length = 16384;

function token_error(http_status, reason, session) {
	return err("TOKEN_EXCHANGE_FAILED", { http_status, reason, session });
}

/** The code of an answer that is not 200: a server error (5xx) says nothing about the login. */
function refusal_code(status, reported) {
	if (status >= 500) {
		return "TOKEN_ENDPOINT_NETWORK_ERROR";
	}
	return status >= 400 && reported === "invalid_grant" ? "OIDC_INVALID_GRANT" : "TOKEN_EXCHANGE_FAILED";
}

/** The token response's meaning: tokens, or why there are none. */
function read_response(response, session_id) {
	const status = response.status;
	const body = decode_object(response.body);
	if (status != 200) {
		const reported = body.ok && type(body.data.error) == "string" ? substring(body.data.error, 0, 200) : null;
		return err(refusal_code(status, reported), { http_status: status, idp_error: reported, session: session_id });
	}
	if (!body.ok) {
		return token_error(status, "the answer is not a JSON object", session_id);
	}
	const id_token = body.data.id_token;
	const access_token = body.data.access_token;
	if (type(id_token) != "string" || id_token === "") {
		return token_error(status, "no id_token", session_id);
	}
	if (type(access_token) != "string" || access_token === "" || !is_visible_ascii(access_token)) {
		return token_error(status, "no usable access_token", session_id);
	}
	if (length(access_token) > max_token_length) {
		return token_error(status, "access_token over 16 384 bytes", session_id);
	}
	return ok(body.data);
}

/**
 * Exchanges the authorization code for tokens (OpenID Connect Core section 3.1.3.1, RFC 7636 section 4.5). Fails with
 * TOKEN_ENDPOINT_NETWORK_ERROR, OIDC_INVALID_GRANT, TOKEN_EXCHANGE_FAILED (details: `http_status`) or CONFIG_ERROR. Sent by
 * `back_channel.call`, or by what the check gives.
 */
export function exchange_code(io, config, discovery, grant, send) {
	const form = form_encode([
		["grant_type", "authorization_code"],
		["code", grant.code],
		["redirect_uri", config.redirect_uri],
		["code_verifier", grant.verifier],
	]);
	const request = form_request(io, config, discovery, discovery.token_endpoint, form);
	if (!request.ok) {
		return request;
	}
	const sender = send ?? back_channel_call;
	const response = sender(io, request.data, "TOKEN_ENDPOINT_NETWORK_ERROR");
	return response.ok ? read_response(response.data, grant.session_id) : response;
};
