'use strict';
// Generated from src/sso_login/protocol/back_channel.ts by "make ucode"; do not edit.

/** Calls to the identity provider, and what their failures are called. */

import { array_concat } from 'sso_login.ecma';
import * as json from 'sso_login.io.json';
import { err, ok } from 'sso_login.result';

/** A failed call under the code of its kind: an untrusted certificate has a code of its own outside the token endpoint. */
function call_failed(failure, code) {
	const certificate_code = code === "TOKEN_ENDPOINT_NETWORK_ERROR" ? code : "SSL_INIT_FAILED";
	const text = type(failure.details) == "string" ? failure.details : null;
	return err(failure.error === "certificate" ? certificate_code : code, { cause: failure.error, reason: text });
}

/**
 * Sends a request and returns the response whatever its status. Fails with `code`, or with SSL_INIT_FAILED when the
 * certificate is not trusted; at the token endpoint that is `code` too, with `cause=certificate`.
 */
export function send(io, request, code) {
	const response = io.https(request);
	return response.ok ? response : call_failed(response, code);
};

/** The JSON object in an answer; fails with `code` for a status other than 200 or another body. */
export function read_json(response, url, code) {
	if (response.status != 200) {
		return err(code, { http_status: response.status, url });
	}
	const body = json.decode_object(response.body);
	return body.ok ? ok(body.data) : err(code, { http_status: 200, url, reason: "the answer is not a JSON object" });
};

/** GETs a JSON object; fails as `send` does, and with `code` for a status other than 200 or another body. */
export function get_json(io, url, extra_headers, code) {
	const headers = array_concat(["Accept: application/json"], extra_headers);
	const response = send(io, { method: "GET", url, headers }, code);
	return response.ok ? read_json(response.data, url, code) : response;
};
