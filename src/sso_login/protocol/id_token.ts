/** The ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725), and what other signed tokens have of it: header and signature. */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as token_claims from "../jose/token_claims";
import type { Expectations } from "../jose/token_claims";
import * as jwk from "../jose/jwk";
import * as jws from "../jose/jws";
import type { OpenedJws, ParsedJws } from "../jose/jws";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as known_metadata from "./known_metadata";
import * as jwk_set from "./jwk_set";
import type { Metadata } from "./provider_metadata";
import * as token_request from "./token_request";

/** Loaded for an algorithm that is not permitted, and a signature that no key verifies. */
const key_failure = () => require("../explain/key_failure") as typeof import("../explain/key_failure");

/** The algorithms of signatures where an option or a policy names none. */
export const default_algs = ["RS256", "ES256"];

/** Expectations of a login's ID Token; `now` is Unix time in seconds. */
export function expectations(config: Config, nonce: string, access_token: string, now: number): Expectations {
  const expected = token_claims.for_client(config, now);
  expected.nonce = nonce;
  expected.access_token = access_token;
  expected.optional = config.at_hash === "optional" ? ["at_hash"] : [];
  expected.acr_values = config.acr_values;
  expected.max_age = config.max_age;
  return expected;
}

/** Checks algorithm and `crit`, which need no key. UNSUPPORTED_ALGORITHM or ID_TOKEN_VERIFICATION_FAILED. */
export function check_header<T extends OpenedJws>(parsed: T, allowed_algs?: string[]): Result<T> {
  const alg = json_values.text_of(parsed.header.alg);
  const allowed = allowed_algs ?? default_algs;
  if (!allowed.includes(alg)) {
    return key_failure().explain_alg(alg, allowed);
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

/** Whether one of the keys made the signature. */
export function is_made_by(keys: JsonObject[], parsed: OpenedJws): boolean {
  const alg = json_values.text_of(parsed.header.alg);
  return jwk.candidates(keys, alg, parsed.header.kid).some((key) => {
    const pem = jwk.jwk_to_pem(key);
    return pem.ok && jws.verify_signature(parsed, alg, pem.data);
  });
}

/** Verifies the signature by keys; ID_TOKEN_VERIFICATION_FAILED. */
export function check_signature(keys: JsonObject[], parsed: OpenedJws): Result<true> {
  const is_right = is_made_by(keys, parsed);
  return is_right ? ok(true) : key_failure().explain(keys, parsed.header, json_values.text_of(parsed.header.alg));
}

/** Verifies the signature by the provider's keys, and returns the metadata that name them. Fails as they do, and as `check_signature`. */
export function check_provider(io: Io, config: Config, known: Result<Metadata>, parsed: OpenedJws): Result<Metadata> {
  return known_metadata.by_metadata(io, config, known, "jwks_uri", (current) => {
    const keys = jwk_set.load_jwks(io, config, current.jwks_uri);
    const signed = keys.ok ? check_signature(keys.data, parsed) : keys;
    return signed.ok ? ok(current) : signed;
  });
}

/** Verifies a parsed ID Token with the provider's keys. Fails as `check_provider` and `check_claims` do. */
export function verify(
  io: Io,
  config: Config,
  metadata: Metadata,
  parsed: ParsedJws,
  expected: Expectations,
): Result<{ claims: JsonObject; metadata: Metadata }> {
  const signed = check_provider(io, config, ok(metadata), parsed);
  if (!signed.ok) {
    return signed;
  }
  const checked = token_claims.check_claims(parsed.header, parsed.payload, expected);
  return checked.ok ? ok({ claims: parsed.payload, metadata: signed.data }) : checked;
}
