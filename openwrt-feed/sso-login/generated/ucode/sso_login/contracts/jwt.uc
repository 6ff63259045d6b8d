'use strict';
// Generated from src/sso_login/contracts/jwt.ts by "make ucode"; do not edit.

/** The contracts' JWS with a shared secret and JWT with a given key; a login itself goes by protocol/id_token.ts. */

import { base64url_encode } from 'sso_login.io.bytes';
import { encode as json_encode } from 'sso_login.io.json';
import { panic } from 'sso_login.io.native';
import { text_of } from 'sso_login.base.json_values';
import { err, ok } from 'sso_login.result';
import { native_backend, constant_time_eq as hash_constant_time_eq } from 'sso_login.jose.hash';
import { parse_jws, check_crit, verify_signature } from 'sso_login.jose.jws';
import { specified as specified_specified } from 'sso_login.contracts.specified';

function wrong_signature() {
	return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "signature" });
}

/** Takes a token apart that must be of one of these algorithms, and without `crit`. */
function parse(token, algs) {
	const parsed = parse_jws(token);
	if (!parsed.ok) {
		return specified_specified(parsed);
	}
	if (!(index(algs, text_of(parsed.data.header.alg)) >= 0)) {
		return err("UNSUPPORTED_ALGORITHM");
	}
	const crit = check_crit(parsed.data);
	return crit.ok ? parsed : crit;
}

/** Signs a payload with HMAC-SHA-256 and returns the JWS in compact form (RFC 7515 section 7.1). */
export function jws_sign(payload, secret) {
	const header = base64url_encode('{"alg":"HS256"}');
	const input = header + "." + base64url_encode(json_encode(payload));
	const mac = native_backend().hmac_sha256(secret, input);
	if (mac === null) {
		return panic("no HMAC");
	}
	return input + "." + base64url_encode(mac);
};

/** Verifies a JWS made by jws_sign; `alg` other than HS256, a `crit` header or a wrong MAC are errors. */
export function jws_verify(token, secret) {
	const parsed = parse(token, ["HS256"]);
	if (!parsed.ok) {
		return parsed;
	}
	const mac = native_backend().hmac_sha256(secret, parsed.data.signing_input);
	const right = mac !== null && hash_constant_time_eq(mac, parsed.data.signature);
	return right ? ok(parsed.data.payload) : wrong_signature();
};

/**
 * Verifies the signature of a JWT (RFC 7519, RFC 8725) and returns its claims, which are not judged. Algorithms:
 * RS256 and ES256, or only `options.alg`; others are UNSUPPORTED_ALGORITHM. `crit` is refused. `key` is a PEM public
 * key (RSA of 2048 to 4096 bits, or P-256).
 */
export function jwt_verify(token, key, options) {
	const given = options ?? {};
	const parsed = parse(
		token,
		filter(["RS256", "ES256"], (alg) => (given.alg ?? alg) === alg)
	);
	if (!parsed.ok) {
		return parsed;
	}
	const alg = text_of(parsed.data.header.alg);
	return verify_signature(parsed.data, alg, key) ? ok(parsed.data.payload) : wrong_signature();
};
