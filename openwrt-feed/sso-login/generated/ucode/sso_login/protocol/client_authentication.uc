'use strict';
// Generated from src/sso_login/protocol/client_authentication.ts by "make ucode"; do not edit.

/** The method by which this client proves itself at the provider (RFC 6749 section 2.3, OpenID Connect Core section 9). */

import { load_module, substring } from 'sso_login.ecma';
import { percent_encode } from 'sso_login.io.bytes';
import { err, ok } from 'sso_login.result';

/** Bytes of the provider's methods in an error. */
const max_offered = 200;

/** The algorithm of this client's key. */
export function alg_of(config) {
	return config.client_assertion_alg ?? "ES256";
};

/** Whether both texts are sent as they are in a Basic header: some servers do not decode what RFC 6749 encodes there. */
export function needs_no_encoding(config) {
	const pair = config.client_id + config.client_secret;
	return percent_encode(pair) === pair;
};

/**
 * The configured method, or with `auto` (which absence means, too) basic if the provider lists it or lists nothing, else
 * post; but post where it is listed, too, and encoding would change id or secret. CONFIG_ERROR when neither is offered, or
 * there is no key to sign with.
 */
export function choose_method(io, config, metadata) {
	const method = config.token_endpoint_auth_method ?? "auto";
	const alg = alg_of(config);
	if (method === "private_key_jwt" && load_module('sso_login.jose.client_keys').newest(io, alg) === null) {
		return err("CONFIG_ERROR", { option: "token_endpoint_auth_method", must: { id: "with_key", params: { alg } } });
	}
	if (method !== "auto") {
		return ok(method);
	}
	const offered = metadata.token_endpoint_auth_methods_supported ?? [];
	const basic = length(offered) == 0 || (index(offered, "client_secret_basic") >= 0);
	if ((index(offered, "client_secret_post") >= 0) && !(basic && needs_no_encoding(config))) {
		return ok("client_secret_post");
	}
	if (basic) {
		return ok("client_secret_basic");
	}
	const must = { id: "offered_method", params: { offered: substring(join(", ", offered), 0, max_offered) } };
	return err("CONFIG_ERROR", { option: "token_endpoint_auth_method", must });
};
