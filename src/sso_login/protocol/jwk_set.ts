/** The provider's JWK Set (RFC 7517), cached for 24 hours. */
import * as provider_calls from "./provider_calls";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import { err, ok, type Result } from "../result";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import * as strings from "../base/strings";
import * as provider_files from "./provider_files";
import type { Provider } from "./provider_files";

/** Each provider has a cache of its own: another's may have come by another trust store. */
function cache_path(io: Io, provider: Provider, jwks_uri: string): string {
  return provider_files.path_about(io, provider, "jwks_", jwks_uri + provider_files.suffix(provider));
}

/** The keys from the cache; undefined when they are not there, too old, or from before `since`. */
export function cached_jwks(io: Io, provider: Provider, jwks_uri: string, since?: number): JsonObject[] | undefined {
  const stored = store.read_fresh(io, cache_path(io, provider, jwks_uri), "fetched_at", store.cache_lifetime) ?? {};
  const is_recent = stored.fetched_at !== undefined && (stored.fetched_at as number) >= (since ?? 0);
  return is_recent ? json_values.objects_of(stored.keys) : undefined;
}

/** The keys of the JWK Set, from the cache unless they are from before `since`; fails with JWKS_FETCH_FAILED or SSL_INIT_FAILED. */
export function load_jwks(io: Io, provider: Provider, jwks_uri: string, since?: number): Result<JsonObject[]> {
  const cached = cached_jwks(io, provider, jwks_uri, since);
  if (cached !== undefined) {
    return ok(cached);
  }
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
  store.write(io, cache_path(io, provider, jwks_uri), { fetched_at: io.time(), keys });
  return ok(keys);
}
