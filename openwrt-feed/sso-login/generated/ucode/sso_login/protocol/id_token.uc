'use strict';
// Generated from src/sso_login/protocol/id_token.ts by "make ucode"; do not edit.

/**
 * The ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725): taken apart once, its signature verified, its claims
 * judged.
 */

import { array_every, array_some, is_number, key_of, substring } from 'sso_login.ecma';
import { is_array } from 'sso_login.io.json';
import { base64url_encode as encoding_base64url_encode } from 'sso_login.base.encoding';
import { text_of, is_name } from 'sso_login.base.values';
import { hash_by_alg, constant_time_eq as hash_constant_time_eq } from 'sso_login.jose.hash';
import { candidates, jwk_to_pem as jwk_jwk_to_pem } from 'sso_login.jose.jwk';
import { check_crit, parse_jws, verify_signature } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';
import { algorithms } from 'sso_login.settings.limits';
import { load_jwks } from 'sso_login.protocol.jwks';
import { max_token_length } from 'sso_login.protocol.token';

export function allowed_algs(policy) {
	const given = policy ?? {};
	return given.allowed_algs ?? ["RS256", "ES256"];
};

/** What the ID Token of a login is compared with; `now` is Unix time in seconds. */
export function expectations(config, nonce, access_token, now) {
	return {
		issuer: config.issuer_url,
		client_id: config.client_id,
		now,
		clock_tolerance: config.clock_tolerance,
		nonce,
		access_token,
		at_hash_required: config.at_hash_required !== false,
		acr_values: config.acr_values,
		max_age: config.max_age,
	};
};

/** Judges what of a token needs no key: algorithm and `crit`. UNSUPPORTED_ALGORITHM or ID_TOKEN_VERIFICATION_FAILED. */
export function check_header(parsed, policy) {
	const alg = text_of(parsed.header.alg);
	if (!(index(allowed_algs(policy), alg) >= 0)) {
		const hint = (index(algorithms, alg) >= 0) ? { id: "see_algs" } : null;
		return err("UNSUPPORTED_ALGORITHM", { alg: substring(alg, 0, 32), hint });
	}
	const crit = check_crit(parsed);
	return crit.ok ? ok(parsed) : crit;
};

/**
 * Takes an ID Token apart and judges what needs no key: size, form, algorithm, `crit`. Fails with
 * ID_TOKEN_VERIFICATION_FAILED or UNSUPPORTED_ALGORITHM.
 */
export function parse_id_token(id_token, policy) {
	if (length(id_token) > max_token_length) {
		return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "over 16 384 bytes" });
	}
	const parsed = parse_jws(id_token);
	return parsed.ok ? check_header(parsed.data, policy) : parsed;
};

/** Whether one of the keys made the signature. */
function verifies_with(keys_, parsed, alg) {
	return array_some(candidates(keys_, alg, parsed.header.kid), (key) => {
		const pem = jwk_jwk_to_pem(key);
		return pem.ok && verify_signature(parsed, alg, pem.data);
	});
}

/**
 * Verifies the signature; where that may help, the JWK Set is fetched anew, once for all tokens of a login: the set
 * takes the keys over.
 */
export function check_signature(io, parsed, set) {
	const alg = text_of(parsed.header.alg);
	let verifies = verifies_with(set.keys, parsed, alg);
	if (!verifies && !set.fresh) {
		const refreshed = load_jwks(io, set.uri, true);
		if (!refreshed.ok) {
			return refreshed;
		}
		set.keys = refreshed.data.keys;
		set.fresh = true;
		verifies = verifies_with(set.keys, parsed, alg);
	}
	const reason = "no key of the provider verifies the signature";
	return verifies ? ok(true) : err("ID_TOKEN_VERIFICATION_FAILED", { reason });
};

/** Largest time that counts: beyond it are no dates but attacks on arithmetic. The year 9999. */
const max_time = 253402300799;

/** ID_TOKEN_VERIFICATION_FAILED for a claim. */
export function claim_error(claim, reason) {
	return err("ID_TOKEN_VERIFICATION_FAILED", { claim, reason });
};

/** A NumericDate (RFC 7519 section 2): a finite number that is not negative. */
function is_date(value) {
	return is_number(value) && value >= 0 && value <= max_time;
}

/** A claim that names somebody or something. */
export function check_name(claims, claim) {
	const name = claims[key_of(claim)];
	return is_name(name) ? ok(name) : claim_error(claim, "is not a non-empty text without NUL");
};

/** Whether `aud` has this audience: a string, or an array of strings with it. */
export function has_audience(claims, audience) {
	const audiences = is_array(claims.aud) ? claims.aud : [claims.aud];
	return (index(audiences, audience) >= 0) && array_every(audiences, (member) => type(member) == "string");
};

/** Whether a token is for this client. */
export function check_audience(claims, client_id) {
	if (!has_audience(claims, client_id)) {
		return claim_error("aud", "is not for this client");
	}
	if (is_array(claims.aud) && length(claims.aud) > 1 && claims.azp === null) {
		return claim_error("azp", "is missing although there are several audiences");
	}
	if (claims.azp !== null && claims.azp !== client_id) {
		return claim_error("azp", "is not this client");
	}
	return ok(true);
};

