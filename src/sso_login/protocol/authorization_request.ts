/** The authorization request (OpenID Connect Core section 3.1.2.1, RFC 7636). */
import * as bytes from "io/bytes";
import type { Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as urls from "../base/urls";
import * as hash from "../jose/hash";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import type { Metadata } from "./provider_metadata";

/** Values that a login keeps between its two requests. */
export interface Handshake {
  state: string;
  nonce: string;
  code_verifier: string;
  /** Start of the login, in Unix seconds. */
  created_at?: number;
  /** The page of the web interface at which the login ends. */
  return_to?: string;
  /** SHA-256 (hex) of the value of the login's own cookie; absent where the login has none. */
  cookie_hash?: string;
  /** The issuer of the provider that was asked; absent in records of versions with one provider. */
  issuer?: string;
  /** Whether the provider's metadata promise `iss` in the response (RFC 9207). */
  iss_expected?: boolean;
  /** The hash of the settings that a login depends on (settings/login_settings), as the login began; while passwords are off. */
  settings_hash?: string;
  /** Whether the login was begun at a page of the router or by hand: another site's ends no session. */
  is_own_site?: boolean;
  /** Whether the user wanted to log in anew, or by another account. */
  is_anew?: boolean;
  /** The account that was refused before, by a hash. */
  refused?: string;
  /** Whether the login was begun again by itself: that happens once. */
  is_again?: boolean;
}

/** Parameters of the authorization request that the start adds to those of the options. */
export interface RequestOptions {
  /** The wish of the user: to log in anew, or to choose an account. */
  prompt?: "login" | "select_account";
  /** The parameter `login_hint` (OpenID Connect Core section 3.1.2.1). */
  login_hint?: string;
}

/** Loaded for a provider that demands pushed requests. */
const pushed_request = () => require("./pushed_request") as typeof import("./pushed_request");

/**
 * The parameter `prompt` (OpenID Connect Core section 3.1.2.1): as the option says, unless the user asked for another account, or to
 * log in anew, which both are what `login` does. Providers answer a `select_account` that they do not know with an error.
 */
function prompt_of(config: Config, metadata: Metadata, options: RequestOptions): string | undefined {
  if (options.prompt === undefined || config.prompt === "login") {
    return config.prompt;
  }
  const offered = metadata.prompt_values_supported ?? [];
  return options.prompt === "select_account" && offered.includes("select_account") ? "select_account" : "login";
}

/** Adds a parameter that has a value. */
function add(params: [string, string][], name: string, value: string | undefined): void {
  if (value !== undefined) {
    params.push([name, value]);
  }
}

/** The parameters of the request (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3), encoded. */
export function request_query(
  config: Config,
  metadata: Metadata,
  handshake: Handshake,
  options: RequestOptions,
): string {
  const params: [string, string][] = [
    ["response_type", "code"],
    ["client_id", config.client_id],
    ["redirect_uri", config.redirect_uri],
    ["scope", config.scope],
    ["state", handshake.state],
    ["nonce", handshake.nonce],
    ["code_challenge", bytes.base64url_encode(hash.hash_sha256(handshake.code_verifier))],
    ["code_challenge_method", "S256"],
  ];
  for (const parameter of config.sent ?? []) {
    params.push(parameter);
  }
  add(params, "prompt", prompt_of(config, metadata, options));
  add(params, "login_hint", options.login_hint);
  return encoding.form_encode(params);
}

/**
 * The address that starts the login at the provider. CONFIG_ERROR when it would be too long to send; a provider that
 * demands the parameters beforehand gets them here, and fails as push_request does.
 */
export function get_auth_url(
  io: Io,
  config: Config,
  metadata: Metadata,
  handshake: Handshake,
  options?: RequestOptions,
): Result<string> {
  const query = request_query(config, metadata, handshake, options ?? {});
  const endpoint = metadata.pushed_authorization_request_endpoint;
  const sent =
    endpoint !== undefined ? pushed_request().push_request(io, config, metadata, query, endpoint) : ok(query);
  if (!sent.ok) {
    return sent;
  }
  const url = urls.add_query(metadata.authorization_endpoint, sent.data);
  return url.length <= urls.max_location_length
    ? ok(url)
    : err("CONFIG_ERROR", { option: "scope", must: { id: "short_scope" } });
}
