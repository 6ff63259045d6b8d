'use strict';
// Generated from src/sso_login/jose/jws.ts by "make ucode"; do not edit.

/** JSON Web Signatures in compact form (RFC 7515 section 7.1): taken apart, and their signatures verified. */

import { decode_object } from 'sso_login.io.json';
import { base64url_decode } from 'sso_login.base.encoding';
import { decode_claims } from 'sso_login.base.values';
import { err, ok } from 'sso_login.result';
import { native_backend } from 'sso_login.jose.hash';

function malformed(reason) {
	return err("ID_TOKEN_VERIFICATION_FAILED", { reason });
}

/**
 * Takes a JWS in compact form apart: exactly three parts of canonical Base64URL, header and payload JSON objects.
 * Fails with ID_TOKEN_VERIFICATION_FAILED. Verifies nothing.
 */
export function parse_jws(token) {
	const parts = split(token, ".");
	const header_part = parts[0];
	const payload_part = parts[1];
	const signature_part = parts[2];
	if (length(parts) != 3 || header_part === null || payload_part === null || signature_part === null) {
		return malformed("not three parts");
	}
	const header_text = base64url_decode(header_part);
	const payload_text = base64url_decode(payload_part);
	const signature = base64url_decode(signature_part);
	if (header_text === null || payload_text === null || signature === null) {
		return malformed("not Base64URL");
	}
	const header = decode_object(header_text);
	const payload = decode_claims(payload_text);
	if (!header.ok || !payload.ok) {
		return malformed("header or payload is not a JSON object");
	}
	return ok({
		header: header.data,
		payload: payload.data,
		signing_input: header_part + "." + payload_part,
		signature,
	});
};

/** Extensions that must be understood are not (RFC 7515 section 4.1.11): ID_TOKEN_VERIFICATION_FAILED with `crit`. */
export function check_crit(jws) {
	return jws.header.crit === null ? ok(true) : malformed("crit is not supported");
};

/** Whether the signature of a parsed JWS is right for an algorithm (RFC 7518 section 3.1, RFC 8037) and a PEM public key. */
export function verify_signature(jws, alg, pem) {
	const backend = native_backend();
	if (alg === "RS256") {
		return backend.verify_rs256(jws.signing_input, jws.signature, pem);
	}
	return alg === "ES256"
		? backend.verify_es256(jws.signing_input, jws.signature, pem)
		: backend.verify(alg, jws.signing_input, jws.signature, pem);
};
