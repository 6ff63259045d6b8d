/** The provider's JWK Set (RFC 7517), cached for 24 hours. */
import { get_json } from "./back_channel";
import { is_array, is_object, type JsonObject } from "./io/json";
import type { Io } from "./io/types";
import { hash_sha256_hex } from "./primitives";
import { err, ok, type Result } from "./result";
import { cache_lifetime, is_fresh, path_of, read, write } from "./store";

export interface FetchJwksOptions {
  /** Asks the provider even when the cache holds a JWK Set. */
  force?: boolean;
}

/** A JWK Set's keys, and whether they come from the provider just now. */
export interface JwkSet {
  keys: JsonObject[];
  fresh: boolean;
}

/** The keys of a JWK Set, objects alone; undefined when it has no `keys`. */
export function read_keys(set: JsonObject): JsonObject[] | undefined {
  if (!is_array(set.keys)) {
    return undefined;
  }
  const keys: JsonObject[] = [];
  for (const key of set.keys) {
    if (is_object(key)) {
      keys.push(key);
    }
  }
  return keys;
}

/** The JWK Set, from the cache unless `force`; fails with JWKS_FETCH_FAILED or SSL_INIT_FAILED. */
export function load_jwks(io: Io, jwks_uri: string, force: boolean): Result<JwkSet> {
  const cache = path_of(io, "jwks_" + hash_sha256_hex(jwks_uri) + ".json");
  const stored = force ? undefined : read(io, cache);
  if (stored !== undefined && is_fresh(stored.fetched_at, io.time(), cache_lifetime)) {
    const keys = read_keys(stored);
    if (keys !== undefined) {
      return ok({ keys, fresh: false });
    }
  }
  const fetched = get_json(io, jwks_uri, [], "JWKS_FETCH_FAILED");
  if (!fetched.ok) {
    return fetched;
  }
  const keys = read_keys(fetched.data);
  if (keys === undefined) {
    return err("JWKS_FETCH_FAILED", { reason: "no keys in the JWK Set: does the provider have a signing key?" });
  }
  write(io, cache, { fetched_at: io.time(), keys });
  return ok({ keys, fresh: true });
}

/** The keys of the provider's JWK Set, cached 24 hours; `options.force` asks the provider all the same. */
export function fetch_jwks(io: Io, jwks_uri: string, options?: FetchJwksOptions): Result<JsonObject[]> {
  const set = load_jwks(io, jwks_uri, options !== undefined && options.force === true);
  return set.ok ? ok(set.data.keys) : set;
}

/** The JWK whose `kid` matches, or the first one when no `kid` is given; ID_TOKEN_VERIFICATION_FAILED without one. */
export function find_jwk(keys: JsonObject[], kid: string | undefined): Result<JsonObject> {
  const key = kid === undefined ? keys[0] : keys.find((candidate) => candidate.kid === kid);
  return key !== undefined ? ok(key) : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "no key for the token's kid" });
}
