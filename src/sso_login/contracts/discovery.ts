/** Module contract `discovery` (specification, "Internal module contracts"): a facade of `protocol`. */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as known_metadata from "../protocol/known_metadata";
import * as jwk_set from "../protocol/jwk_set";
import type { Metadata } from "../protocol/provider_metadata";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as specified from "./specified";

/** The provider's metadata, cached 24 hours; of `internal_issuer_url` only the origin counts. */
export function discover(io: Io, issuer: string, options?: { internal_issuer_url?: string }): Result<Metadata> {
  const internal = options !== undefined ? options.internal_issuer_url : undefined;
  const config = { issuer_url: issuer, internal_issuer_url: internal } as Config;
  return specified.specified(known_metadata.of_provider(io, config));
}

/** The keys of the provider's JWK Set, cached 24 hours; `force` asks the provider even so. */
export function fetch_jwks(io: Io, jwks_uri: string, options?: { force?: boolean }): Result<JsonObject[]> {
  const is_forced = options !== undefined && options.force === true;
  return specified.specified(is_forced ? jwk_set.fetch_jwks(io, {}, jwks_uri) : jwk_set.load_jwks(io, {}, jwks_uri));
}

/** The JWK whose `kid` matches, or the first one when no `kid` is given; ID_TOKEN_VERIFICATION_FAILED without one. */
export function find_jwk(keys: JsonObject[], kid: string | undefined): Result<JsonObject> {
  const key = kid === undefined ? keys[0] : keys.find((candidate) => candidate.kid === kid);
  return key !== undefined ? ok(key) : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "no key for the token's kid" });
}
