/** The ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725), and what other signed tokens have of it: header and signature. */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as values from "../base/values";
import * as claims_check from "../jose/claims";
import type { Expectations } from "../jose/claims";
import * as jwk from "../jose/jwk";
import * as jws from "../jose/jws";
import type { OpenedJws, ParsedJws } from "../jose/jws";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/config";
import * as limits from "../settings/limits";
import * as jwks from "./jwks";
import type { JwkSet } from "./jwks";
import type { Provider } from "./provider";
import * as token from "./token";

/** The algorithms of signatures where an option or a policy names none. */
export const default_algs = ["RS256", "ES256"];

/** Expectations of a login's ID Token; `now` is Unix time in seconds. */
export function expectations(config: Config, nonce: string, access_token: string, now: number): Expectations {
  return {
    issuer: config.issuer_url,
    client_id: config.client_id,
    now,
    clock_tolerance: config.clock_tolerance,
    nonce,
    access_token,
    at_hash_required: config.at_hash !== "optional",
    acr_values: config.acr_values,
    max_age: config.max_age,
  };
}

/** Checks algorithm and `crit`, which need no key. UNSUPPORTED_ALGORITHM or ID_TOKEN_VERIFICATION_FAILED. */
export function check_header<T extends OpenedJws>(parsed: T, allowed_algs?: string[]): Result<T> {
  const alg = values.text_of(parsed.header.alg);
  if (!(allowed_algs ?? default_algs).includes(alg)) {
    const hint = limits.algorithms.includes(alg) ? { id: "see_algs" } : undefined;
    return err("UNSUPPORTED_ALGORITHM", { alg: alg.substring(0, 32), hint });
  }
  const crit = jws.check_crit(parsed);
  return crit.ok ? ok(parsed) : crit;
}

/**
 * Takes an ID Token apart and checks size, form, algorithm and `crit`, which need no key. Fails with
 * ID_TOKEN_VERIFICATION_FAILED or UNSUPPORTED_ALGORITHM.
 */
export function parse_id_token(id_token: string, allowed_algs?: string[]): Result<ParsedJws> {
  if (id_token.length > token.max_token_length) {
    return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "over 16 384 bytes" });
  }
  const parsed = jws.parse_jws(id_token);
  return parsed.ok ? check_header(parsed.data, allowed_algs) : parsed;
}

/** Whether one of the keys made the signature. */
function verifies_with(keys: JsonObject[], parsed: OpenedJws, alg: string): boolean {
  return jwk.candidates(keys, alg, parsed.header.kid).some((key) => {
    const pem = jwk.jwk_to_pem(key);
    return pem.ok && jws.verify_signature(parsed, alg, pem.data);
  });
}

/** Verifies the signature; where that may help, the JWK Set is fetched anew, into `set`: once for all tokens of a login. */
export function check_signature(io: Io, provider: Provider, parsed: OpenedJws, set: JwkSet): Result<true> {
  const alg = values.text_of(parsed.header.alg);
  let verifies = verifies_with(set.keys, parsed, alg);
  if (!verifies && !set.fresh) {
    const refreshed = jwks.load_jwks(io, provider, set.uri, true);
    if (!refreshed.ok) {
      return refreshed;
    }
    set.keys = refreshed.data.keys;
    set.fresh = true;
    verifies = verifies_with(set.keys, parsed, alg);
  }
  const reason = "no key of the provider verifies the signature";
  return verifies ? ok(true) : err("ID_TOKEN_VERIFICATION_FAILED", { reason });
}

/**
 * Verifies a parsed ID Token with the keys of a JWK Set and returns its claims; on an unknown `kid` or a failed signature
 * the set is refreshed once, unless it is fresh. Fails as `check_claims` and the refresh do.
 */
export function verify(
  io: Io,
  provider: Provider,
  parsed: ParsedJws,
  set: JwkSet,
  expected: Expectations,
): Result<JsonObject> {
  const signature = check_signature(io, provider, parsed, set);
  if (!signature.ok) {
    return signature;
  }
  const checked = claims_check.check_claims(parsed.header, parsed.payload, expected);
  return checked.ok ? ok(parsed.payload) : checked;
}
