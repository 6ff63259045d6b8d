'use strict';
// Generated from src/sso_login/protocol/client_authentication.ts by "make ucode"; do not edit.

/** How this client proves itself at the provider's token endpoint (RFC 6749 section 2.3.1). */

import { array_concat, array_includes, includes } from 'sso_login.ecma';
import { percent_encode, base64_encode, form_encode } from 'sso_login.base.encoding';
import { err, ok } from 'sso_login.result';

/** Whether both texts are sent as they are in a Basic header: some servers do not decode what RFC 6749 encodes there. */
export function needs_no_encoding(config) {
	const pair = config.client_id + config.client_secret;
	return percent_encode(pair) === pair;
};

/**
 * The configured method, or with `auto` (which absence means, too) basic if the provider lists it or lists nothing, else
 * post; but post where it is listed, too, and encoding would change id or secret. CONFIG_ERROR when neither is offered.
 */
export function choose_method(config, discovery) {
	const method = config.token_endpoint_auth_method ?? "auto";
	if (method !== "auto") {
		return ok(method);
	}
	const offered = discovery.token_endpoint_auth_methods_supported ?? [];
	const basic = length(offered) == 0 || array_includes(offered, "client_secret_basic");
	if (array_includes(offered, "client_secret_post") && !(basic && needs_no_encoding(config))) {
		return ok("client_secret_post");
	}
	if (basic) {
		return ok("client_secret_basic");
	}
	return err("CONFIG_ERROR", { option: "token_endpoint_auth_method", must: { id: "offered_method" } });
};

/** What to send with a method: a Basic header of the form-encoded id and secret, or both as parameters. */
export function credentials(config, method) {
	if (method === "client_secret_post") {
		return {
			headers: [],
			params: [
				["client_id", config.client_id],
				["client_secret", config.client_secret],
			],
		};
	}
	const pair = percent_encode(config.client_id) + ":" + percent_encode(config.client_secret);
	return { headers: ["Authorization: Basic " + base64_encode(pair)], params: [] };
};

/** A POST of an encoded form by this client; an id that the form has already is sent once. */
export function form_request(config, method, url, form) {
	const credentials_to_send = credentials(config, method);
	const missing = filter(credentials_to_send.params, (pair) => !includes(form, pair[0] + "="));
	const headers = ["Accept: application/json", "Content-Type: application/x-www-form-urlencoded"];
	return {
		method: "POST",
		url,
		headers: array_concat(headers, credentials_to_send.headers),
		body: length(missing) > 0 ? form + "&" + form_encode(missing) : form,
	};
};
