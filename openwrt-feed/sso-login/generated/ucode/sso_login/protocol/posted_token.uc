'use strict';
// Generated from src/sso_login/protocol/posted_token.ts by "make ucode"; do not edit.

/** Access tokens and logout tokens, which others post to the router: the common part of their verification. */

import { array_find, array_some, key_of, lower, starts_with } from 'sso_login.ecma';
import { answered } from 'sso_login.base.failures';
import { cache_lifetime } from 'sso_login.base.store';
import { text_of } from 'sso_login.base.json_values';
import { claim_error } from 'sso_login.jose.token_claims';
import { open_jws } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';
import { check_header, is_made_by } from 'sso_login.protocol.id_token';
import { cached_jwks } from 'sso_login.protocol.jwk_set';
import { cached } from 'sso_login.protocol.provider_metadata';

/** Bytes of a token: it has fewer claims than an ID Token. */
const max_length = 8192;

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
	const name = lower(text_of(typ));
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

/** Whether a key of the cache has signed a token; undefined where there is none. */
export function is_signed(io, config, opened) {
	// After a save, too: a claim that does not fit the new settings is told to the sender only where a key is known.
	const metadata = cached(io, config, cache_lifetime);
	const keys_ = metadata !== null ? cached_jwks(io, config, metadata.jwks_uri) : null;
	return keys_ !== null ? is_made_by(keys_, opened) : null;
};
