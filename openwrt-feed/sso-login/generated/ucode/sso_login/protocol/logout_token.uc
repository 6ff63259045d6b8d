'use strict';
// Generated from src/sso_login/protocol/logout_token.ts by "make ucode"; do not edit.

/** The logout token, by which the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.4 and 2.6). */

import { is_number, lower } from 'sso_login.ecma';
import { is_object, is_array } from 'sso_login.io.json';
import { registry_lifetime, is_fresh } from 'sso_login.base.store';
import { text_of } from 'sso_login.base.values';
import { read_claims, open_jws } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';
import * as id_token from 'sso_login.protocol.id_token';
import { cached_jwks, load_jwks } from 'sso_login.protocol.jwks';
import { cached_of_provider, of_provider } from 'sso_login.protocol.metadata';

/** Bytes of a logout token: it has fewer claims than an ID Token. */
const max_length = 8192;

const event = "http://schemas.openid.net/event/backchannel-logout";

/** Seconds in which forged tokens can make the service fetch the keys at most once. */
const refresh_interval = 60;

/** "JWT" is what every token is; some providers say no more. */
const types = ["jwt", "logout+jwt", "application/logout+jwt"];

/** Whether a claim is a usable identifier. */
function is_identifier(value) {
	return type(value) == "string" && value !== "" && !(index(value, "\0") >= 0);
}

/** Whether `events` says that this is a logout token. The empty object and the empty array are one value in Lua. */
function has_event(claims) {
	const found = is_object(claims.events) ? claims.events[event] : null;
	return is_object(found) || (is_array(found) && length(found) == 0);
}

/** `exp`, which may be absent, `iat` and `nbf`; and the token is no older than its `jti` is remembered. */
function check_times(claims, now, clock_tolerance) {
	claims.exp = claims.exp ?? now + 1;
	const times = id_token.check_times(claims, { now, clock_tolerance });
	const old = is_number(claims.iat) && now >= claims.iat + registry_lifetime - clock_tolerance;
	return times.ok && old ? id_token.claim_error("iat", { id: "past" }) : times;
}

/** Judges all but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds. */
export function check_claims(header, claims, config, now) {
	if (header.typ !== null && !(index(types, lower(text_of(header.typ))) >= 0)) {
		return id_token.claim_error("typ", "is another kind of token");
	}
	if (claims.iss !== config.issuer_url) {
		return id_token.claim_error("iss", "is not issuer_url");
	}
	const audience = id_token.check_audience(claims, config.client_id);
	if (!audience.ok) {
		return audience;
	}
	if (!has_event(claims)) {
		return id_token.claim_error("events", "is not of a log-out");
	}
	if (claims.nonce !== null) {
		return id_token.claim_error("nonce", "is there");
	}
	const sid = claims.sid ?? "";
	const sub = claims.sub ?? "";
	if ((sid !== "" && !is_identifier(sid)) || (sub !== "" && !is_identifier(sub)) || (sid === "" && sub === "")) {
		return id_token.claim_error("sub", "and sid name nobody");
	}
	const jti = claims.jti;
	if (!is_identifier(jti)) {
		return id_token.claim_error("jti", "is not a non-empty text without NUL");
	}
	const times = check_times(claims, now, config.clock_tolerance);
	return times.ok ? ok({ sid: text_of(sid), sub: text_of(sub), jti }) : times;
};

/** Reads the payload and judges all claims. */
function judge_claims(io, config, opened) {
	const claims = read_claims(opened);
	return claims.ok ? check_claims(opened.header, claims.data, config, io.time()) : claims;
}

/** The provider's keys; undefined when no cache has them. */
function cached_keys(io, config) {
	const discovery = cached_of_provider(io, config);
	return discovery !== null ? cached_jwks(io, discovery.jwks_uri) : null;
}

/** Fetches the provider's keys for a token whose claims are right. */
function fetch_keys(io, config, opened) {
	const logout = judge_claims(io, config, opened);
	if (!logout.ok) {
		return logout;
	}
	const discovery = of_provider(io, config);
	return discovery.ok ? load_jwks(io, discovery.data.jwks_uri, false) : discovery;
}

/**
 * What a logout token asks for, when the provider signed it for this client. Where the keys are known the signature comes
 * first, and nothing that the provider has not signed is read. Without `may_call` the provider is not asked: only known keys
 * count. Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
 */
export function verify(io, config, token, may_call) {
	if (length(token) > max_length) {
		return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "over 8192 bytes" });
	}
	const opened = open_jws(token);
	const checked = opened.ok ? id_token.check_header(opened.data, { allowed_algs: config.id_token_algs }) : opened;
	if (!checked.ok) {
		return checked;
	}
	const known = cached_keys(io, config);
	if (known === null && !may_call) {
		return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "the provider's keys are not known" });
	}
	const set = known !== null ? ok(known) : fetch_keys(io, config, checked.data);
	if (!set.ok) {
		return set;
	}
	const is_recent = is_fresh(set.data.fetched_at, io.time(), refresh_interval);
	set.data.fresh = set.data.fresh || is_recent || !may_call;
	const signature = id_token.check_signature(io, checked.data, set.data);
	return signature.ok ? judge_claims(io, config, checked.data) : signature;
};
