'use strict';
// Generated from src/sso_login/contracts/discovery.ts by "make ucode"; do not edit.

/** Module contract `discovery` (specification, "Internal module contracts"): a facade of `protocol`. */

import { array_find } from 'sso_login.ecma';
import { of_provider as known_metadata_of_provider } from 'sso_login.protocol.known_metadata';
import { fetch_jwks as jwk_set_fetch_jwks, load_jwks } from 'sso_login.protocol.jwk_set';
import { err, ok } from 'sso_login.result';
import { specified as specified_specified } from 'sso_login.contracts.specified';

/** The provider's metadata, cached 24 hours; of `internal_issuer_url` only the origin counts. */
export function discover(io, issuer, options) {
	const internal = options !== null ? options.internal_issuer_url : null;
	const config = { issuer_url: issuer, internal_issuer_url: internal };
	return specified_specified(known_metadata_of_provider(io, config));
};

/** The keys of the provider's JWK Set, cached 24 hours; `force` asks the provider even so. */
export function fetch_jwks(io, jwks_uri, options) {
	const is_forced = options !== null && options.force === true;
	return specified_specified(is_forced ? jwk_set_fetch_jwks(io, {}, jwks_uri) : load_jwks(io, {}, jwks_uri));
};

/** The JWK whose `kid` matches, or the first one when no `kid` is given; ID_TOKEN_VERIFICATION_FAILED without one. */
export function find_jwk(keys_, kid) {
	const key = kid === null ? keys_[0] : array_find(keys_, (candidate) => candidate.kid === kid);
	return key !== null ? ok(key) : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "no key for the token's kid" });
};
