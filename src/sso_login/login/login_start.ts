/** The first request of a login: sends the browser to the provider (specification, "Flow phases"). */
import type { Io } from "../base/io";
import * as authorization_request from "../protocol/authorization_request";
import type { Handshake, RequestOptions } from "../protocol/authorization_request";
import * as client_authentication from "../protocol/client_authentication";
import * as provider_metadata from "../protocol/provider_metadata";
import * as provider_files from "../protocol/provider_files";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as handshake_record from "./handshake_record";

/** A started login: where to send the browser, and the state token for its cookie. */
export interface StartedLogin {
  url: string;
  token: string;
}

/** Values of the request that starts a login. */
export interface StartOptions extends RequestOptions {
  /** The host (with port) at which the router was opened. */
  host?: string;
  /** The page of LuCI that the login is for. */
  return_to?: string;
  /** SHA-256 (hex) of the value of the login's own cookie. */
  cookie_hash?: string;
}

/** The provider's address for a login attempt. All calls to the provider are made here. */
export function address_for(io: Io, config: Config, handshake: Handshake, options?: RequestOptions): Result<string> {
  const metadata = provider_metadata.of_provider(io, config);
  if (!metadata.ok) {
    return metadata;
  }
  // Found out now, and not after the code was spent.
  const method = client_authentication.choose_method(io, config, metadata.data);
  return method.ok ? authorization_request.get_auth_url(io, config, metadata.data, handshake, options) : method;
}

/**
 * Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as the metadata
 * does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
 */
export function initiate(io: Io, config: Config, request?: StartOptions): Result<StartedLogin> {
  const start: StartOptions = request ?? {};
  const handshake = handshake_record.create();
  handshake.return_to = start.return_to;
  handshake.cookie_hash = start.cookie_hash;
  handshake.issuer = config.issuer_url;
  const url = provider_files.asking(io, config, () => address_for(io, config, handshake, start));
  if (!url.ok) {
    return url;
  }
  return handshake_record.save(io, handshake, start.host ?? "")
    ? ok({ url: url.data, token: handshake.state })
    : err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
}
