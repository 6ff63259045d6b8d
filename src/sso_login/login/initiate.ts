/** The first request of a login: sends the browser to the provider (specification, "Flow phases"). */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as authorization from "../protocol/authorization";
import type { Handshake, RequestOptions } from "../protocol/authorization";
import * as client_authentication from "../protocol/client_authentication";
import * as metadata from "../protocol/metadata";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/config";
import * as record from "./record";

/** A started login: where to send the browser, and the state token for its cookie. */
export interface Initiated {
  url: string;
  token: string;
}

/** What the request that starts a login says. */
export interface Start extends RequestOptions {
  /** Under which host (with port) the router was opened. */
  host?: string;
  /** The page at which the login is to end. */
  return_to?: string;
  /** SHA-256 (hex) of the value of the login's own cookie. */
  cookie_hash?: string;
}

/** A login attempt, and the provider's address for it. All calls to the provider are made here. */
function prepare(io: Io, config: Config, start: Start): Result<{ handshake: Handshake; url: string }> {
  const discovery = metadata.of_provider(io, config);
  if (!discovery.ok) {
    return discovery;
  }
  // Found out now, and not after the code was spent.
  const method = client_authentication.choose_method(io, config, discovery.data);
  if (!method.ok) {
    return method;
  }
  const handshake = record.create();
  handshake.return_to = start.return_to;
  handshake.cookie_hash = start.cookie_hash;
  const url = authorization.get_auth_url(io, config, discovery.data, handshake, start);
  return url.ok ? ok({ handshake, url: url.data }) : url;
}

/**
 * Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
 * does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
 */
export function initiate(io: Io, config: Config, request?: Start): Result<Initiated> {
  const start: Start = request ?? {};
  const prepared = prepare(io, config, start);
  store.release_calls(io);
  if (!prepared.ok) {
    return prepared;
  }
  const handshake = prepared.data.handshake;
  return record.save(io, handshake, start.host ?? "")
    ? ok({ url: prepared.data.url, token: handshake.state })
    : err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
}
