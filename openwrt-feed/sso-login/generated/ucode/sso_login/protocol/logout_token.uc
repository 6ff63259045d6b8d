'use strict';
// Generated from src/sso_login/protocol/logout_token.ts by "make ucode"; do not edit.

/** The logout token, by which the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.4 and 2.6). */

import { array_includes, includes, is_number, lower } from 'sso_login.ecma';
import { is_object, is_array } from 'sso_login.io.json';
import { registry_lifetime, is_fresh } from 'sso_login.base.store';
import { text_of } from 'sso_login.base.values';
import { ok } from 'sso_login.result';
import * as id_token from 'sso_login.protocol.id_token';
import { load_jwks } from 'sso_login.protocol.jwks';
import { of_provider } from 'sso_login.protocol.metadata';

const event = "http://schemas.openid.net/event/backchannel-logout";

/** Seconds in which strangers can make the service fetch the keys once. */
const refresh_pause = 60;

/** "JWT" is what every token is; some providers say no more. */
const types = ["jwt", "logout+jwt", "application/logout+jwt"];

/** A text that names somebody. */
function is_name(value) {
	return type(value) == "string" && value !== "" && !includes(value, "\0");
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
	return times.ok && old ? id_token.refuse("iat", { id: "past" }) : times;
}

/** Judges all but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds. */
export function check_claims(header, claims, config, now) {
	if (header.typ !== null && !array_includes(types, lower(text_of(header.typ)))) {
		return id_token.refuse("typ", "is another kind of token");
	}
	if (claims.iss !== config.issuer_url) {
		return id_token.refuse("iss", "is not issuer_url");
	}
	const audience = id_token.check_audience(claims, config.client_id);
	if (!audience.ok) {
		return audience;
	}
	if (!has_event(claims)) {
		return id_token.refuse("events", "is not of a log-out");
	}
	if (claims.nonce !== null) {
		return id_token.refuse("nonce", "is there");
	}
	const sid = claims.sid ?? "";
	const sub = claims.sub ?? "";
	if ((sid !== "" && !is_name(sid)) || (sub !== "" && !is_name(sub)) || (sid === "" && sub === "")) {
		return id_token.refuse("sub", "and sid name nobody");
	}
	const jti = claims.jti;
	if (!is_name(jti)) {
		return id_token.refuse("jti", "is not a non-empty text without NUL");
	}
	const times = check_times(claims, now, config.clock_tolerance);
	return times.ok ? ok({ sid: text_of(sid), sub: text_of(sub), jti }) : times;
};

/**
 * What a logout token asks for, when the provider signed it for this client. Fails with ID_TOKEN_VERIFICATION_FAILED,
 * UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
 */
export function verify(io, config, token) {
	const parsed = id_token.parse_id_token(token, { allowed_algs: config.id_token_algs });
	if (!parsed.ok) {
		return parsed;
	}
	const logout = check_claims(parsed.data.header, parsed.data.payload, config, io.time());
	if (!logout.ok) {
		return logout;
	}
	const discovery = of_provider(io, config);
	if (!discovery.ok) {
		return discovery;
	}
	const set = load_jwks(io, discovery.data.jwks_uri, false);
	if (!set.ok) {
		return set;
	}
	set.data.fresh = set.data.fresh || is_fresh(set.data.fetched_at, io.time(), refresh_pause);
	const signature = id_token.check_signature(io, parsed.data, set.data);
	return signature.ok ? logout : signature;
};
