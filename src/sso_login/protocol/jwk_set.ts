/** The provider's JWK Set (RFC 7517), cached for 24 hours, and until the metadata are fetched anew. */
import * as provider_calls from "./provider_calls";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import { err, ok, type Result } from "../result";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import * as strings from "../base/strings";
import * as provider_files from "./provider_files";
import type { Provider } from "./provider_files";

/** The keys from the cache; undefined when they are not there, or too old. */
export function cached_jwks(io: Io, provider: Provider, jwks_uri: string): JsonObject[] | undefined {
  const path = provider_files.keys_path(io, provider, jwks_uri);
  const stored = store.read_fresh(io, path, "fetched_at", store.cache_lifetime);
  return stored !== undefined ? json_values.objects_of(stored.keys) : undefined;
}

/** Fetches and caches the keys of the JWK Set; fails with JWKS_FETCH_FAILED or SSL_INIT_FAILED. */
export function fetch_jwks(io: Io, provider: Provider, jwks_uri: string): Result<JsonObject[]> {
  const code = "JWKS_FETCH_FAILED";
  const answer = provider_calls.get(io, jwks_uri, [], code, provider_calls.caller(provider));
  const fetched = answer.ok ? provider_calls.read_json(answer.data, jwks_uri, code) : answer;
  if (!fetched.ok) {
    return fetched;
  }
  const keys = json_values.objects_of(fetched.data.keys);
  if (keys === undefined) {
    const other = strings.sorted_keys(fetched.data).length > 0 ? "no_jwk_set" : "no_signing_key";
    const reason = { id: fetched.data.kty !== undefined ? "single_jwk" : other };
    return err(code, { url: jwks_uri, reason });
  }
  store.write(io, provider_files.keys_path(io, provider, jwks_uri), { fetched_at: io.time(), keys });
  return ok(keys);
}

/** The keys of the JWK Set, from the cache where it has them; fails as `fetch_jwks` does. */
export function load_jwks(io: Io, provider: Provider, jwks_uri: string): Result<JsonObject[]> {
  const cached = cached_jwks(io, provider, jwks_uri);
  return cached !== undefined ? ok(cached) : fetch_jwks(io, provider, jwks_uri);
}
