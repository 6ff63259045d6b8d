'use strict';
// Generated from src/sso_login/jose/token_claims.ts by "make ucode"; do not edit.

/** The claims of JWTs (RFC 7519 section 4.1): one check with expectations for every kind of token. */

import { array_every, array_includes, array_some, floor, is_number, key_of, substring } from 'sso_login.ecma';
import { base64url_encode } from 'sso_login.io.bytes';
import { encode as json_encode, is_array } from 'sso_login.io.json';
import { is_name, text_of } from 'sso_login.base.json_values';
import { err, ok } from 'sso_login.result';
import { constant_time_eq as hash_constant_time_eq, hash_by_alg } from 'sso_login.jose.hash';

/** Expectations of a token for this client; `now` is Unix time in seconds. */
export function for_client(config, now) {
	const audience = { kind: "client", value: config.client_id };
	return { issuer: config.issuer_url, audience, now, clock_tolerance: config.clock_tolerance };
};

/** Greatest NumericDate that is accepted, the end of the year 9999: greater ones are attacks on arithmetic. */
const max_date = 253402300799;

const no_name = "is not a non-empty text without NUL";
const no_number = "is a number, and must be a text";

/** ID_TOKEN_VERIFICATION_FAILED for a claim. */
export function claim_error(claim, reason, meaning) {
	return err("ID_TOKEN_VERIFICATION_FAILED", { claim, reason }, meaning);
};

/** Bytes of a received value that the log shows, and the first number that is too large. */
const max_received = 200;
const too_large = 100000000000000;

/** A received value for the log: a text as it is, another value as JSON. */
export function received(value) {
	if (value === null) {
		return "absent";
	}
	// The two languages write fractions and large numbers differently.
	if (is_number(value) && (value != floor(value) || value >= too_large || value <= -too_large)) {
		return "a number";
	}
	const text = type(value) == "string" ? value : join("/", split(json_encode(value), "\\/"));
	return substring(text, 0, max_received);
};

/** ID_TOKEN_VERIFICATION_FAILED for a claim that is another than it must be, with both. */
function mismatch(claim, reason, value, wanted) {
	const meaning = claim === "iss" && type(value) == "string" ? "other_issuer" : null;
	return err("ID_TOKEN_VERIFICATION_FAILED", { claim, reason, received: received(value), expected: wanted }, meaning);
}

const no_date = "is not a date";

/** A NumericDate (RFC 7519 section 2): a finite number that is not negative. */
export function is_date(value) {
	return is_number(value) && value >= 0 && value <= max_date;
};

/** The text of a claim that names somebody or something. */
export function check_name(claims, claim) {
	const name = claims[key_of(claim)];
	if (is_name(name)) {
		return ok(name);
	}
	const other = is_number(name) ? no_number : no_name;
	return claim_error(claim, name === null ? "is missing" : other);
};

/** Whether a value that may be absent by the expectations is so. */
function may_lack(expected, name, value) {
	return value === null && expected.optional !== null && (index(expected.optional, name) >= 0);
}

function check_issuer(_header, claims, expected) {
	return claims.iss === expected.issuer || may_lack(expected, "iss", claims.iss)
		? ok(true)
		: mismatch("iss", "is not issuer_url", claims.iss, expected.issuer);
}

function check_subject(_header, claims, expected) {
	const subject = expected.leaves_subject === true ? ok("") : check_name(claims, "sub");
	return subject.ok ? ok(true) : subject;
}

/** Checks `aud` and `azp`. */
function check_audience(_header, claims, expected) {
	if (may_lack(expected, "aud", claims.aud)) {
		return ok(true);
	}
	const several = is_array(claims.aud) ? claims.aud : null;
	const audiences = several ?? [claims.aud];
	const is_api = expected.audience.kind === "api";
	const audience = expected.audience.value;
	if (!array_includes(audiences, audience) || array_some(audiences, (member) => type(member) != "string")) {
		return mismatch("aud", is_api ? "is not api_audience" : "is not for this client", claims.aud, audience);
	}
	if (is_api || claims.azp === audience) {
		return ok(true);
	}
	if (claims.azp !== null) {
		return mismatch("azp", "is not this client", claims.azp, audience);
	}
	// The same value twice is one audience.
	return array_every(audiences, (member) => member === audience)
		? ok(true)
		: claim_error("azp", "is missing although there are several audiences");
}

