/** The ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725), and what other signed tokens have of it: header and signature. */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as token_claims from "../jose/token_claims";
import type { Expectations } from "../jose/token_claims";
import * as jwk from "../jose/jwk";
import * as jws from "../jose/jws";
import type { OpenedJws, ParsedJws } from "../jose/jws";
import { err, ok, type Facts, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as option_bounds from "../settings/option_bounds";
import * as jwk_set from "./jwk_set";
import type { JwkSet } from "./jwk_set";
import type { Provider } from "./provider_files";
import * as token_request from "./token_request";

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

/** Expectations of a refreshed ID Token, by the claims of the login's (OpenID Connect Core section 12.2). */
export function expectations_of_refresh(
  config: Config,
  first: JsonObject,
  access_token: string,
  now: number,
): Expectations {
  return {
    issuer: config.issuer_url,
    client_id: config.client_id,
    now,
    clock_tolerance: config.clock_tolerance,
    optional: ["nonce"],
    nonce: json_values.text_of(first.nonce),
    access_token,
    at_hash_required: false,
    first,
  };
}

/** Checks algorithm and `crit`, which need no key. UNSUPPORTED_ALGORITHM or ID_TOKEN_VERIFICATION_FAILED. */
export function check_header<T extends OpenedJws>(parsed: T, allowed_algs?: string[]): Result<T> {
  const alg = json_values.text_of(parsed.header.alg);
  const allowed = allowed_algs ?? default_algs;
  if (!allowed.includes(alg)) {
    const see_algs = { id: "see_algs", params: { allowed: allowed.join(" ") } };
    const hint = option_bounds.algorithms.includes(alg) ? see_algs : undefined;
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
  if (id_token.length > token_request.max_token_length) {
    const facts = { reason: "over 16 384 bytes", bytes: id_token.length, hint: { id: "shorter_token" } };
    return err("ID_TOKEN_VERIFICATION_FAILED", facts);
  }
  const parsed = jws.parse_jws(id_token);
  return parsed.ok ? check_header(parsed.data, allowed_algs) : parsed;
}

/** Bytes of a `kid` that the log shows. */
const max_kid = 64;

/** ID_TOKEN_VERIFICATION_FAILED where no key verifies, with the reason: each kind of failure has its own. */
function key_failure(keys: JsonObject[], tried: JsonObject[], header: JsonObject, alg: string): Result<never> {
  const kid = header.kid;
  const facts: Facts = { alg, kid: typeof kid === "string" ? kid.substring(0, max_kid) : undefined };
  const is_named = kid !== undefined && keys.some((key) => key.kid === kid);
  const matching = jwk.matching(keys, alg, kid).length;
  if (keys.length === 0) {
    facts.reason = { id: "no_signing_key" };
  } else if (kid !== undefined && typeof kid !== "string") {
    facts.reason = "the token's kid is not a text";
    facts.hint = { id: "kid_as_text" };
  } else if (kid !== undefined && !is_named) {
    const are_named = keys.some((key) => typeof key.kid === "string");
    const are_nameless = keys.every((key) => key.kid === undefined);
    facts.reason = "no key of the provider has the token's kid";
    facts.hint = { id: are_named ? "own_keys" : are_nameless ? "name_keys" : "kid_as_text" };
  } else if (matching === 0) {
    facts.reason = is_named
      ? "the key of this kid is not for this algorithm"
      : "no key of the provider fits the algorithm";
    facts.hint = { id: "signing_key" };
  } else if (tried.every((key) => !jwk.jwk_to_pem(key).ok)) {
    facts.reason = "the key cannot be used";
    facts.hint = { id: "usable_key" };
  } else if (matching > tried.length) {
    facts.reason = `no key of the first ${tried.length} that fit verifies the signature`;
    facts.keys = matching;
    facts.hint = { id: "name_keys" };
  } else {
    facts.reason =
      kid !== undefined
        ? "the key of this kid does not verify the signature"
        : "no key that fits verifies the signature";
    facts.hint = { id: "own_keys" };
  }
  return err("ID_TOKEN_VERIFICATION_FAILED", facts);
}

/** Checks whether one of the keys made the signature. */
function verify_with(keys: JsonObject[], parsed: OpenedJws, alg: string): Result<true> {
  const tried = jwk.candidates(keys, alg, parsed.header.kid);
  const verifies = tried.some((key) => {
    const pem = jwk.jwk_to_pem(key);
    return pem.ok && jws.verify_signature(parsed, alg, pem.data);
  });
  return verifies ? ok(true) : key_failure(keys, tried, parsed.header, alg);
}

/** Verifies the signature; where that may help, the JWK Set is fetched anew, into `set`: once for all tokens of a login. */
export function check_signature(io: Io, provider: Provider, parsed: OpenedJws, set: JwkSet): Result<true> {
  const alg = json_values.text_of(parsed.header.alg);
  const verified = verify_with(set.keys, parsed, alg);
  if (verified.ok || set.fresh) {
    return verified;
  }
  const refreshed = jwk_set.load_jwks(io, provider, set.uri, true);
  if (!refreshed.ok) {
    return refreshed;
  }
  set.keys = refreshed.data.keys;
  set.fresh = true;
  return verify_with(set.keys, parsed, alg);
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
  const checked = token_claims.check_claims(parsed.header, parsed.payload, expected);
  return checked.ok ? ok(parsed.payload) : checked;
}
