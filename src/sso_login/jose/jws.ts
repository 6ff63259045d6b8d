/** JSON Web Signatures in compact form (RFC 7515 section 7.1): taken apart, and their signatures verified. */
import * as bytes from "io/bytes";
import type { JsonObject } from "io/json";
import * as json from "io/json";
import { err, ok, type Meaning, type Result } from "../result";
import * as hash from "./hash";

/** A JWS in compact form with its header read, not yet verified. */
export interface OpenedJws {
  header: JsonObject;
  /** The payload, decoded and not yet read. */
  payload_text: string;
  /** The text that the signature covers. */
  signing_input: string;
  signature: string;
}

/** The same with its payload read. */
export interface ParsedJws extends OpenedJws {
  payload: JsonObject;
}

/** Whether a JSON text has a member of this name that is null. The name may also be a value, or in one. */
function has_null(text: string, name: string): boolean {
  // The part before the first name is among them: it begins with a brace, not with a colon.
  const rests = text.split('"' + name + '"');
  return rests.some((rest) => {
    const colon = bytes.outside(rest, "blank", 0);
    const value = bytes.outside(rest, "blank", colon + 1);
    return rest.charAt(colon) === ":" && rest.substring(value, value + 4) === "null";
  });
}

function malformed(reason: string, hint?: string, meaning?: Meaning): Result<never> {
  return err("ID_TOKEN_VERIFICATION_FAILED", { reason, hint: hint !== undefined ? { id: hint } : undefined }, meaning);
}

/** Parts of a JWE in compact form (RFC 7516 section 7.1). */
const encrypted_parts = 5;

const no_object = "header or payload is not a JSON object";

/**
 * Takes a JWS in compact form apart: exactly three parts of canonical Base64URL, the header a JSON object; the payload is not
 * read. Fails with ID_TOKEN_VERIFICATION_FAILED. Verifies nothing.
 */
export function open_jws(token: string): Result<OpenedJws> {
  const parts = token.split(".");
  const header_part = parts[0];
  const payload_part = parts[1];
  const signature_part = parts[2];
  if (parts.length === encrypted_parts) {
    return malformed("is encrypted: five parts, and a signed token has three", "no_encryption");
  }
  if (parts.length !== 3 || header_part === undefined || payload_part === undefined || signature_part === undefined) {
    return malformed("not three parts", undefined, parts.length === 1 ? "opaque" : undefined);
  }
  const header_text = bytes.base64url_decode(header_part);
  const payload_text = bytes.base64url_decode(payload_part);
  const signature = bytes.base64url_decode(signature_part);
  if (header_text === undefined || payload_text === undefined || signature === undefined) {
    return malformed("not Base64URL");
  }
  const header = json.decode_foreign(header_text);
  // The presence of crit alone refuses a token, and JSON's null is absence.
  if (header.ok && header.data.crit === undefined && has_null(header_text, "crit")) {
    header.data.crit = false;
  }
  return header.ok
    ? ok({ header: header.data, payload_text, signing_input: header_part + "." + payload_part, signature })
    : malformed(no_object);
}

/** The payload of a JWS as claims; ID_TOKEN_VERIFICATION_FAILED when it is no JSON object. */
export function read_claims(jws: OpenedJws): Result<JsonObject> {
  const claims = json.decode_foreign(jws.payload_text);
  return claims.ok ? claims : malformed(no_object);
}

/** Takes a JWS in compact form apart and reads its payload, too. Fails as open_jws and read_claims do. Verifies nothing. */
export function parse_jws(token: string): Result<ParsedJws> {
  const opened = open_jws(token);
  if (!opened.ok) {
    return opened;
  }
  const claims = read_claims(opened.data);
  if (!claims.ok) {
    return claims;
  }
  const parsed = opened.data as ParsedJws;
  parsed.payload = claims.data;
  return ok(parsed);
}

/** Extensions that must be understood are not (RFC 7515 section 4.1.11): ID_TOKEN_VERIFICATION_FAILED with `crit`. */
export function check_crit(jws: OpenedJws): Result<true> {
  return jws.header.crit === undefined ? ok(true) : malformed("crit is not supported");
}

/** Whether the signature of a parsed JWS is right for an algorithm (RFC 7518 section 3.1, RFC 8037) and a PEM public key. */
export function verify_signature(jws: OpenedJws, alg: string, pem: string): boolean {
  const backend = hash.native_backend();
  if (alg === "RS256") {
    return backend.verify_rs256(jws.signing_input, jws.signature, pem);
  }
  return alg === "ES256"
    ? backend.verify_es256(jws.signing_input, jws.signature, pem)
    : backend.verify(alg, jws.signing_input, jws.signature, pem);
}
