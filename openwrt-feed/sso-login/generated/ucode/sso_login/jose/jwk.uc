'use strict';
// Generated from src/sso_login/jose/jwk.ts by "make ucode"; do not edit.

/** JSON Web Keys (RFC 7517, RFC 7518 section 6): which to use for a signature, and their PEM form. */

import { key_of } from 'sso_login.ecma';
import { base64url_decode } from 'sso_login.io.bytes';
import { is_array } from 'sso_login.io.json';
import { text_of } from 'sso_login.base.json_values';
import { err, ok } from 'sso_login.result';
import { native_backend } from 'sso_login.jose.hash';

/** Keys tried for a token: without `kid`, or of one `kid`. */
const max_keys_tried = 4;

/** The curve of an algorithm; one without has RSA keys (RFC 7518 section 3.1, RFC 8037 section 3.1). */
const curves = {
	ES256: "P-256",
	ES384: "P-384",
	ES512: "P-521",
	EdDSA: "Ed25519",
};

/** The kind of a JWK's numbers: `RSA` or a curve; "" where type and curve do not agree. */
function kind_of(jwk) {
	if (jwk.kty === "RSA") {
		return "RSA";
	}
	const curve = text_of(jwk.crv);
	return curve !== "RSA" && jwk.kty === (curve === "Ed25519" ? "OKP" : "EC") ? curve : "";
}

/** Whether a JWK is for signatures as far as it says; an empty text says nothing. */
export function is_signing(jwk) {
	return (jwk.use ?? "") === "" || jwk.use === "sig";
};

/** Whether a JWK may verify signatures of an algorithm: type, curve, use and algorithm agree (RFC 8725 section 3.1). */
export function matches_alg(jwk, alg) {
	const type_ = kind_of(jwk) === (curves[key_of(alg)] ?? "RSA");
	const operations = (jwk.key_ops ?? "") === "" || (is_array(jwk.key_ops) && (index(jwk.key_ops, "verify") >= 0));
	return type_ && is_signing(jwk) && operations && ((jwk.alg ?? "") === "" || jwk.alg === alg);
};

/** The keys that fit an algorithm: of a token's `kid`, or all without one. */
export function matching(keys_, alg, kid) {
	const is_named = (jwk) => kid === null || (type(kid) == "string" && jwk.kid === kid);
	return filter(keys_, (jwk) => is_named(jwk) && matches_alg(jwk, alg));
};

/** The keys to try: the first few of those. */
export function candidates(keys_, alg, kid) {
	return slice(matching(keys_, alg, kid), 0, max_keys_tried);
};

/** The bytes of a JWK member in Base64URL, or undefined. */
function member_bytes(value) {
	return type(value) == "string" && value !== "" ? base64url_decode(value) : null;
}

/** The PEM form of decoded numbers, by the backend. */
function to_pem(kind, first, second) {
	const backend = native_backend();
	if (kind === "RSA") {
		return backend.jwk_rsa_to_pem(first, second);
	}
	return kind === "P-256" ? backend.jwk_ec_p256_to_pem(first, second) : backend.jwk_to_pem(kind, first, second);
}

/**
 * The PEM public key (SubjectPublicKeyInfo) of a JWK (RFC 7517, RFC 7518 section 6, RFC 8037): RSA of 2048 to 4096 bits, EC
 * on P-256, P-384 or P-521, or Ed25519 where the backend has it. Fails with ID_TOKEN_VERIFICATION_FAILED.
 */
export function jwk_to_pem(jwk) {
	const kind = kind_of(jwk);
	const first_member = kind === "RSA" ? jwk.n : jwk.x;
	const second_member = kind === "RSA" ? jwk.e : jwk.y;
	const first = member_bytes(first_member);
	const second = kind === "Ed25519" ? "" : member_bytes(second_member);
	const pem = first !== null && second !== null ? to_pem(kind, first, second) : null;
	return pem !== null ? ok(pem) : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "unusable key" });
};
