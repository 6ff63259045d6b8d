/** Module contract `oidc` (specification, "Internal module contracts"): a facade of `protocol`. */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as authorization_request from "../protocol/authorization_request";
import type { Handshake } from "../protocol/authorization_request";
import * as id_token from "../protocol/id_token";
import * as token_claims from "../jose/token_claims";
import type { Policy } from "./handshake";
import * as jwk_set from "../protocol/jwk_set";
import type { Metadata } from "../protocol/provider_metadata";
import * as token_request from "../protocol/token_request";
import type { Tokens } from "../protocol/token_request";
import * as userinfo from "../protocol/userinfo";
import { ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as specified from "./specified";

/** The address of an authorization request. */
export function get_auth_url(io: Io, config: Config, metadata: Metadata, handshake: Handshake): Result<string> {
  return specified.specified(authorization_request.get_auth_url(io, config, metadata, handshake));
}

/** Tokens for an authorization code; `session_id` names the login attempt in log lines. */
export function exchange_code(
  io: Io,
  config: Config,
  metadata: Metadata,
  code: string,
  verifier: string,
  session_id: string,
): Result<Tokens> {
  return specified.specified(token_request.exchange_code(io, config, metadata, { code, verifier, log_id: session_id }));
}

/** The claims of an ID Token that is right; on a failed signature the JWK Set is refreshed once. */
export function verify_id_token(
  io: Io,
  tokens: Tokens,
  keys: JsonObject[],
  config: Config,
  handshake: Handshake,
  metadata: Metadata,
  now: number,
  policy?: Policy,
): Result<JsonObject> {
  const parsed = id_token.parse_id_token(tokens.id_token, policy !== undefined ? policy.allowed_algs : undefined);
  if (!parsed.ok) {
    return specified.specified(parsed);
  }
  const is_known = id_token.is_made_by(keys, parsed.data);
  const found = is_known ? ok(keys) : jwk_set.fetch_jwks(io, config, metadata.jwks_uri);
  const signed = found.ok ? id_token.check_signature(found.data, parsed.data) : found;
  const expected = id_token.expectations(config, handshake.nonce, tokens.access_token, now);
  const checked = signed.ok ? token_claims.check_claims(parsed.data.header, parsed.data.payload, expected) : signed;
  return checked.ok ? ok(parsed.data.payload) : specified.specified(checked);
}

/** The claims of the UserInfo endpoint. */
export function fetch_userinfo(io: Io, endpoint: string, access_token: string): Result<JsonObject> {
  return specified.specified(userinfo.fetch_userinfo(io, {}, endpoint, access_token));
}
