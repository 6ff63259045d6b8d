'use strict';
// Generated from src/sso_login/login/revalidation/refreshed_user.ts by "make ucode"; do not edit.

/** The user of refreshed tokens, established anew. What the login knew of the user proves nothing now. */

import { same } from 'sso_login.ecma';
import { for_client, claim_error, is_date, check_authentication } from 'sso_login.jose.token_claims';
import { merge, claims_of } from 'sso_login.protocol.userinfo';
import { err, ok } from 'sso_login.result';
import { email_of } from 'sso_login.rights.claim_rules';
import { verify as attempt_verify } from 'sso_login.login.attempt';

/** Expectations of a refreshed ID Token (OpenID Connect Core section 12.2), whose nonce is compared apart. */
export function expectations(config, access_token, now) {
	const expected = for_client(config, now);
	expected.access_token = access_token;
	expected.optional = ["at_hash"];
	return expected;
};

/**
 * Compares a refreshed ID Token with the claims of the login's (OpenID Connect Core section 12.2): `sub` is the same, and `iat` is
 * not earlier, with the tolerance. `acr` and `auth_time`, where they are there, meet the demands of a login at its moment; in tokens
 * of some providers `auth_time` is of a later login at another client. ID_TOKEN_VERIFICATION_FAILED, AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
 */
export function compare_claims(claims, login_claims, demands) {
	const clock_tolerance = demands.clock_tolerance;
	if (!same(claims.sub, login_claims.sub)) {
		return claim_error("sub", "is not that of the login", "other_subject");
	}
	const issued_at = claims.iat;
	const login_at = is_date(login_claims.iat) ? login_claims.iat : issued_at;
	if (issued_at < login_at - clock_tolerance) {
		return claim_error("iat", "is before that of the login");
	}
	const acr_values = claims.acr !== null ? demands.acr_values : null;
	// An authentication after the login is never too old for it.
	const is_earlier = is_date(claims.auth_time) && claims.auth_time <= login_at;
	const max_age = is_earlier ? demands.max_age : null;
	return check_authentication(claims, { acr_values, max_age, clock_tolerance }, login_at);
};

/** Verifies the ID Token of an answer in all but its nonce, which says whether it proves the user. */
function verify(io, issued, login_claims) {
	if ((issued.tokens.id_token ?? "") === "") {
		return ok({ kind: "none", claims: login_claims, metadata: issued.metadata });
	}
	const expected = expectations(issued.config, issued.tokens.access_token, io.time());
	const found = attempt_verify(io, issued, expected);
	if (!found.ok) {
		return found;
	}
	const claims = found.data.claims;
	const same_ = compare_claims(claims, login_claims, issued.config);
	if (!same_.ok) {
		return same_;
	}
	const is_proof = claims.nonce === null || claims.nonce === login_claims.nonce;
	return ok({ kind: is_proof ? "proof" : "other_nonce", claims, metadata: found.data.metadata });
}

/**
 * The newest claims, completed by others. What these say of an address is about that address alone: `merge` leaves `email_verified` absent where
 * the newest claims have an address and do not say.
 */
function complete(config, newest, others) {
	const claims = merge(newest, others, config);
	if (same(email_of(config, newest), email_of(config, others))) {
		claims.email_verified = claims.email_verified ?? others.email_verified;
	}
	return claims;
}

/** The failure of an answer that proves no user, at a provider without UserInfo. */
function proves_nothing(by_token) {
	const lack = by_token.kind === "none" ? "no ID Token" : "another nonce";
	const reason = lack + ", and the provider has no UserInfo endpoint";
	return err("ID_TOKEN_VERIFICATION_FAILED", { reason, hint: { id: "never_revalidated" } });
}

/**
 * Establishes the user of refreshed tokens, who is that of the login: by their ID Token, where there is one, and by UserInfo, where the
 * provider has it, whose claims are the newest. An ID Token of another nonce proves nothing, as some providers keep one nonce a user; it
 * fills in for claims that UserInfo lacks as the login's does. Fails with the code of the step that refused.
 */
export function identify(io, issued, login_claims) {
	const by_token = verify(io, issued, login_claims);
	if (!by_token.ok) {
		return by_token;
	}
	const is_proof = by_token.data.kind === "proof";
	const known = by_token.data.claims;
	const metadata = by_token.data.metadata;
	if (metadata.userinfo_endpoint === null) {
		return is_proof ? ok({ proved: known, completed: known }) : proves_nothing(by_token.data);
	}
	const config = issued.config;
	// Of `claims` it compares the subject alone.
	const told = claims_of(io, { config, metadata, tokens: issued.tokens, claims: login_claims });
	if (!told.ok) {
		return told;
	}
	const completed = complete(config, told.data, known);
	return ok({ proved: is_proof ? completed : told.data, completed });
};
