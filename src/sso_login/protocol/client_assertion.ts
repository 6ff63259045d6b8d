/** Assertions by which a client with a key proves itself (RFC 7523). */
import * as bytes from "io/bytes";
import type { Io } from "../base/io";
import * as urls from "../base/urls";
import * as client_keys from "../jose/client_keys";
import * as hash from "../jose/hash";
import type { Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as client_authentication from "./client_authentication";
import type { Metadata } from "./provider_metadata";

/** Lifetime of an assertion, in seconds. */
const assertion_lifetime = 60;

/**
 * A new assertion for a request to `url` (RFC 7523 section 3, draft-ietf-oauth-rfc7523bis). One that goes to another origin than the token
 * endpoint's has the issuer as audience, whatever the option says: that origin's owner could present it at the token endpoint. So has one
 * to an internal origin, unless the published token endpoint is at the issuer's origin: the provider may publish that of another one.
 */
export function sign(io: Io, config: Config, metadata: Metadata, url: string): Result<string> {
  const endpoint = metadata.token_endpoint;
  const audience = metadata.published_token_endpoint ?? endpoint;
  const is_own = audience === endpoint || urls.same_origin(audience, config.issuer_url);
  const is_older = config.client_assertion_audience === "token_endpoint" && urls.same_origin(url, endpoint) && is_own;
  const now = io.time();
  return client_keys.sign(io, client_authentication.alg_of(config), is_older ? "JWT" : "client-authentication+jwt", {
    iss: config.client_id,
    sub: config.client_id,
    aud: is_older ? audience : config.issuer_url,
    jti: bytes.base64url_encode(hash.random(16)),
    iat: now,
    exp: now + assertion_lifetime,
  });
}
