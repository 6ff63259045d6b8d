'use strict';
// Generated from src/sso_login/protocol/posted_token.ts by "make ucode"; do not edit.

/** Access tokens and logout tokens, which others post to the router: the common part of their verification. */

import { array_find, array_some, key_of, lower, same, starts_with } from 'sso_login.ecma';
import { answered } from 'sso_login.base.failures';
import { is_fresh } from 'sso_login.base.store';
import { text_of as json_values_text_of } from 'sso_login.base.json_values';
import { claim_error } from 'sso_login.jose.token_claims';
import { open_jws } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';
import { check_header, check_signature as id_token_check_signature } from 'sso_login.protocol.id_token';
import { cached_jwks, load_jwks } from 'sso_login.protocol.jwk_set';
import { cached_of_provider, of_provider as provider_metadata_of_provider } from 'sso_login.protocol.provider_metadata';

/** Bytes of a token: it has fewer claims than an ID Token. */
const max_length = 8192;

/** Seconds in which forged tokens make the service fetch the keys at most once. */
const refresh_interval = 60;

/** A refusal whose reason the sender may read: the token is the provider's. */
export function told(refusal) {
	return answered(refusal, { is_signed: true });
};

/** Takes a token apart and checks its header. */
export function open(config, token) {
	if (length(token) > max_length) {
		const hint = { id: "shorter_token" };
		return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "over 8192 bytes", bytes: length(token), hint });
	}
	const opened = open_jws(token);
	return opened.ok ? check_header(opened.data, config.id_token_algs) : opened;
};

/** Whether `typ` is one of these types (RFC 7515 section 4.1.9). */
function is_type(typ, types) {
	const name = lower(json_values_text_of(typ));
	const bare = starts_with(name, "application/") ? substr(name, length("application/")) : name;
	return array_some(types, (type_) => lower(type_) === bare);
}

/** Checks that a token is of a kind; ID_TOKEN_VERIFICATION_FAILED. */
export function check_kind(header, claims, kind) {
	const is_absent = header.typ === null;
	if (!(is_absent && kind.may_lack_type) && !is_type(header.typ, kind.types)) {
		return claim_error("typ", is_absent ? "has no type" : kind.reason);
	}
	const foreign = array_find(kind.foreign_claims, (name) => claims[key_of(name)] !== null);
	return foreign === null ? ok(true) : claim_error(foreign, "is there: another kind of token");
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

/** Seconds until the keys may be fetched again, where none of them has the token's `kid`; undefined where another has no use. */
export function seconds_until_fetch(io, opened, keys_) {
	const is_known = opened.header.kid === null || array_some(keys_.keys, (key) => same(key.kid, opened.header.kid));
	const age = io.time() - (keys_.fetched_at ?? 0);
	return !is_known && age >= 0 && age < refresh_interval ? refresh_interval - age : null;
};

/** Verifies the signature; the keys are fetched anew where that may help, and may be. */
export function check_signature(io, config, opened, keys_, may_call) {
	const is_recent = is_fresh(keys_.fetched_at, io.time(), refresh_interval);
	const is_final = keys_.is_final || is_recent || !may_call;
	return id_token_check_signature(io, config, opened, { uri: keys_.uri, keys: keys_.keys, is_final });
};
