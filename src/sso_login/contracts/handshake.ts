/** Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`. */
import type { Io } from "../base/io";
import * as login_finish from "../login/login_finish";
import type { FinishedLogin, CallbackInput } from "../login/login_finish";
import * as login_start from "../login/login_start";
import type { StartedLogin } from "../login/login_start";
import type { Result } from "../result";
import type { Config } from "../settings/provider_config";

/** The policy of `authenticate`: permitted algorithms of signatures. */
export interface Policy {
  allowed_algs?: string[];
}

/** Starts a login: where to send the browser, and the state token for its cookie. */
export function initiate(io: Io, config: Config): Result<StartedLogin> {
  return login_start.initiate(io, config);
}

/** Finishes a login: from the provider's answer to a session. */
export function authenticate(io: Io, config: Config, request: CallbackInput, policy?: Policy): Result<FinishedLogin> {
  return login_finish.authenticate(io, config, request, policy !== undefined ? policy.allowed_algs : undefined);
}
