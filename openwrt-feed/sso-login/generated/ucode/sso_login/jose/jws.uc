'use strict';
// Generated from src/sso_login/jose/jws.ts by "make ucode"; do not edit.

/** JSON Web Signatures in compact form (RFC 7515 section 7.1): taken apart, and their signatures verified. */

import { array_some, char_at, substring } from 'sso_login.ecma';
import { outside, base64url_decode } from 'sso_login.io.bytes';
import { decode_foreign } from 'sso_login.io.json';
import { err, ok } from 'sso_login.result';
import { native_backend } from 'sso_login.jose.hash';

/** Whether a JSON text has a member of this name that is null. The name may also be a value, or in one. */
function has_null(text, name) {
	// The part before the first name is among them: it begins with a brace, not with a colon.
	const rests = split(text, '"' + name + '"');
	return array_some(rests, (rest) => {
		const colon = outside(rest, "blank", 0);
		const value = outside(rest, "blank", colon + 1);
		return char_at(rest, colon) === ":" && substring(rest, value, value + 4) === "null";
	});
}

function malformed(reason, hint, meaning) {
	return err("ID_TOKEN_VERIFICATION_FAILED", { reason, hint: hint !== null ? { id: hint } : null }, meaning);
}

/** Parts of a JWE in compact form (RFC 7516 section 7.1). */
const encrypted_parts = 5;

const no_object = "header or payload is not a JSON object";

/**
 * Takes a JWS in compact form apart: exactly three parts of canonical Base64URL, the header a JSON object; the payload is not
 * read. Fails with ID_TOKEN_VERIFICATION_FAILED. Verifies nothing.
 */
export function open_jws(token) {
	const parts = split(token, ".");
	const header_part = parts[0];
	const payload_part = parts[1];
	const signature_part = parts[2];
	if (length(parts) == encrypted_parts) {
		return malformed("is encrypted: five parts, and a signed token has three", "no_encryption");
	}
	if (length(parts) != 3 || header_part === null || payload_part === null || signature_part === null) {
		return malformed("not three parts", null, length(parts) == 1 ? "opaque" : null);
	}
	const header_text = base64url_decode(header_part);
	const payload_text = base64url_decode(payload_part);
	const signature = base64url_decode(signature_part);
	if (header_text === null || payload_text === null || signature === null) {
		return malformed("not Base64URL");
	}
	const header = decode_foreign(header_text);
	// The presence of crit alone refuses a token, and JSON's null is absence.
	if (header.ok && header.data.crit === null && has_null(header_text, "crit")) {
		header.data.crit = false;
	}
	return header.ok
		? ok({ header: header.data, payload_text, signing_input: header_part + "." + payload_part, signature })
		: malformed(no_object);
};

/** The payload of a JWS as claims; ID_TOKEN_VERIFICATION_FAILED when it is no JSON object. */
export function read_claims(jws) {
	const claims = decode_foreign(jws.payload_text);
	return claims.ok ? claims : malformed(no_object);
};

/** Takes a JWS in compact form apart and reads its payload, too. Fails as open_jws and read_claims do. Verifies nothing. */
export function parse_jws(token) {
	const opened = open_jws(token);
	if (!opened.ok) {
		return opened;
	}
	const claims = read_claims(opened.data);
	if (!claims.ok) {
		return claims;
	}
	const parsed = opened.data;
	parsed.payload = claims.data;
	return ok(parsed);
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
