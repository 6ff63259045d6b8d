'use strict';
// Generated from src/sso_login/protocol/logout_token.ts by "make ucode"; do not edit.

/** The logout token, by which the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.4 and 2.6). */

import { is_number, lower } from 'sso_login.ecma';
import { is_object, is_array } from 'sso_login.io.json';
import { text_of, is_name } from 'sso_login.base.values';
import { read_claims } from 'sso_login.jose.jws';
import { ok } from 'sso_login.result';
import { check_times as id_token_check_times, claim_error, check_audience, check_name } from 'sso_login.protocol.id_token';
import { open as posted_token_open, cached_keys, fetch_keys, check_signature as posted_token_check_signature } from 'sso_login.protocol.posted_token';
import { lifetime as token_registry_lifetime } from 'sso_login.protocol.token_registry';

const event = "http://schemas.openid.net/event/backchannel-logout";

/** "JWT" is what every token is; some providers say no more. */
const types = ["jwt", "logout+jwt", "application/logout+jwt"];

/** Whether `events` says that this is a logout token. The empty object and the empty array are one value in Lua. */
function has_event(claims) {
	const found = is_object(claims.events) ? claims.events[event] : null;
	return is_object(found) || (is_array(found) && length(found) == 0);
}

/** `exp`, which may be absent, `iat` and `nbf`; and the token is no older than its `jti` is remembered. */
function check_times(claims, now, clock_tolerance) {
	claims.exp = claims.exp ?? now + 1;
	const times = id_token_check_times(claims, { now, clock_tolerance });
	const old = is_number(claims.iat) && now >= claims.iat + token_registry_lifetime - clock_tolerance;
	return times.ok && old ? claim_error("iat", { id: "past" }) : times;
}

/** Judges all but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds. */
export function check_claims(header, claims, config, now) {
	if (header.typ !== null && !(index(types, lower(text_of(header.typ))) >= 0)) {
		return claim_error("typ", "is another kind of token");
	}
	if (claims.iss !== config.issuer_url) {
		return claim_error("iss", "is not issuer_url");
	}
	const audience = check_audience(claims, config.client_id);
	if (!audience.ok) {
		return audience;
	}
	if (!has_event(claims)) {
		return claim_error("events", "is not of a log-out");
	}
	if (claims.nonce !== null) {
		return claim_error("nonce", "is there");
	}
	const sid = claims.sid ?? "";
	const sub = claims.sub ?? "";
	const is_usable = (name) => name === "" || is_name(name);
	if (!is_usable(sid) || !is_usable(sub) || (sid === "" && sub === "")) {
		return claim_error("sub", "and sid name nobody");
	}
	const jti = check_name(claims, "jti");
	if (!jti.ok) {
		return jti;
	}
	const times = check_times(claims, now, config.clock_tolerance);
	return times.ok ? ok({ sid: text_of(sid), sub: text_of(sub), jti: jti.data }) : times;
};

/** Reads the payload and judges all claims. */
function judge_claims(io, config, opened) {
	const claims = read_claims(opened);
	return claims.ok ? check_claims(opened.header, claims.data, config, io.time()) : claims;
}

/**
 * What a logout token asks for, when the provider signed it for this client. Where the keys are known the signature comes
 * first, and nothing that the provider has not signed is read. Without `may_call` the provider is not asked: only known keys
 * count. Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
 */
export function verify(io, config, token, may_call) {
	const opened = posted_token_open(config, token);
	if (!opened.ok) {
		return opened;
	}
	const known = cached_keys(io, config);
	// Keys are fetched only for a token whose claims are right.
	const judged = known === null && may_call ? judge_claims(io, config, opened.data) : null;
	if (judged !== null && !judged.ok) {
		return judged;
	}
	const keys_ = known !== null ? ok(known) : fetch_keys(io, config, may_call);
	const signature = keys_.ok ? posted_token_check_signature(io, opened.data, keys_.data, may_call) : keys_;
	return signature.ok ? judge_claims(io, config, opened.data) : signature;
};
