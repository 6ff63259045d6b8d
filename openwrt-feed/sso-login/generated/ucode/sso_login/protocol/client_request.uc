'use strict';
// Generated from src/sso_login/protocol/client_request.ts by "make ucode"; do not edit.

/** Requests by which this client proves itself at the provider (RFC 6749 section 2.3, RFC 7523). */

import { load_module } from 'sso_login.ecma';
import { percent_encode } from 'sso_login.io.bytes';
import { base64_encode, form_encode } from 'sso_login.base.encoding';
import { ok } from 'sso_login.result';
import { choose_method } from 'sso_login.protocol.client_authentication';

/** The credentials of a Basic header: form-encoded id and secret (RFC 6749 section 2.3.1). */
function basic_credentials(config) {
	const pair = percent_encode(config.client_id) + ":" + percent_encode(config.client_secret);
	return base64_encode(pair);
}

/** The forms in which the client secret is sent. A text of the provider that repeats one of them is not shown. */
export function forms_of_secret(config) {
	return [config.client_secret, percent_encode(config.client_secret), basic_credentials(config)];
};

/** The credentials for a method: an assertion, a Basic header of the form-encoded id and secret, or both as parameters. */
function credentials_for(io, config, metadata, method, url) {
	const id = ["client_id", config.client_id];
	if (method === "private_key_jwt") {
		const signed = load_module('sso_login.protocol.client_assertion').sign(io, config, metadata, url);
		if (!signed.ok) {
			return signed;
		}
		const type_ = ["client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"];
		return ok({ headers: [], params: [id, type_, ["client_assertion", signed.data]] });
	}
	if (method === "client_secret_post") {
		return ok({ headers: [], params: [id, ["client_secret", config.client_secret]] });
	}
	return ok({ headers: ["Authorization: Basic " + basic_credentials(config)], params: [] });
}

/**
 * A POST of an encoded form to `url` by this client; an id that the form has already is sent once. CONFIG_ERROR where there is no way
 * to authenticate, as choose_method says.
 */
export function form_request(io, config, metadata, url, form) {
	const method = choose_method(io, config, metadata);
	if (!method.ok) {
		return method;
	}
	const credentials = credentials_for(io, config, metadata, method.data, url);
	if (!credentials.ok) {
		return credentials;
	}
	const missing = filter(credentials.data.params, (pair) => !(index(form, pair[0] + "=") >= 0));
	const headers = ["Accept: application/json", "Content-Type: application/x-www-form-urlencoded"];
	return ok({
		method: "POST",
		url,
		headers: [...headers, ...credentials.data.headers],
		body: length(missing) > 0 ? form + "&" + form_encode(missing) : form,
	});
};
