'use strict';
// Generated from src/sso_login/login/revalidation/refreshed_user.ts by "make ucode"; do not edit.

/** The user of refreshed tokens, established anew. What the login knew of the user proves nothing now. */

import { same } from 'sso_login.ecma';
import { text_of } from 'sso_login.base.json_values';
import { for_client, claim_error, is_date, check_authentication } from 'sso_login.jose.token_claims';
import { load_jwks } from 'sso_login.protocol.jwk_set';
import { complete_claims, merge } from 'sso_login.protocol.userinfo';
import { err, ok } from 'sso_login.result';
import { email_of } from 'sso_login.rights.claim_rules';
import { verify as attempt_verify, complete as attempt_complete } from 'sso_login.login.attempt';

/** Expectations of a refreshed ID Token, whose nonce is that of the login if it has one (OpenID Connect Core section 12.2). */
export function expectations(config, nonce, access_token, now) {
	const expected = for_client(config, now);
	expected.optional = ["nonce"];
	expected.nonce = nonce;
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
		return claim_error("sub", "is not that of the login");
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

/** The user by a refreshed ID Token, whose claims UserInfo completes. */
function by_id_token(io, issued, login_claims, rules) {
	const config = issued.config;
	const nonce = text_of(login_claims.nonce);
	const expected = expectations(config, nonce, issued.tokens.access_token, io.time());
	const found = attempt_verify(io, issued, expected);
	if (!found.ok) {
		return found;
	}
	const same_ = compare_claims(found.data.claims, login_claims, config);
	const user = same_.ok ? attempt_complete(io, found.data, rules) : same_;
	return user.ok ? ok({ claims: user.data.claims }) : user;
}

/** The user of refreshed tokens without an ID Token, by UserInfo with the access token. */
function by_userinfo(io, issued, login_claims) {
	const config = issued.config;
	const endpoint = issued.metadata.userinfo_endpoint;
	if (endpoint === null) {
		const reason = "the answer has no ID Token, and the provider no UserInfo endpoint";
		return err("ID_TOKEN_VERIFICATION_FAILED", { reason, hint: { id: "never_revalidated" } });
	}
	const keys_ = load_jwks(io, config, issued.metadata.jwks_uri, false);
	if (!keys_.ok) {
		return keys_;
	}
	const user = { config, keys: keys_.data, tokens: issued.tokens, claims: { sub: login_claims.sub } };
	const found = complete_claims(io, endpoint, user);
	if (!found.ok) {
		return found;
	}
	const claims = found.data.claims;
	const assumed = merge(claims, login_claims, config);
	// The claim of the login is about the address of the login alone.
	if (same(email_of(config, claims), email_of(config, login_claims))) {
		assumed.email_verified = assumed.email_verified ?? login_claims.email_verified;
	}
	return ok({ claims, assumed });
}

/** Establishes the user of refreshed tokens, who is that of the login's ID Token. Fails with the code of the step that refused. */
export function identify(io, issued, login_claims, rules) {
	const has_id_token = (issued.tokens.id_token ?? "") !== "";
	return has_id_token ? by_id_token(io, issued, login_claims, rules) : by_userinfo(io, issued, login_claims);
};
