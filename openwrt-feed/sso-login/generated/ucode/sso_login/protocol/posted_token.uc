'use strict';
// Generated from src/sso_login/protocol/posted_token.ts by "make ucode"; do not edit.

/** Access tokens and logout tokens, which others post to the router: the common part of their verification. */

import { is_fresh } from 'sso_login.base.store';
import { open_jws } from 'sso_login.jose.jws';
import { err } from 'sso_login.result';
import { check_header, check_signature as id_token_check_signature } from 'sso_login.protocol.id_token';
import { cached_jwks, load_jwks } from 'sso_login.protocol.jwk_set';
import { cached_of_provider, of_provider as provider_metadata_of_provider } from 'sso_login.protocol.provider_metadata';

/** Bytes of a token: it has fewer claims than an ID Token. */
const max_length = 8192;

/** Seconds in which forged tokens make the service fetch the keys at most once. */
const refresh_interval = 60;

/** Takes a token apart and checks its header. */
export function open(config, token) {
	if (length(token) > max_length) {
		return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "over 8192 bytes" });
	}
	const opened = open_jws(token);
	return opened.ok ? check_header(opened.data, config.id_token_algs) : opened;
};

/** The provider's keys; undefined when no cache has them. */
export function cached_keys(io, config) {
	const metadata = cached_of_provider(io, config);
	return metadata !== null ? cached_jwks(io, config, metadata.jwks_uri) : null;
};

/** The keys that no cache has, from the provider if it may be called. */
export function fetch_keys(io, config, may_call) {
	if (!may_call) {
		return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "the provider's keys are not known" });
	}
	const metadata = provider_metadata_of_provider(io, config);
	return metadata.ok ? load_jwks(io, config, metadata.data.jwks_uri, false) : metadata;
};

/** Verifies the signature; the keys are fetched anew where that may help, and may be. */
export function check_signature(io, config, opened, keys_, may_call) {
	const is_recent = is_fresh(keys_.fetched_at, io.time(), refresh_interval);
	const fresh = keys_.fresh || is_recent || !may_call;
	return id_token_check_signature(io, config, opened, { uri: keys_.uri, keys: keys_.keys, fresh });
};
