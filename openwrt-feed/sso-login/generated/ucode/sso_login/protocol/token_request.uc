'use strict';
// Generated from src/sso_login/protocol/token_request.ts by "make ucode"; do not edit.

/** The token endpoint: tokens for an authorization code (OpenID Connect Core section 3.1.3) or a refresh token. */

import { load_module, lower } from 'sso_login.ecma';
import { form_encode } from 'sso_login.base.encoding';
import { decode_foreign } from 'sso_login.io.json';
import { is_visible_ascii } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.json_values';
import { ok } from 'sso_login.result';
import { caller } from 'sso_login.protocol.provider_calls';
import { form_request, forms_of_secret } from 'sso_login.protocol.client_request';

/** Bytes of an ID Token and of an access token. */
export const max_token_length = 16384;

/** Whether an answer has an error beside its tokens. */
function has_error(answer) {
	return answer.error !== null && load_module('sso_login.explain.provider_errors').has_error(answer);
}

/** The name and the value of the first member of a token response that is of no use; undefined where all are right. */
function wrong_member(answer) {
	const token_type = answer.token_type;
	if (token_type !== null && lower(text_of(token_type)) !== "bearer") {
		// It would be sent to the UserInfo endpoint as a Bearer token (RFC 6749 section 7.1).
		return ["token_type", token_type];
	}
	const id_token = answer.id_token ?? "";
	if (id_token !== "" && text_of(id_token) === "") {
		return ["id_token", id_token];
	}
	const access_token = text_of(answer.access_token);
	const is_usable = access_token !== "" && is_visible_ascii(access_token);
	return is_usable && length(access_token) <= max_token_length ? null : ["access_token", answer.access_token];
}

/** Sends a form to the token endpoint. CONFIG_ERROR, TOKEN_ENDPOINT_NETWORK_ERROR. */
export function send(io, config, metadata, sender, sent) {
	const request = form_request(io, config, metadata, metadata.token_endpoint, sent.form);
	if (!request.ok) {
		return request;
	}
	const response = sender(io, request.data, "TOKEN_ENDPOINT_NETWORK_ERROR");
	if (!response.ok) {
		return response;
	}
	const secrets = [...forms_of_secret(config), ...sent.secrets];
	return ok({ response: response.data, body: decode_foreign(response.data.body), sent, secrets });
};

/** The tokens of an answer; an error in it counts whatever the status. OIDC_INVALID_GRANT, TOKEN_EXCHANGE_FAILED (details: `http_status`). */
export function tokens_of(received) {
	const response = received.response;
	const body = received.body;
	const sent = received.sent;
	const wanted = sent.needs_id_token ? "id_token" : "access_token";
	if (response.status != 200 || !body.ok || text_of(body.data[wanted]) === "" || has_error(body.data)) {
		return load_module('sso_login.explain.failed_answer').no_tokens(response, body, wanted, sent.log_id, received.secrets);
	}
	const wrong = wrong_member(body.data);
	return wrong === null
		? ok(body.data)
		: load_module('sso_login.explain.failed_answer').wrong_member(response.status, sent.log_id, wrong[0], wrong[1]);
};

/**
 * Exchanges the authorization code for tokens (OpenID Connect Core section 3.1.3.1, RFC 7636 section 4.5). Fails with
 * TOKEN_ENDPOINT_NETWORK_ERROR, OIDC_INVALID_GRANT, TOKEN_EXCHANGE_FAILED (details: `http_status`) or CONFIG_ERROR. Sent by
 * `provider_calls.call`, or by the function that the check gives.
 */
export function exchange_code(io, config, metadata, grant, sender) {
	const form = form_encode([
		["grant_type", "authorization_code"],
		["code", grant.code],
		["redirect_uri", config.redirect_uri],
		["code_verifier", grant.verifier],
	]);
	const secrets = [grant.code, grant.verifier];
	const sent = { form, secrets, log_id: grant.log_id, needs_id_token: true };
	const received = send(io, config, metadata, sender ?? caller(config), sent);
	return received.ok ? tokens_of(received.data) : received;
};
