/** The first request of a login: sends the browser to the provider (specification, "Flow phases"). */
import * as bytes from "io/bytes";
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as hash from "../jose/hash";
import * as authorization_request from "../protocol/authorization_request";
import type { Handshake, RequestOptions } from "../protocol/authorization_request";
import * as client_authentication from "../protocol/client_authentication";
import * as known_metadata from "../protocol/known_metadata";
import type { Metadata } from "../protocol/provider_metadata";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as handshake_record from "./handshake_record";

/** Bytes of a PKCE verifier (RFC 7636 section 4.1). */
const verifier_length = 64;

/** Values of a handshake that its start gives. */
type Given = Pick<Handshake, "return_to" | "cookie_hash" | "is_own_site" | "refused" | "is_again">;

/** Values of the request that starts a login. */
export interface StartOptions extends RequestOptions, Given {
  /** The host (with port) at which the router was opened. */
  host?: string;
  /** How the state begins, for a test login. */
  state_prefix?: string;
}

/** A login that has begun: the provider's address for the browser, and what its callback must know. */
export interface BegunLogin {
  url: string;
  handshake: Handshake;
}

/** A handshake with fresh values: state and nonce of 32 random bytes each, and a PKCE verifier. */
function create(config: Config, metadata: Metadata, start: StartOptions, settings_hash?: string): Handshake {
  return {
    state: (start.state_prefix ?? "") + bytes.base64url_encode(hash.random(32)),
    nonce: bytes.base64url_encode(hash.random(32)),
    code_verifier: hash.pkce_pair(verifier_length).verifier,
    return_to: start.return_to,
    cookie_hash: start.cookie_hash,
    issuer: config.issuer_url,
    iss_expected: metadata.authorization_response_iss_parameter_supported ? true : undefined,
    settings_hash,
    is_own_site: start.is_own_site,
    is_anew: start.prompt !== undefined ? true : undefined,
    refused: start.refused,
    is_again: start.is_again,
  };
}

/** Begins a login: all calls to the provider are made here. Fails as `initiate` does. */
export function begin(io: Io, config: Config, start: StartOptions, settings_hash?: string): Result<BegunLogin> {
  const known = known_metadata.of_provider(io, config);
  return known_metadata.by_metadata(io, config, known, "pushed_authorization_request_endpoint", (metadata) => {
    // Found out now, and not after the code was spent.
    const method = client_authentication.choose_method(io, config, metadata);
    if (!method.ok) {
      return method;
    }
    const handshake = create(config, metadata, start, settings_hash);
    const url = authorization_request.get_auth_url(io, config, metadata, handshake, start);
    return url.ok ? ok({ url: url.data, handshake }) : url;
  });
}

/** Loaded while passwords are off. */
const login_settings = () => require("../settings/login_settings") as typeof import("../settings/login_settings");

/** Stores a handshake; false when it cannot be written. */
function save(io: Io, handshake: Handshake, host: string): boolean {
  const record = handshake_record.to_record(handshake, io.time(), host);
  return store.write(io, handshake_record.path_of(io, handshake.state), record);
}

/**
 * Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
 * does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
 */
export function initiate(io: Io, config: Config, start: StartOptions): Result<BegunLogin> {
  const settings_hash = config.password_login === "off" ? login_settings().settings_hash(io) : undefined;
  const begun = begin(io, config, start, settings_hash);
  return !begun.ok || save(io, begun.data.handshake, start.host ?? "")
    ? begun
    : err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
}
