/** POST /backchannel-logout: the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.5 to 2.8). */
import * as failures from "../../base/failures";
import type { Io } from "../../base/io";
import * as named_sessions from "../../logout/named_sessions";
import * as logout_token from "../../protocol/logout_token";
import type { LogoutClaims } from "../../protocol/logout_token";
import { err, ok, type Err, type Result } from "../../result";
import type { Config } from "../../settings/provider_config";
import * as saved_config from "../../settings/saved_config";
import * as rate_limit from "../rate_limit";
import type { Admission, Window } from "../rate_limit";
import type { Request } from "../web_request";
import type { Response } from "../responses";
import * as posted_forms from "./posted_forms";

/** The window of requests that prove nothing, at the address of a provider. */
function unproven(request: Request): Window {
  return rate_limit.window_of("backchannel", request.provider);
}

/** The posted token; INVALID_REQUEST or INPUT_TOO_LARGE. */
function posted_token(io: Io, request: Request): Result<string> {
  const params = posted_forms.read(io, request, unproven(request), ["logout_token"]);
  if (!params.ok) {
    return params;
  }
  const token = params.data.logout_token;
  return token !== undefined ? ok(token) : err("INVALID_REQUEST", { reason: "no logout_token" });
}

/** The one refusal that the provider gets, with the cause for the log. */
function refusal(failure: Err): Err {
  return failures.renamed(failure, "LOGOUT_REFUSED");
}

/** Verifies the posted token, which counts once. While `may_call` is false the provider is not asked for its keys. */
function verify(io: Io, config: Config, request: Request, may_call: boolean): Result<LogoutClaims> {
  const token = posted_token(io, request);
  const logout = token.ok ? logout_token.verify(io, config, token.data, may_call) : token;
  return logout.ok ? named_sessions.check_unused(io, config, logout.data) : logout;
}

/**
 * Ends the sessions that a logout token names: 200 without a body, also when there were none. A token that verifies and was not used yet is
 * a proof; LOGOUT_REFUSED for all else. While the window of requests that prove nothing is full, the provider is not asked for its keys.
 */
export function admit(io: Io, request: Request): Admission {
  const config = saved_config.load_enabled(io, request.provider);
  if (!config.ok) {
    return { respond: () => config };
  }
  const may_call = !rate_limit.is_window_full(io, unproven(request));
  const logout = verify(io, config.data, request, may_call);
  if (!logout.ok) {
    return { log_name: config.data.log_name, respond: () => refusal(logout) };
  }
  const respond = (): Result<Response> => {
    const ended = named_sessions.end_all(io, config.data, logout.data);
    return ended.ok ? ok({ status: 200, headers: [], body: "" }) : refusal(ended);
  };
  const window = rate_limit.window_of("logout_tokens", request.provider);
  return { window, log_name: config.data.log_name, respond };
}
