'use strict';
// Generated from src/sso_login/web/endpoints/jwks.ts by "make ucode"; do not edit.

/** GET /jwks: the public keys by which this client proves itself, for providers that fetch them (RFC 7517 section 5). */

import { encode as json_encode } from 'sso_login.io.json';
import { public_set } from 'sso_login.jose.client_keys';
import { err, ok } from 'sso_login.result';

/** The keys, also while single sign-on is off: a provider is told of them first. NOT_FOUND where there is none. */
function respond(io) {
	const keys_ = public_set(io);
	if (keys_ === null) {
		return err("NOT_FOUND", { reason: "the router has no key" });
	}
	return ok({
		status: 200,
		content_type: "application/jwk-set+json",
		cache_control: "public, max-age=60",
		headers: [],
		body: json_encode(keys_),
	});
}

export function admit(io) {
	return { respond: () => respond(io) };
};
