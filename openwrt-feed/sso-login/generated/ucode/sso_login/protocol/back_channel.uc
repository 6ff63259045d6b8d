'use strict';
// Generated from src/sso_login/protocol/back_channel.ts by "make ucode"; do not edit.

/** Calls to the identity provider, and what their failures are called. */

import { array_concat, lower, starts_with } from 'sso_login.ecma';
import * as json from 'sso_login.io.json';
import * as urls from 'sso_login.base.urls';
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

/** Where an answer redirects to, if that is at the origin that was asked. */
function redirect_within(url, location) {
	const from = urls.parse_https(url);
	const to = location !== null ? urls.parse_https(location) : null;
	const within = from !== null && to !== null && lower(from.origin) === lower(to.origin);
	return within ? location : null;
}

/** As `send` for a GET of JSON with more header lines. */
export function get(io, url, extra_headers, code) {
	return send(io, { method: "GET", url, headers: array_concat(["Accept: application/json"], extra_headers) }, code);
};

/** GETs the discovery document: one redirect within the origin is followed, as some providers add a slash. */
export function get_document(io, url, code) {
	const response = get(io, url, [], code);
	const target = response.ok ? redirect_within(url, response.data.location) : null;
	return target !== null ? get(io, target, [], code) : response;
};

/** The JSON object in an answer; fails with `code` for a status other than 200 or another body. */
export function read_json(response, url, code) {
	if (response.status != 200) {
		return err(code, { http_status: response.status, url, location: response.location });
	}
	const body = json.decode_object(response.body);
	if (body.ok) {
		return ok(body.data);
	}
	// Base64URL of `{"`.
	const found = starts_with(response.body, "eyJ") ? "a JWT" : "not a JSON object";
	return err(code, { http_status: 200, url, reason: "the answer is " + found });
};

/** GETs a JSON object; fails as `send` does, and with `code` for a status other than 200 or another body. */
export function get_json(io, url, extra_headers, code) {
	const response = get(io, url, extra_headers, code);
	return response.ok ? read_json(response.data, url, code) : response;
};
