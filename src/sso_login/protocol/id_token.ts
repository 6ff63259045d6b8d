/**
 * The ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725): taken apart once, its signature verified, its claims
 * judged.
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as values from "../base/values";
import * as hash from "../jose/hash";
import * as jwk from "../jose/jwk";
import * as jws from "../jose/jws";
import type { OpenedJws, ParsedJws } from "../jose/jws";
import { err, ok, type Fact, type Result } from "../result";
import type { Config } from "../settings/config";
import * as limits from "../settings/limits";
import * as jwks from "./jwks";
import type { JwkSet } from "./jwks";
import * as token from "./token";

export interface Policy {
  /** RS256 and ES256 when absent. */
  allowed_algs?: string[];
}

/** What the claims of an ID Token are compared with. */
export interface Expected {
  issuer: string;
  client_id: string;
  /** Unix time, and the tolerance for time claims; seconds. */
  now: number;
  clock_tolerance: number;
  nonce: string;
  access_token: string;
  /** Whether `at_hash` must be there. */
  at_hash_required: boolean;
  /** One of them must be `acr`. */
  acr_values?: string[];
  /** Seconds that the user's authentication may be ago. */
  max_age?: number;
}

export function allowed_algs(policy?: Policy): string[] {
  const given: Policy = policy ?? {};
  return given.allowed_algs ?? ["RS256", "ES256"];
}

/** What the ID Token of a login is compared with; `now` is Unix time in seconds. */
export function expectations(config: Config, nonce: string, access_token: string, now: number): Expected {
  return {
    issuer: config.issuer_url,
    client_id: config.client_id,
    now,
    clock_tolerance: config.clock_tolerance,
    nonce,
    access_token,
    at_hash_required: config.at_hash_required !== false,
    acr_values: config.acr_values,
    max_age: config.max_age,
  };
}

/** Judges what of a token needs no key: algorithm and `crit`. UNSUPPORTED_ALGORITHM or ID_TOKEN_VERIFICATION_FAILED. */
export function check_header<T extends OpenedJws>(parsed: T, policy?: Policy): Result<T> {
  const alg = values.text_of(parsed.header.alg);
  if (!allowed_algs(policy).includes(alg)) {
    const hint = limits.algorithms.includes(alg) ? { id: "see_algs" } : undefined;
    return err("UNSUPPORTED_ALGORITHM", { alg: alg.substring(0, 32), hint });
  }
  const crit = jws.check_crit(parsed);
  return crit.ok ? ok(parsed) : crit;
}

/**
 * Takes an ID Token apart and judges what needs no key: size, form, algorithm, `crit`. Fails with
 * ID_TOKEN_VERIFICATION_FAILED or UNSUPPORTED_ALGORITHM.
 */
export function parse_id_token(id_token: string, policy?: Policy): Result<ParsedJws> {
  if (id_token.length > token.max_token_length) {
    return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "over 16 384 bytes" });
  }
  const parsed = jws.parse_jws(id_token);
  return parsed.ok ? check_header(parsed.data, policy) : parsed;
}

/** Whether one of the keys made the signature. */
function verifies_with(keys: JsonObject[], parsed: OpenedJws, alg: string): boolean {
  return jwk.candidates(keys, alg, parsed.header.kid).some((key) => {
    const pem = jwk.jwk_to_pem(key);
    return pem.ok && jws.verify_signature(parsed, alg, pem.data);
  });
}

/**
 * Verifies the signature; where that may help, the JWK Set is fetched anew, once for all tokens of a login: the set
 * takes the keys over.
 */
