/**
 * One login in its two requests: `initiate` sends the browser to the provider, `authenticate` takes it back
 * (specification, "Flow phases").
 */
import { choose_auth_method, get_auth_url, type Handshake } from "./authorization";
import type { Authenticated } from "./callback";
import type { Config } from "./config";
import { type Discovery, discover } from "./discovery";
import { base64url_encode } from "./encoding";
import type { Io } from "./io/types";
import type { Policy } from "./oidc";
import { hash_sha256_hex, pkce_pair, random } from "./primitives";
import type { Request } from "./request";
import { err, ok, type Result } from "./result";
import { handshake_lifetime, path_of, write } from "./store";

/** Form of the handshake record. */
export const record_version = 1;
const verifier_length = 64;
/** Seconds, as the option's own default. */
const default_http_timeout = 10;

/** A started login: where to send the browser, and the state token for its cookie. */
export interface Initiated {
  url: string;
  token: string;
}

/** The record of a state token. Its name is a hash, so that no value of a request becomes part of a path. */
export function record_path(io: Io, token: string): string {
  return path_of(io, "handshake_" + hash_sha256_hex(token) + ".json");
}

/** What a configuration says about calls to the provider. One built by hand may have none of it. */
interface ProviderSettings {
  ca_file?: string;
  http_timeout?: number;
}

/** Trust store and time-out of the configuration, for all calls to the provider that follow. */
export function use_provider_settings(io: Io, config: ProviderSettings): void {
  io.https_settings({ ca_file: config.ca_file, timeout: config.http_timeout ?? default_http_timeout });
}

/** The metadata of the configured provider. */
export function discover_for(io: Io, config: Config): Result<Discovery> {
  return discover(io, config.issuer_url, { internal_issuer_url: config.internal_issuer_url });
}

/** Stores what the callback will need; the file is whole or absent. */
function save_record(io: Io, handshake: Handshake): boolean {
  const now = io.time();
  return write(io, record_path(io, handshake.state), {
    version: record_version,
    state: handshake.state,
    nonce: handshake.nonce,
    code_verifier: handshake.code_verifier,
    created_at: now,
    expires_at: now + handshake_lifetime,
  });
}

/**
 * Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
 * does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
 */
export function initiate(io: Io, config: Config): Result<Initiated> {
  use_provider_settings(io, config);
  const discovery = discover_for(io, config);
  if (!discovery.ok) {
    return discovery;
  }
  const method = choose_auth_method(config, discovery.data);
  if (!method.ok) {
    return method;
  }
  const handshake: Handshake = {
    state: base64url_encode(random(32)),
    nonce: base64url_encode(random(32)),
    code_verifier: pkce_pair(verifier_length).verifier,
  };
  const url = get_auth_url(io, config, discovery.data, handshake);
  if (!url.ok) {
    return url;
  }
  return save_record(io, handshake)
    ? ok({ url: url.data, token: handshake.state })
    : err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
}

/**
 * Finishes a login: state, tokens, ID Token, UserInfo, roles, registry, session (callback.ts). `request` holds the
 * decoded parameters and cookies. Fails with the code of the step that refused.
 */
export function authenticate(io: Io, config: Config, request: Request, policy?: Policy): Result<Authenticated> {
  const callback = require("./callback") as typeof import("./callback");
  return callback.authenticate(io, config, request, policy);
}
