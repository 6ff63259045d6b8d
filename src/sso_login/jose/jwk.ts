/** JSON Web Keys (RFC 7517, RFC 7518 section 6): which to use for a signature, and their PEM form. */
import type { JsonObject } from "io/json";
import * as json from "io/json";
import * as encoding from "../base/encoding";
import { err, ok, type Result } from "../result";
import * as hash from "./hash";

/** Keys tried for a token without `kid`. */
const max_keys_tried = 4;

/** Whether a JWK may verify signatures of an algorithm: type, curve, use and algorithm agree (RFC 8725 section 3.1). */
export function matches_alg(jwk: JsonObject, alg: string): boolean {
  const type = alg === "RS256" ? jwk.kty === "RSA" : jwk.kty === "EC" && jwk.crv === "P-256";
  const use = jwk.use === undefined || jwk.use === "sig";
  const operations = jwk.key_ops === undefined || (json.is_array(jwk.key_ops) && jwk.key_ops.includes("verify"));
  return type && use && operations && (jwk.alg === undefined || jwk.alg === alg);
}

/** The JWK whose `kid` matches, or the first one when no `kid` is given; ID_TOKEN_VERIFICATION_FAILED without one. */
export function find_jwk(keys: JsonObject[], kid: string | undefined): Result<JsonObject> {
  const key = kid === undefined ? keys[0] : keys.find((candidate) => candidate.kid === kid);
  return key !== undefined ? ok(key) : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "no key for the token's kid" });
}

/** The keys to try: the one of that `kid`, or without one the first few that match. */
export function candidates(keys: JsonObject[], alg: string, kid: unknown): JsonObject[] {
  const matching = keys.filter((jwk) => matches_alg(jwk, alg));
  if (kid === undefined) {
    return matching.slice(0, max_keys_tried);
  }
  const found = typeof kid === "string" ? find_jwk(matching, kid) : undefined;
  return found !== undefined && found.ok ? [found.data] : [];
}

/** The bytes of a JWK member in Base64URL, or undefined. */
function member_bytes(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? encoding.base64url_decode(value) : undefined;
}

/**
 * The PEM public key (SubjectPublicKeyInfo) of a JWK (RFC 7517, RFC 7518 section 6): RSA of 2048 to 4096 bits, or EC on
 * P-256. Fails with ID_TOKEN_VERIFICATION_FAILED.
 */
export function jwk_to_pem(jwk: JsonObject): Result<string> {
  let pem: string | undefined;
  if (jwk.kty === "RSA") {
    const n = member_bytes(jwk.n);
    const e = member_bytes(jwk.e);
    pem = n !== undefined && e !== undefined ? hash.native_backend().jwk_rsa_to_pem(n, e) : undefined;
  } else if (jwk.kty === "EC" && jwk.crv === "P-256") {
    const x = member_bytes(jwk.x);
    const y = member_bytes(jwk.y);
    pem = x !== undefined && y !== undefined ? hash.native_backend().jwk_ec_p256_to_pem(x, y) : undefined;
  }
  return pem !== undefined ? ok(pem) : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "unusable key" });
}
