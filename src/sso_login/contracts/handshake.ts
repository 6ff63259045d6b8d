/** Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`. */
import type { Io } from "../base/io";
import * as finish from "../login/finish";
import type { Authenticated, CallbackRequest } from "../login/finish";
import * as start from "../login/start";
import type { Initiated } from "../login/start";
import type { Policy } from "../protocol/id_token";
import type { Result } from "../result";
import type { Config } from "../settings/config";

/** Starts a login: where to send the browser, and the state token for its cookie. */
export function initiate(io: Io, config: Config): Result<Initiated> {
  return start.initiate(io, config);
}

/** Finishes a login: from the provider's answer to a session. */
export function authenticate(io: Io, config: Config, request: CallbackRequest, policy?: Policy): Result<Authenticated> {
  return finish.authenticate(io, config, request, policy);
}
