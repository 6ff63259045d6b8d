/** JSON Web Keys (RFC 7517, RFC 7518 section 6): which to use for a signature, and their PEM form. */
import * as bytes from "io/bytes";
import type { JsonObject } from "io/json";
import * as json from "io/json";
import * as json_values from "../base/json_values";
import { err, ok, type Result } from "../result";
import * as hash from "./hash";

/** Keys tried for a token: without `kid`, or of one `kid`. */
const max_keys_tried = 4;

/** The curve of an algorithm; one without has RSA keys (RFC 7518 section 3.1, RFC 8037 section 3.1). */
const curves: { [alg: string]: string | undefined } = {
  ES256: "P-256",
  ES384: "P-384",
  ES512: "P-521",
  EdDSA: "Ed25519",
};

/** The kind of a JWK's numbers: `RSA` or a curve; "" where type and curve do not agree. */
function kind_of(jwk: JsonObject): string {
  if (jwk.kty === "RSA") {
    return "RSA";
  }
  const curve = json_values.text_of(jwk.crv);
  return curve !== "RSA" && jwk.kty === (curve === "Ed25519" ? "OKP" : "EC") ? curve : "";
}

/** Whether a JWK is for signatures as far as it says; an empty text says nothing. */
export function is_signing(jwk: JsonObject): boolean {
  return (jwk.use ?? "") === "" || jwk.use === "sig";
}

/** Whether a JWK may verify signatures of an algorithm: type, curve, use and algorithm agree (RFC 8725 section 3.1). */
export function matches_alg(jwk: JsonObject, alg: string): boolean {
  const type = kind_of(jwk) === (curves[alg] ?? "RSA");
  const operations = (jwk.key_ops ?? "") === "" || (json.is_array(jwk.key_ops) && jwk.key_ops.includes("verify"));
  return type && is_signing(jwk) && operations && ((jwk.alg ?? "") === "" || jwk.alg === alg);
}

/** The keys that fit an algorithm: of a token's `kid`, or all without one. */
export function matching(keys: JsonObject[], alg: string, kid: unknown): JsonObject[] {
  const is_named = (jwk: JsonObject): boolean => kid === undefined || (typeof kid === "string" && jwk.kid === kid);
  return keys.filter((jwk) => is_named(jwk) && matches_alg(jwk, alg));
}

/** The keys to try: the first few of those. */
export function candidates(keys: JsonObject[], alg: string, kid: unknown): JsonObject[] {
  return matching(keys, alg, kid).slice(0, max_keys_tried);
}

/** The bytes of a JWK member in Base64URL, or undefined. */
function member_bytes(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? bytes.base64url_decode(value) : undefined;
}

/** The PEM form of decoded numbers, by the backend. */
function to_pem(kind: string, first: string, second: string): string | undefined {
  const backend = hash.native_backend();
  if (kind === "RSA") {
    return backend.jwk_rsa_to_pem(first, second);
  }
  return kind === "P-256" ? backend.jwk_ec_p256_to_pem(first, second) : backend.jwk_to_pem(kind, first, second);
}

/**
 * The PEM public key (SubjectPublicKeyInfo) of a JWK (RFC 7517, RFC 7518 section 6, RFC 8037): RSA of 2048 to 4096 bits, EC
 * on P-256, P-384 or P-521, or Ed25519 where the backend has it. Fails with ID_TOKEN_VERIFICATION_FAILED.
 */
export function jwk_to_pem(jwk: JsonObject): Result<string> {
  const kind = kind_of(jwk);
  const first_member = kind === "RSA" ? jwk.n : jwk.x;
  const second_member = kind === "RSA" ? jwk.e : jwk.y;
  const first = member_bytes(first_member);
  const second = kind === "Ed25519" ? "" : member_bytes(second_member);
  const pem = first !== undefined && second !== undefined ? to_pem(kind, first, second) : undefined;
  return pem !== undefined ? ok(pem) : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "unusable key" });
}
