/** Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`. */
import type { Io } from "../base/io";
import * as finish from "../login/finish";
import type { FinishedLogin, CallbackRequest } from "../login/finish";
import * as start from "../login/start";
import type { StartedLogin } from "../login/start";
import type { Result } from "../result";
import type { Config } from "../settings/config";

/** The policy of `authenticate`: permitted algorithms of signatures. */
export interface Policy {
  allowed_algs?: string[];
}

/** Starts a login: where to send the browser, and the state token for its cookie. */
export function initiate(io: Io, config: Config): Result<StartedLogin> {
  return start.initiate(io, config);
}

/** Finishes a login: from the provider's answer to a session. */
export function authenticate(io: Io, config: Config, request: CallbackRequest, policy?: Policy): Result<FinishedLogin> {
  return finish.authenticate(io, config, request, policy !== undefined ? policy.allowed_algs : undefined);
}