export function check_signature(io: Io, parsed: OpenedJws, set: JwkSet): Result<true> {
  const alg = values.text_of(parsed.header.alg);
  let verifies = verifies_with(set.keys, parsed, alg);
  if (!verifies && !set.fresh) {
    const refreshed = jwks.load_jwks(io, set.uri, true);
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

/** Largest time that counts: beyond it are no dates but attacks on arithmetic. The year 9999. */
const max_time = 253402300799;

/** ID_TOKEN_VERIFICATION_FAILED for a claim. */
export function claim_error(claim: string, reason: Fact): Result<never> {
  return err("ID_TOKEN_VERIFICATION_FAILED", { claim, reason });
}

/** A NumericDate (RFC 7519 section 2): a finite number that is not negative. */
function is_date(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= max_time;
}

/** A claim that names somebody or something. */
export function check_name(claims: JsonObject, claim: string): Result<string> {
  const name = claims[claim];
  return values.is_name(name) ? ok(name) : claim_error(claim, "is not a non-empty text without NUL");
}

/** Whether `aud` has this audience: a string, or an array of strings with it. */
export function has_audience(claims: JsonObject, audience: string): boolean {
  const audiences: unknown[] = json.is_array(claims.aud) ? claims.aud : [claims.aud];
  return audiences.includes(audience) && audiences.every((member) => typeof member === "string");
}

/** Whether a token is for this client. */
export function check_audience(claims: JsonObject, client_id: string): Result<true> {
  if (!has_audience(claims, client_id)) {
    return claim_error("aud", "is not for this client");
  }
  if (json.is_array(claims.aud) && claims.aud.length > 1 && claims.azp === undefined) {
    return claim_error("azp", "is missing although there are several audiences");
  }
  if (claims.azp !== undefined && claims.azp !== client_id) {
    return claim_error("azp", "is not this client");
  }
  return ok(true);
}

/** `exp`, `iat` and `nbf` against the clock. */
export function check_times(claims: JsonObject, expected: Pick<Expected, "now" | "clock_tolerance">): Result<true> {
  const now = expected.now;
  const clock_tolerance = expected.clock_tolerance;
  if (!is_date(claims.exp)) {
    return claim_error("exp", "is not a date");
  }
  if (now >= claims.exp + clock_tolerance) {
    return claim_error("exp", { id: "past" });
  }
  if (!is_date(claims.iat)) {
    return claim_error("iat", "is not a date");
  }
  if (claims.iat > now + clock_tolerance) {
    return claim_error("iat", { id: "future" });
  }
  if (claims.nbf === undefined) {
    return ok(true);
  }
  if (!is_date(claims.nbf)) {
    return claim_error("nbf", "is not a date");
  }
  return claims.nbf > now + clock_tolerance ? claim_error("nbf", { id: "future" }) : ok(true);
}

/** Judges `iss`, `aud`, `azp`, `sub`, `exp`, `iat` and `nbf`; ID_TOKEN_VERIFICATION_FAILED names the claim. */
export function check_claims(claims: JsonObject, expected: Expected): Result<true> {
  if (claims.iss !== expected.issuer) {
    return claim_error("iss", "is not issuer_url");
  }
  const sub = check_name(claims, "sub");
  const audience = sub.ok ? check_audience(claims, expected.client_id) : sub;
  return audience.ok ? check_times(claims, expected) : audience;
}

/**
 * `at_hash` (OpenID Connect Core section 3.1.3.6): the left half of the access token's hash, which is that of `alg`, in
 * Base64URL. AT_HASH_MISMATCH where it differs, or is absent although it must be there.
 */
function check_at_hash(claims: JsonObject, expected: Expected, alg: string): Result<true> {
  const at_hash = claims.at_hash;
  if (at_hash === undefined) {
    return expected.at_hash_required
      ? err("AT_HASH_MISMATCH", { reason: "absent", hint: { id: "see_at_hash" } })
      : ok(true);
  }
  const digest = hash.hash_by_alg(alg, expected.access_token) ?? "";
  const right = encoding.base64url_encode(digest.substring(0, digest.length / 2));
  const same = typeof at_hash === "string" && hash.constant_time_eq(at_hash, right);
  return same && digest !== "" ? ok(true) : err("AT_HASH_MISMATCH");
}

/** How the user was authenticated: `acr`, where that matters. */
function check_acr(claims: JsonObject, expected: Expected): Result<true> {
  const acr = claims.acr;
  if (expected.acr_values === undefined || expected.acr_values.some((value) => value === acr)) {
    return ok(true);
  }
  const reason = acr === undefined ? "absent" : "different";
  return err("AUTHENTICATION_TOO_WEAK", { reason, acr: values.text_of(acr).substring(0, 64) });
}

function too_old(reason: Fact): Result<true> {
  return err("AUTHENTICATION_TOO_OLD", { claim: "auth_time", reason });
}

/** When the user was authenticated: `auth_time` against `max_age` (OpenID Connect Core sections 2 and 3.1.2.1). */
function check_auth_time(claims: JsonObject, expected: Expected): Result<true> {
  const max_age = expected.max_age;
  const auth_time = claims.auth_time;
  if (max_age === undefined) {
    return ok(true);
  }
  if (!is_date(auth_time)) {
    return too_old(auth_time === undefined ? "absent" : "is not a date");
  }
  const age = expected.now - auth_time;
  if (age < -expected.clock_tolerance) {
    return too_old({ id: "future" });
  }
  return age > max_age + expected.clock_tolerance ? too_old("is too long ago") : ok(true);
}

/** Whether the user was authenticated before a time, as far as `auth_time` tells; Unix seconds. */
export function was_before(
  claims: JsonObject,
  time: number | undefined,
  config: Pick<Config, "clock_tolerance">,
): boolean {
  const auth_time = claims.auth_time;
  return time !== undefined && is_date(auth_time) && auth_time < time - config.clock_tolerance;
}

/** Judges how and when the user was authenticated: AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD. */
export function check_authentication(claims: JsonObject, expected: Expected): Result<true> {
  const acr = check_acr(claims, expected);
  return acr.ok ? check_auth_time(claims, expected) : acr;
}

/**
 * Verifies a parsed ID Token with the keys of a JWK Set and returns its claims; on an unknown `kid` or a failed signature
 * the set is refreshed once, unless it is fresh. Fails with NONCE_MISMATCH, AT_HASH_MISMATCH,
 * AUTHENTICATION_TOO_WEAK, AUTHENTICATION_TOO_OLD, ID_TOKEN_VERIFICATION_FAILED, or as the refresh does.
 */
export function verify(io: Io, parsed: ParsedJws, set: JwkSet, expected: Expected): Result<JsonObject> {
  const signature = check_signature(io, parsed, set);
  if (!signature.ok) {
    return signature;
  }
  const claims = parsed.payload;
  const checked = check_claims(claims, expected);
  if (!checked.ok) {
    return checked;
  }
  if (typeof claims.nonce !== "string" || !hash.constant_time_eq(claims.nonce, expected.nonce)) {
    return err("NONCE_MISMATCH", { reason: claims.nonce === undefined ? "absent" : "different" });
  }
  const at_hash = check_at_hash(claims, expected, values.text_of(parsed.header.alg));
  const authenticated = at_hash.ok ? check_authentication(claims, expected) : at_hash;
  return authenticated.ok ? ok(claims) : authenticated;
}
