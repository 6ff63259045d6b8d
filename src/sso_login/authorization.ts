/** The authorization request: the first half of a login (OpenID Connect Core section 3.1.2). */
import type { Config } from "./config";
import type { Discovery } from "./discovery";
import { base64url_encode, form_encode } from "./encoding";
import type { Io } from "./io/types";
import { hash_sha256 } from "./primitives";
import { max_location_length } from "./response";
import { err, ok, type Result } from "./result";
import { add_query } from "./url";

/** What a login attempt keeps between its two requests. */
export interface Handshake {
  state: string;
  nonce: string;
  code_verifier: string;
}

/**
 * The address that starts the login at the provider (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3).
 * CONFIG_ERROR when it would be too long to send.
 */
export function get_auth_url(_io: Io, config: Config, discovery: Discovery, handshake: Handshake): Result<string> {
  const url = add_query(
    discovery.authorization_endpoint,
    form_encode([
      ["response_type", "code"],
      ["client_id", config.client_id],
      ["redirect_uri", config.redirect_uri],
      ["scope", config.scope],
      ["state", handshake.state],
      ["nonce", handshake.nonce],
      ["code_challenge", base64url_encode(hash_sha256(handshake.code_verifier))],
      ["code_challenge_method", "S256"],
    ]),
  );
  return url.length <= max_location_length
    ? ok(url)
    : err("CONFIG_ERROR", { option: "scope", must: "be shorter: the authorization address has over 3900 bytes" });
}

/**
 * How this client proves itself at the token endpoint: the configured method, or with `auto` basic if the provider
 * lists it or lists nothing, else post. CONFIG_ERROR when it offers neither. A configuration without the option, built
 * by hand, means `auto`.
 */
export function choose_auth_method(
  config: { token_endpoint_auth_method?: string },
  discovery: Discovery,
): Result<string> {
  const method = config.token_endpoint_auth_method ?? "auto";
  if (method !== "auto") {
    return ok(method);
  }
  const offered = discovery.token_endpoint_auth_methods_supported;
  if (offered === undefined || offered.length === 0 || offered.includes("client_secret_basic")) {
    return ok("client_secret_basic");
  }
  if (offered.includes("client_secret_post")) {
    return ok("client_secret_post");
  }
  return err("CONFIG_ERROR", {
    option: "token_endpoint_auth_method",
    must: "be one the provider offers, and it offers neither client_secret_basic nor client_secret_post",
  });
}
