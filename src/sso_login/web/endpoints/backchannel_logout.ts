/** POST /backchannel-logout: the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.5 to 2.8). */
import type { Io } from "../../base/io";
import * as values from "../../base/values";
import * as named_sessions from "../../logout/named_sessions";
import * as logout_token from "../../protocol/logout_token";
import type { LogoutRequest } from "../../protocol/logout_token";
import { err, ok, type Err, type Result } from "../../result";
import type { Config } from "../../settings/config";
import * as forms from "../forms";
import type { Environment } from "../request";
import type { Judged, Load } from "../judged";
import type { Response } from "../output";
import * as rate_limit from "../rate_limit";

/** The posted token; INVALID_REQUEST or INPUT_TOO_LARGE. */
function posted_token(io: Io, environment: Environment): Result<string> {
  const params = forms.read(io, environment, ["logout_token"]);
  if (!params.ok) {
    return params;
  }
  const token = params.data.logout_token;
  return token !== undefined ? ok(token) : err("INVALID_REQUEST", { reason: "no logout_token" });
}

/** The one refusal that the provider gets, with the cause for the log. */
function refusal(failure: Err): Err {
  const facts = values.facts_of(failure);
  facts.cause = failure.error;
  return err("LOGOUT_REFUSED", facts);
}

/** Ends the named sessions: 200 without a body, also when there were none; else LOGOUT_REFUSED. */
function end_sessions(io: Io, config: Config, request: LogoutRequest): Result<Response> {
  const ended = named_sessions.end_all(io, config, request);
  return ended.ok ? ok({ status: 200, headers: [], body: "" }) : refusal(ended);
}

/**
 * Ends the sessions that a logout token names. A token that verifies and was not used yet is a proof; LOGOUT_REFUSED for all
 * else. While the window of what proves nothing is full, the provider is not asked for its keys.
 */
export function judge(io: Io, environment: Environment, load: Load): Judged {
  const loaded = load(environment.provider);
  if (!loaded.ok) {
    return { window: rate_limit.backchannel, respond: () => loaded };
  }
  const config = loaded.data;
  const may_call = !rate_limit.is_window_full(io, rate_limit.backchannel);
  const token = posted_token(io, environment);
  const logout = token.ok ? logout_token.verify(io, config, token.data, may_call) : token;
  const unused = logout.ok ? named_sessions.check_unused(io, config, logout.data) : logout;
  return unused.ok
    ? { window: rate_limit.logouts, log_name: config.log_name, respond: () => end_sessions(io, config, unused.data) }
    : { window: rate_limit.backchannel, log_name: config.log_name, respond: () => refusal(unused) };
}
