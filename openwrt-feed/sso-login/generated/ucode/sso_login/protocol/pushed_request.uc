'use strict';
// Generated from src/sso_login/protocol/pushed_request.ts by "make ucode"; do not edit.

/** The authorization request handed over beforehand (RFC 9126). */

import { decode_object } from 'sso_login.io.json';
import { form_encode } from 'sso_login.base.encoding';
import { is_visible_ascii } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.values';
import { err, ok } from 'sso_login.result';
import { reported_error } from 'sso_login.protocol.authorization_response';
import { call as back_channel_call } from 'sso_login.protocol.back_channel';
import { form_request } from 'sso_login.protocol.client_request';

/** The `request_uri` of a pushed request; IDP_ERROR with the provider's error (RFC 9126 sections 2.2, 2.3). */
function read_request_uri(response) {
	const body = decode_object(response.body);
	const answer = body.ok ? body.data : {};
	const request_uri = text_of(answer.request_uri);
	if (response.status != 201 && response.status != 200) {
		const facts = reported_error(answer);
		facts.http_status = response.status;
		facts.reason = "the provider refuses the pushed request";
		return err("IDP_ERROR", facts);
	}
	return request_uri !== "" && is_visible_ascii(request_uri)
		? ok(request_uri)
		: err("IDP_ERROR", { reason: "no request_uri for the pushed request" });
}

/**
 * Hands the parameters to the provider beforehand (RFC 9126 section 2.1); what is left of them for the browser is the
 * answer. Fails with IDP_ERROR, with OIDC_DISCOVERY_FAILED where nothing answers, or SSL_INIT_FAILED.
 */
export function push_request(io, config, discovery, query, url) {
	const request = form_request(io, config, discovery, url, query);
	if (!request.ok) {
		return request;
	}
	const response = back_channel_call(io, request.data, "OIDC_DISCOVERY_FAILED");
	const request_uri = response.ok ? read_request_uri(response.data) : response;
	return request_uri.ok
		? ok(
				form_encode([
					["client_id", config.client_id],
					["request_uri", request_uri.data],
				])
			)
		: request_uri;
};
