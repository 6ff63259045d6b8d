'use strict';
// Generated from src/sso_login/protocol/id_token.ts by "make ucode"; do not edit.

/** The ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725), and what other signed tokens have of it: header and signature. */

import { array_every, array_some, substring } from 'sso_login.ecma';
import { text_of } from 'sso_login.base.json_values';
import { check_claims as token_claims_check_claims } from 'sso_login.jose.token_claims';
import { matching as jwk_matching, jwk_to_pem as jwk_jwk_to_pem, candidates } from 'sso_login.jose.jwk';
import { check_crit, parse_jws, verify_signature } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';
import { algorithms } from 'sso_login.settings.option_bounds';
import { load_jwks } from 'sso_login.protocol.jwk_set';
import { max_token_length } from 'sso_login.protocol.token_request';

/** The algorithms of signatures where an option or a policy names none. */
export const default_algs = ["RS256", "ES256"];

/** Expectations of a login's ID Token; `now` is Unix time in seconds. */
export function expectations(config, nonce, access_token, now) {
	return {
		issuer: config.issuer_url,
		client_id: config.client_id,
		now,
		clock_tolerance: config.clock_tolerance,
		nonce,
		access_token,
		at_hash_required: config.at_hash !== "optional",
		acr_values: config.acr_values,
		max_age: config.max_age,
	};
};

/** Expectations of a refreshed ID Token, by the claims of the login's (OpenID Connect Core section 12.2). */
export function expectations_of_refresh(config, first, access_token, now) {
	return {
		issuer: config.issuer_url,
		client_id: config.client_id,
		now,
		clock_tolerance: config.clock_tolerance,
		optional: ["nonce"],
		nonce: text_of(first.nonce),
		access_token,
		at_hash_required: false,
		first,
	};
};

/** Checks algorithm and `crit`, which need no key. UNSUPPORTED_ALGORITHM or ID_TOKEN_VERIFICATION_FAILED. */
export function check_header(parsed, allowed_algs) {
	const alg = text_of(parsed.header.alg);
	const allowed = allowed_algs ?? default_algs;
	if (!(index(allowed, alg) >= 0)) {
		const see_algs = { id: "see_algs", params: { allowed: join(" ", allowed) } };
		const hint = (index(algorithms, alg) >= 0) ? see_algs : null;
		return err("UNSUPPORTED_ALGORITHM", { alg: substring(alg, 0, 32), hint });
	}
	const crit = check_crit(parsed);
	return crit.ok ? ok(parsed) : crit;
};

/**
 * Takes an ID Token apart and checks size, form, algorithm and `crit`, which need no key. Fails with
 * ID_TOKEN_VERIFICATION_FAILED or UNSUPPORTED_ALGORITHM.
 */
export function parse_id_token(id_token, allowed_algs) {
	if (length(id_token) > max_token_length) {
		const facts = { reason: "over 16 384 bytes", bytes: length(id_token), hint: { id: "shorter_token" } };
		return err("ID_TOKEN_VERIFICATION_FAILED", facts);
	}
	const parsed = parse_jws(id_token);
	return parsed.ok ? check_header(parsed.data, allowed_algs) : parsed;
};

/** Bytes of a `kid` that the log shows. */
const max_kid = 64;

/** ID_TOKEN_VERIFICATION_FAILED where no key verifies, with the reason: each kind of failure has its own. */
function key_failure(keys_, tried, header, alg) {
	const kid = header.kid;
	const facts = { alg, kid: type(kid) == "string" ? substring(kid, 0, max_kid) : null };
	const is_named = kid !== null && array_some(keys_, (key) => key.kid === kid);
	const matching = length(jwk_matching(keys_, alg, kid));
	if (length(keys_) == 0) {
		facts.reason = { id: "no_signing_key" };
	} else if (kid !== null && type(kid) != "string") {
		facts.reason = "the token's kid is not a text";
		facts.hint = { id: "kid_as_text" };
	} else if (kid !== null && !is_named) {
		const are_named = array_some(keys_, (key) => type(key.kid) == "string");
		const are_nameless = array_every(keys_, (key) => key.kid === null);
		facts.reason = "no key of the provider has the token's kid";
		facts.hint = { id: are_named ? "own_keys" : are_nameless ? "name_keys" : "kid_as_text" };
	} else if (matching == 0) {
		facts.reason = is_named
			? "the key of this kid is not for this algorithm"
			: "no key of the provider fits the algorithm";
		facts.hint = { id: "signing_key" };
	} else if (array_every(tried, (key) => !jwk_jwk_to_pem(key).ok)) {
		facts.reason = "the key cannot be used";
		facts.hint = { id: "usable_key" };
	} else if (matching > length(tried)) {
		facts.reason = `no key of the first ${length(tried)} that fit verifies the signature`;
		facts.keys = matching;
		facts.hint = { id: "name_keys" };
	} else {
		facts.reason =
			kid !== null
				? "the key of this kid does not verify the signature"
				: "no key that fits verifies the signature";
		facts.hint = { id: "own_keys" };
	}
	return err("ID_TOKEN_VERIFICATION_FAILED", facts);
}

/** Checks whether one of the keys made the signature. */
function verify_with(keys_, parsed, alg) {
	const tried = candidates(keys_, alg, parsed.header.kid);
	const verifies = array_some(tried, (key) => {
		const pem = jwk_jwk_to_pem(key);
		return pem.ok && verify_signature(parsed, alg, pem.data);
	});
	return verifies ? ok(true) : key_failure(keys_, tried, parsed.header, alg);
}

/** Verifies the signature; where that may help, the JWK Set is fetched anew, into `set`: once for all tokens of a login. */
export function check_signature(io, provider, parsed, set) {
	const alg = text_of(parsed.header.alg);
	const verified = verify_with(set.keys, parsed, alg);
	if (verified.ok || set.fresh) {
		return verified;
	}
	const refreshed = load_jwks(io, provider, set.uri, true);
	if (!refreshed.ok) {
		return refreshed;
	}
	set.keys = refreshed.data.keys;
	set.fresh = true;
	return verify_with(set.keys, parsed, alg);
};

/**
 * Verifies a parsed ID Token with the keys of a JWK Set and returns its claims; on an unknown `kid` or a failed signature
 * the set is refreshed once, unless it is fresh. Fails as `check_claims` and the refresh do.
 */
export function verify(io, provider, parsed, set, expected) {
	const signature = check_signature(io, provider, parsed, set);
	if (!signature.ok) {
		return signature;
	}
	const checked = token_claims_check_claims(parsed.header, parsed.payload, expected);
	return checked.ok ? ok(parsed.payload) : checked;
};
