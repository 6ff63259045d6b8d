/** The contracts' JWS with a shared secret and JWT with a given key; a login itself goes by protocol/id_token.ts. */
import * as bytes from "io/bytes";
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as native from "io/native";
import * as json_values from "../base/json_values";
import { err, ok, type Result } from "../result";
import * as hash from "../jose/hash";
import * as jws from "../jose/jws";
import type { ParsedJws } from "../jose/jws";
import * as specified from "./specified";

/** Restricts jwt_verify to one algorithm. */
export interface JwtOptions {
  alg?: string;
}

function wrong_signature(): Result<never> {
  return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "signature" });
}

/** Takes a token apart that must be of one of these algorithms, and without `crit`. */
function parse(token: string, algs: string[]): Result<ParsedJws> {
  const parsed = jws.parse_jws(token);
  if (!parsed.ok) {
    return specified.specified(parsed);
  }
  if (!algs.includes(json_values.text_of(parsed.data.header.alg))) {
    return err("UNSUPPORTED_ALGORITHM");
  }
  const crit = jws.check_crit(parsed.data);
  return crit.ok ? parsed : crit;
}

/** Signs a payload with HMAC-SHA-256 and returns the JWS in compact form (RFC 7515 section 7.1). */
export function jws_sign(payload: object, secret: string): string {
  const header = bytes.base64url_encode('{"alg":"HS256"}');
  const input = header + "." + bytes.base64url_encode(json.encode(payload));
  const mac = hash.native_backend().hmac_sha256(secret, input);
  if (mac === undefined) {
    return native.panic("no HMAC");
  }
  return input + "." + bytes.base64url_encode(mac);
}

/** Verifies a JWS made by jws_sign; `alg` other than HS256, a `crit` header or a wrong MAC are errors. */
export function jws_verify(token: string, secret: string): Result<JsonObject> {
  const parsed = parse(token, ["HS256"]);
  if (!parsed.ok) {
    return parsed;
  }
  const mac = hash.native_backend().hmac_sha256(secret, parsed.data.signing_input);
  const right = mac !== undefined && hash.constant_time_eq(mac, parsed.data.signature);
  return right ? ok(parsed.data.payload) : wrong_signature();
}

/**
 * Verifies the signature of a JWT (RFC 7519, RFC 8725) and returns its claims, which are not judged. Algorithms:
 * RS256 and ES256, or only `options.alg`; others are UNSUPPORTED_ALGORITHM. `crit` is refused. `key` is a PEM public
 * key (RSA of 2048 to 4096 bits, or P-256).
 */
export function jwt_verify(token: string, key: string, options?: JwtOptions): Result<JsonObject> {
  const given: JwtOptions = options ?? {};
  const parsed = parse(
    token,
    ["RS256", "ES256"].filter((alg) => (given.alg ?? alg) === alg),
  );
  if (!parsed.ok) {
    return parsed;
  }
  const alg = json_values.text_of(parsed.data.header.alg);
  return jws.verify_signature(parsed.data, alg, key) ? ok(parsed.data.payload) : wrong_signature();
}
