'use strict';
// Generated from src/sso_login/login/revalidation/refreshed_user.ts by "make ucode"; do not edit.

/** The user of refreshed tokens, established anew. What the login knew of the user proves nothing now. */

import { same } from 'sso_login.ecma';
import { for_client, claim_error, is_date, check_authentication } from 'sso_login.jose.token_claims';
import { load_jwks } from 'sso_login.protocol.jwk_set';
import { merge, claims_of } from 'sso_login.protocol.userinfo';
import { err, ok } from 'sso_login.result';
import { email_of } from 'sso_login.rights.claim_rules';
import { verify as attempt_verify } from 'sso_login.login.attempt';

/** Expectations of a refreshed ID Token (OpenID Connect Core section 12.2), whose nonce is compared apart. */
export function expectations(config, access_token, now) {
	const expected = for_client(config, now);
	expected.access_token = access_token;
	expected.at_hash_required = false;
	return expected;
};

/**
 * Compares a refreshed ID Token with the claims of the login's (OpenID Connect Core section 12.2): `sub` is the same, and `iat` is
 * not earlier, with the tolerance. `acr` and `auth_time`, where they are there, meet the demands of a login at its moment; some providers
 * have the user's last authentication anywhere. ID_TOKEN_VERIFICATION_FAILED, AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
 */
export function compare_claims(claims, login_claims, demands) {
	const clock_tolerance = demands.clock_tolerance;
	if (!same(claims.sub, login_claims.sub)) {
		return claim_error("sub", "is not that of the login", "other_subject");
	}
	if (is_date(login_claims.iat) && claims.iat < login_claims.iat - clock_tolerance) {
		return claim_error("iat", "is before that of the login");
	}
	const auth_time = is_date(claims.auth_time) ? claims.auth_time : null;
	const moment = is_date(login_claims.iat) ? login_claims.iat : claims.iat;
	const acr_values = claims.acr !== null ? demands.acr_values : null;
	const max_age = auth_time !== null ? demands.max_age : null;
	const now = max(moment, auth_time ?? moment);
	return check_authentication(claims, { acr_values, max_age, clock_tolerance }, now);
};

/** Verifies a refreshed ID Token in all but its nonce. */
function verify(io, issued, login_claims) {
	const expected = expectations(issued.config, issued.tokens.access_token, io.time());
	const found = attempt_verify(io, issued, expected);
	const same_ = found.ok ? compare_claims(found.data.claims, login_claims, issued.config) : found;
	return same_.ok ? found : same_;
}

/** The newest claims, completed by others; what these say of an address is about that address alone. */
function complete(config, newest, others) {
	const claims = merge(newest, others, config);
	if (same(email_of(config, newest), email_of(config, others))) {
		claims.email_verified = claims.email_verified ?? others.email_verified;
	}
	return claims;
}

/**
 * Establishes the user of refreshed tokens, who is that of the login: by their ID Token, where there is one, and by UserInfo, where the
 * provider has it, whose claims are the newest. An ID Token of another nonce proves nothing, as some providers keep one nonce a user; it
 * fills in for claims that UserInfo lacks as the login's does. Fails with the code of the step that refused.
 */
export function identify(io, issued, login_claims) {
	const config = issued.config;
	const verified = (issued.tokens.id_token ?? "") !== "" ? verify(io, issued, login_claims) : null;
	if (verified !== null && !verified.ok) {
		return verified;
	}
	const known = verified !== null ? verified.data.claims : login_claims;
	const is_proof = verified !== null && (known.nonce === null || known.nonce === login_claims.nonce);
	const endpoint = issued.metadata.userinfo_endpoint;
	if (endpoint === null && !is_proof) {
		const reason = verified !== null ? "another nonce" : "no ID Token";
		const hint = { id: "never_revalidated" };
		return err("ID_TOKEN_VERIFICATION_FAILED", {
			reason: reason + ", and the provider has no UserInfo endpoint",
			hint,
		});
	}
	if (endpoint === null) {
		return ok({ claims: known });
	}
	const keys_ = verified !== null ? ok(verified.data.keys) : load_jwks(io, config, issued.metadata.jwks_uri, false);
	if (!keys_.ok) {
		return keys_;
	}
	const told = claims_of(io, endpoint, {
		config,
		keys: keys_.data,
		tokens: issued.tokens,
		claims: login_claims,
	});
	if (!told.ok) {
		return told;
	}
	const completed = complete(config, told.data, known);
	return ok(is_proof ? { claims: completed } : { claims: told.data, assumed: completed });
};
