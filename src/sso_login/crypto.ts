/**
 * Signatures and keys on top of the native backend: JWS, JWT and JWK (specification, "Internal module contracts"). The
 * contracts' hashes, random values and PKCE are those of primitives.ts.
 */
import { base64url_decode, base64url_encode } from "./encoding";
import { decode_object, encode, type JsonObject } from "./io/json";
import { panic } from "./io/native";
import { constant_time_eq, native } from "./primitives";
import { err, ok, type Result } from "./result";

export { constant_time_eq, hash_sha256, hash_sha256_hex, pkce_pair, random, safe_id, set_native } from "./primitives";

/** Header and payload of a JWS in compact form, not yet verified. */
export interface ParsedJws {
  header: JsonObject;
  payload: JsonObject;
  /** What the signature covers. */
  signing_input: string;
  signature: string;
}

/** Restricts jwt_verify to one algorithm. */
export interface JwtOptions {
  alg?: string;
}

/** Signs a payload with HMAC-SHA-256 and returns the JWS in compact form (RFC 7515 section 7.1). */
export function jws_sign(payload: object, secret: string): string {
  const header = base64url_encode('{"alg":"HS256"}');
  const input = header + "." + base64url_encode(encode(payload));
  const mac = native().hmac_sha256(secret, input);
  if (mac === undefined) {
    return panic("no HMAC");
  }
  return input + "." + base64url_encode(mac);
}

/**
 * Takes a JWS in compact form apart: exactly three parts of canonical Base64URL, header and payload JSON objects.
 * Fails with ID_TOKEN_VERIFICATION_FAILED. Verifies nothing.
 */
export function parse_jws(token: string): Result<ParsedJws> {
  const parts = token.split(".");
  const header_part = parts[0];
  const payload_part = parts[1];
  const signature_part = parts[2];
  if (parts.length !== 3 || header_part === undefined || payload_part === undefined || signature_part === undefined) {
    return malformed("not three parts");
  }
  const header_text = base64url_decode(header_part);
  const payload_text = base64url_decode(payload_part);
  const signature = base64url_decode(signature_part);
  if (header_text === undefined || payload_text === undefined || signature === undefined) {
    return malformed("not Base64URL");
  }
  const header = decode_object(header_text);
  const payload = decode_object(payload_text);
  if (!header.ok || !payload.ok) {
    return malformed("header or payload is not a JSON object");
  }
  return ok({
    header: header.data,
    payload: payload.data,
    signing_input: header_part + "." + payload_part,
    signature,
  });
}

function malformed(reason: string): Result<never> {
  return err("ID_TOKEN_VERIFICATION_FAILED", { reason });
}

/** Verifies a JWS made by jws_sign; `alg` other than HS256, a `crit` header or a wrong MAC are errors. */
export function jws_verify(token: string, secret: string): Result<JsonObject> {
  const parsed = parse_jws(token);
  if (!parsed.ok) {
    return parsed;
  }
  const header = parsed.data.header;
  if (header.alg !== "HS256") {
    return err("UNSUPPORTED_ALGORITHM");
  }
  if (header.crit !== undefined) {
    return malformed("crit is not supported");
  }
  const mac = native().hmac_sha256(secret, parsed.data.signing_input);
  if (mac === undefined || !constant_time_eq(mac, parsed.data.signature)) {
    return malformed("signature");
  }
  return ok(parsed.data.payload);
}

/** Whether the signature of a parsed JWS is right for an algorithm and a PEM public key. */
export function verify_signature(jws: ParsedJws, alg: string, pem: string): boolean {
  if (alg === "RS256") {
    return native().verify_rs256(jws.signing_input, jws.signature, pem);
  }
  return alg === "ES256" && native().verify_es256(jws.signing_input, jws.signature, pem);
}

/**
 * Verifies the signature of a JWT (RFC 7519, RFC 8725) and returns its claims, which are not judged. Algorithms:
 * RS256 and ES256, or `options.alg` alone; others are UNSUPPORTED_ALGORITHM. `crit` is refused. `key` is a PEM public
 * key (RSA of 2048 to 4096 bits, or P-256).
 */
export function jwt_verify(token: string, key: string, options?: JwtOptions): Result<JsonObject> {
  const parsed = parse_jws(token);
  if (!parsed.ok) {
    return parsed;
  }
  const alg = parsed.data.header.alg;
  if (alg !== "RS256" && alg !== "ES256") {
    return err("UNSUPPORTED_ALGORITHM");
  }
  if (options !== undefined && options.alg !== undefined && options.alg !== alg) {
    return err("UNSUPPORTED_ALGORITHM");
  }
  if (parsed.data.header.crit !== undefined) {
    return malformed("crit is not supported");
  }
  return verify_signature(parsed.data, alg, key) ? ok(parsed.data.payload) : malformed("signature");
}

/** The bytes of a JWK member in Base64URL, or undefined. */
function jwk_bytes(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? base64url_decode(value) : undefined;
}

/**
 * The PEM public key (SubjectPublicKeyInfo) of a JWK (RFC 7517, RFC 7518 section 6): RSA of 2048 to 4096 bits, or EC on
 * P-256. Fails with ID_TOKEN_VERIFICATION_FAILED.
 */
export function jwk_to_pem(jwk: JsonObject): Result<string> {
  let pem: string | undefined;
  if (jwk.kty === "RSA") {
    const n = jwk_bytes(jwk.n);
    const e = jwk_bytes(jwk.e);
    pem = n !== undefined && e !== undefined ? native().jwk_rsa_to_pem(n, e) : undefined;
  } else if (jwk.kty === "EC" && jwk.crv === "P-256") {
    const x = jwk_bytes(jwk.x);
    const y = jwk_bytes(jwk.y);
    pem = x !== undefined && y !== undefined ? native().jwk_ec_p256_to_pem(x, y) : undefined;
  }
  return pem !== undefined ? ok(pem) : malformed("unusable key");
}