/** `exp`, `iat` and `nbf` against the clock. */
export function check_times(claims, expected) {
	const now = expected.now;
	const clock_tolerance = expected.clock_tolerance;
	if (!is_date(claims.exp)) {
		return claim_error("exp", "is not a date");
	}
	if (now >= claims.exp + clock_tolerance) {
		return claim_error("exp", { id: "past" });
	}
	if (!is_date(claims.iat)) {
		return claim_error("iat", "is not a date");
	}
	if (claims.iat > now + clock_tolerance) {
		return claim_error("iat", { id: "future" });
	}
	if (claims.nbf === null) {
		return ok(true);
	}
	if (!is_date(claims.nbf)) {
		return claim_error("nbf", "is not a date");
	}
	return claims.nbf > now + clock_tolerance ? claim_error("nbf", { id: "future" }) : ok(true);
};

/** Judges `iss`, `aud`, `azp`, `sub`, `exp`, `iat` and `nbf`; ID_TOKEN_VERIFICATION_FAILED names the claim. */
export function check_claims(claims, expected) {
	if (claims.iss !== expected.issuer) {
		return claim_error("iss", "is not issuer_url");
	}
	const sub = check_name(claims, "sub");
	const audience = sub.ok ? check_audience(claims, expected.client_id) : sub;
	return audience.ok ? check_times(claims, expected) : audience;
};

/**
 * `at_hash` (OpenID Connect Core section 3.1.3.6): the left half of the access token's hash, which is that of `alg`, in
 * Base64URL. AT_HASH_MISMATCH where it differs, or is absent although it must be there.
 */
function check_at_hash(claims, expected, alg) {
	const at_hash = claims.at_hash;
	if (at_hash === null) {
		return expected.at_hash_required
			? err("AT_HASH_MISMATCH", { reason: "absent", hint: { id: "see_at_hash" } })
			: ok(true);
	}
	const digest = hash_by_alg(alg, expected.access_token) ?? "";
	const right = encoding_base64url_encode(substring(digest, 0, 1.0 * length(digest) / 2));
	const same_ = type(at_hash) == "string" && hash_constant_time_eq(at_hash, right);
	return same_ && digest !== "" ? ok(true) : err("AT_HASH_MISMATCH");
}

/** How the user was authenticated: `acr`, where that matters. */
function check_acr(claims, expected) {
	const acr = claims.acr;
	if (expected.acr_values === null || array_some(expected.acr_values, (value) => value === acr)) {
		return ok(true);
	}
	const reason = acr === null ? "absent" : "different";
	return err("AUTHENTICATION_TOO_WEAK", { reason, acr: substring(text_of(acr), 0, 64) });
}

function too_old(reason) {
	return err("AUTHENTICATION_TOO_OLD", { claim: "auth_time", reason });
}

/** When the user was authenticated: `auth_time` against `max_age` (OpenID Connect Core sections 2 and 3.1.2.1). */
function check_auth_time(claims, expected) {
	const max_age = expected.max_age;
	const auth_time = claims.auth_time;
	if (max_age === null) {
		return ok(true);
	}
	if (!is_date(auth_time)) {
		return too_old(auth_time === null ? "absent" : "is not a date");
	}
	const age = expected.now - auth_time;
	if (age < -expected.clock_tolerance) {
		return too_old({ id: "future" });
	}
	return age > max_age + expected.clock_tolerance ? too_old("is too long ago") : ok(true);
}

/** Whether the user was authenticated before a time, as far as `auth_time` tells; Unix seconds. */
export function was_before(claims, time, config) {
	const auth_time = claims.auth_time;
	return time !== null && is_date(auth_time) && auth_time < time - config.clock_tolerance;
};

/** Judges how and when the user was authenticated: AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD. */
export function check_authentication(claims, expected) {
	const acr = check_acr(claims, expected);
	return acr.ok ? check_auth_time(claims, expected) : acr;
};

/**
 * Verifies a parsed ID Token with the keys of a JWK Set and returns its claims; on an unknown `kid` or a failed signature
 * the set is refreshed once, unless it is fresh. Fails with NONCE_MISMATCH, AT_HASH_MISMATCH,
 * AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD, ID_TOKEN_VERIFICATION_FAILED, or as the refresh does.
 */
export function verify(io, parsed, set, expected) {
	const signature = check_signature(io, parsed, set);
	if (!signature.ok) {
		return signature;
	}
	const claims = parsed.payload;
	const checked = check_claims(claims, expected);
	if (!checked.ok) {
		return checked;
	}
	if (type(claims.nonce) != "string" || !hash_constant_time_eq(claims.nonce, expected.nonce)) {
		return err("NONCE_MISMATCH", { reason: claims.nonce === null ? "absent" : "different" });
	}
	const at_hash = check_at_hash(claims, expected, text_of(parsed.header.alg));
	const authenticated = at_hash.ok ? check_authentication(claims, expected) : at_hash;
	return authenticated.ok ? ok(claims) : authenticated;
};
