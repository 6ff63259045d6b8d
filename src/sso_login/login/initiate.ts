/** The first request of a login: sends the browser to the provider (specification, "Flow phases"). */
import type { Io } from "../base/io";
import * as authorization from "../protocol/authorization";
import type { Wishes } from "../protocol/authorization";
import * as client_authentication from "../protocol/client_authentication";
import * as metadata from "../protocol/metadata";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/load";
import * as record from "./record";

/** A started login: where to send the browser, and the state token for its cookie. */
export interface Initiated {
  url: string;
  token: string;
}

/** What the request that starts a login says. */
export interface Start extends Wishes {
  /** Under which host (with port) the router was opened. */
  host?: string;
  /** The page at which the login is to end. */
  return_to?: string;
}

/**
 * Starts a login: state, nonce and PKCE pair, stored for 300 seconds, and the provider's address. Fails as discovery
 * does, with CONFIG_ERROR when the provider offers nothing this client can use, or INTERNAL_ERROR.
 */
export function initiate(io: Io, config: Config, request?: Start): Result<Initiated> {
  const start: Start = request ?? {};
  const discovery = metadata.of_provider(io, config);
  if (!discovery.ok) {
    return discovery;
  }
  // Found out now, and not after the code was spent.
  const method = client_authentication.choose_method(config, discovery.data);
  if (!method.ok) {
    return method;
  }
  const handshake = record.make();
  handshake.return_to = start.return_to;
  const url = authorization.get_auth_url(io, config, discovery.data, handshake, start);
  if (!url.ok) {
    return url;
  }
  return record.save(io, handshake, start.host ?? "")
    ? ok({ url: url.data, token: handshake.state })
    : err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
}
