'use strict';
// Generated from src/sso_login/protocol/logout_token.ts by "make ucode"; do not edit.

/** The logout token, by which the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.4 and 2.6). */

import { is_object, is_array } from 'sso_login.io.json';
import { is_name, text_of } from 'sso_login.base.json_values';
import { for_client, check_claims as token_claims_check_claims, claim_error, check_name } from 'sso_login.jose.token_claims';
import { read_claims } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';
import { of_provider as known_metadata_of_provider } from 'sso_login.protocol.known_metadata';
import { check_provider as id_token_check_provider } from 'sso_login.protocol.id_token';
import { check_kind, open as posted_token_open, is_signed as posted_token_is_signed } from 'sso_login.protocol.posted_token';
import { lifetime as token_registry_lifetime } from 'sso_login.protocol.token_registry';

const event = "http://schemas.openid.net/event/backchannel-logout";

/** Seconds for which a token without `exp` counts. */
const lifetime = 300;

/** Every token is a "JWT"; some providers say no more. */
const kind = {
	types: ["JWT", "logout+jwt"],
	reason: "is another kind of token",
	may_lack_type: true,
	foreign_claims: [],
};

/** Whether `events` says that this is a logout token. The empty object and the empty array are one value in Lua. */
function has_event(claims) {
	const found = is_object(claims.events) ? claims.events[event] : null;
	return is_object(found) || (is_array(found) && length(found) == 0);
}

/** Checks everything but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds. */
export function check_claims(header, claims, config, now) {
	const of_kind = check_kind(header, claims, kind);
	if (!of_kind.ok) {
		return of_kind;
	}
	const expected = for_client(config, now);
	expected.optional = ["exp"];
	// It may name a session of the provider alone.
	expected.leaves_subject = true;
	const checked = token_claims_check_claims(header, claims, expected);
	if (!checked.ok) {
		return checked;
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
	const issued_at = claims.iat;
	const is_over = claims.exp === null && now >= issued_at + lifetime + config.clock_tolerance;
	// An older token may have been used: its `jti` is remembered no longer.
	if (is_over || now >= issued_at + token_registry_lifetime - config.clock_tolerance) {
		return claim_error("iat", { id: "past" });
	}
	return ok({
		sid: text_of(sid),
		sub: text_of(sub),
		jti: jti.data,
		alg: text_of(header.alg),
	});
};

/** Reads the payload and checks all claims. */
function claims_in(io, config, opened) {
	const claims = read_claims(opened);
	return claims.ok ? check_claims(opened.header, claims.data, config, io.time()) : claims;
}

/**
 * Verifies a logout token that the provider has signed for this client. Where keys are cached the signature comes first, and nothing that the
 * provider has not signed is read; where none are, they are fetched only for a token whose claims are right. Without `may_call` only cached keys
 * are used. Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as metadata and
 * keys do.
 */
export function verify(io, config, token, may_call) {
	const opened = posted_token_open(config, token);
	if (!opened.ok) {
		return opened;
	}
	const is_signed = posted_token_is_signed(io, config, opened.data);
	if (is_signed === true) {
		return claims_in(io, config, opened.data);
	}
	if (!may_call) {
		return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "no known key has signed it" });
	}
	const early = is_signed === null ? claims_in(io, config, opened.data) : ok(null);
	if (!early.ok) {
		return early;
	}
	const signed = id_token_check_provider(io, config, known_metadata_of_provider(io, config), opened.data);
	return signed.ok ? claims_in(io, config, opened.data) : signed;
};
