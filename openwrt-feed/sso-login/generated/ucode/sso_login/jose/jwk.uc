'use strict';
// Generated from src/sso_login/jose/jwk.ts by "make ucode"; do not edit.

/** JSON Web Keys (RFC 7517, RFC 7518 section 6): which to use for a signature, and their PEM form. */

import { array_find, array_includes } from 'sso_login.ecma';
import * as json from 'sso_login.io.json';
import * as encoding from 'sso_login.base.encoding';
import { err, ok } from 'sso_login.result';
import * as hash from 'sso_login.jose.hash';

/** Keys tried for a token without `kid`. */
const max_keys_tried = 4;

/** Whether a JWK may verify signatures of an algorithm: type, curve, use and algorithm agree (RFC 8725 section 3.1). */
export function matches_alg(jwk, alg) {
	const type_ = alg === "RS256" ? jwk.kty === "RSA" : jwk.kty === "EC" && jwk.crv === "P-256";
	const use = jwk.use === null || jwk.use === "sig";
	const operations = jwk.key_ops === null || (json.is_array(jwk.key_ops) && array_includes(jwk.key_ops, "verify"));
	return type_ && use && operations && (jwk.alg === null || jwk.alg === alg);
};

/** The JWK whose `kid` matches, or the first one when no `kid` is given; ID_TOKEN_VERIFICATION_FAILED without one. */
export function find_jwk(keys_, kid) {
	const key = kid === null ? keys_[0] : array_find(keys_, (candidate) => candidate.kid === kid);
	return key !== null ? ok(key) : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "no key for the token's kid" });
};

/** The keys to try: the one of that `kid`, or without one the first few that match. */
export function candidates(keys_, alg, kid) {
	const matching = filter(keys_, (jwk) => matches_alg(jwk, alg));
	if (kid === null) {
		return slice(matching, 0, max_keys_tried);
	}
	const found = type(kid) == "string" ? find_jwk(matching, kid) : null;
	return found !== null && found.ok ? [found.data] : [];
};

/** The bytes of a JWK member in Base64URL, or undefined. */
function member_bytes(value) {
	return type(value) == "string" && value !== "" ? encoding.base64url_decode(value) : null;
}

/**
 * The PEM public key (SubjectPublicKeyInfo) of a JWK (RFC 7517, RFC 7518 section 6): RSA of 2048 to 4096 bits, or EC on
 * P-256. Fails with ID_TOKEN_VERIFICATION_FAILED.
 */
export function jwk_to_pem(jwk) {
	let pem;
	if (jwk.kty === "RSA") {
		const n = member_bytes(jwk.n);
		const e = member_bytes(jwk.e);
		pem = n !== null && e !== null ? hash.native_backend().jwk_rsa_to_pem(n, e) : null;
	} else if (jwk.kty === "EC" && jwk.crv === "P-256") {
		const x = member_bytes(jwk.x);
		const y = member_bytes(jwk.y);
		pem = x !== null && y !== null ? hash.native_backend().jwk_ec_p256_to_pem(x, y) : null;
	}
	return pem !== null ? ok(pem) : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "unusable key" });
};