function check_expiry(_header, claims, expected) {
	const exp = claims.exp;
	if (!is_date(exp) || exp == 0) {
		return may_lack(expected, "exp", exp) ? ok(true) : mismatch("exp", no_date, exp);
	}
	const past = { id: expected.audience.kind === "api" ? "past_token" : "past" };
	return expected.now < exp + expected.clock_tolerance ? ok(true) : claim_error("exp", past);
}

/** Checks that a date is not in the future. */
function check_begin(claims, name, expected) {
	const date = claims[name];
	if (!is_date(date)) {
		const is_absent = name === "nbf" ? date === null : may_lack(expected, name, date);
		return is_absent ? ok(true) : mismatch(name, no_date, date);
	}
	return date <= expected.now + expected.clock_tolerance ? ok(true) : claim_error(name, { id: "future" });
}

function check_nonce(_header, claims, expected) {
	const nonce = claims.nonce;
	const wanted = expected.nonce;
	if (wanted === null || may_lack(expected, "nonce", nonce)) {
		return ok(true);
	}
	return type(nonce) == "string" && hash_constant_time_eq(nonce, wanted)
		? ok(true)
		: err("NONCE_MISMATCH", { reason: nonce === null ? "absent" : "different" });
}

/**
 * Checks `at_hash` (OpenID Connect Core section 3.1.3.6): the left half of the access token's hash, which is that of `alg`, in
 * Base64URL. AT_HASH_MISMATCH where it differs, or is absent although it must be there.
 */
function check_at_hash(header, claims, expected) {
	const at_hash = claims.at_hash;
	if (expected.access_token === null || may_lack(expected, "at_hash", at_hash)) {
		return ok(true);
	}
	if (at_hash === null) {
		return err("AT_HASH_MISMATCH", { reason: "absent", hint: { id: "see_at_hash" } });
	}
	const digest = hash_by_alg(text_of(header.alg), expected.access_token) ?? "";
	const right = base64url_encode(substring(digest, 0, 1.0 * length(digest) / 2));
	const same_ = type(at_hash) == "string" && hash_constant_time_eq(at_hash, right);
	return same_ && digest !== "" ? ok(true) : err("AT_HASH_MISMATCH");
}

function too_old(reason) {
	return err("AUTHENTICATION_TOO_OLD", { claim: "auth_time", reason });
}

/**
 * How and when the user was authenticated (OpenID Connect Core sections 2 and 3.1.2.1): `acr` against `acr_values`, `auth_time`
 * against `max_age`. AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
 */
export function check_authentication(claims, demands, now) {
	const acr = claims.acr;
	if (demands.acr_values !== null && !array_some(demands.acr_values, (value) => value === acr)) {
		const reason = acr === null ? "absent" : "different";
		return err("AUTHENTICATION_TOO_WEAK", { reason, acr: acr === null ? "" : substring(received(acr), 0, 64) });
	}
	const auth_time = claims.auth_time;
	if (demands.max_age === null) {
		return ok(true);
	}
	if (!is_date(auth_time)) {
		return too_old(auth_time === null ? "absent" : "is not a date");
	}
	const age = now - auth_time;
	if (age < -demands.clock_tolerance) {
		return too_old({ id: "future" });
	}
	return age > demands.max_age + demands.clock_tolerance ? too_old("is too long ago") : ok(true);
};

/** The checks of header and claims, in their order. */
const checks = [
	check_issuer,
	check_subject,
	check_audience,
	check_expiry,
	(_header, claims, expected) => check_begin(claims, "iat", expected),
	(_header, claims, expected) => check_begin(claims, "nbf", expected),
	check_nonce,
	check_at_hash,
	(_header, claims, expected) => check_authentication(claims, expected, expected.now),
];

/**
 * Checks header and claims of a token against expectations. ID_TOKEN_VERIFICATION_FAILED names the claim; NONCE_MISMATCH,
 * AT_HASH_MISMATCH, AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD.
 */
export function check_claims(header, claims, expected) {
	for (let check in checks) {
		const checked = check(header, claims, expected);
		if (!checked.ok) {
			return checked;
		}
	}
	return ok(true);
};
