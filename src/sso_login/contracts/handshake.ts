/** Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`. */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as browser from "../login/browser";
import type { Cookies } from "../login/browser";
import * as login_finish from "../login/login_finish";
import type { ResponseParams } from "../login/attempt";
import * as login_start from "../login/login_start";
import { ok, type Result } from "../result";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import type { Config } from "../settings/provider_config";
import * as specified from "./specified";

/** The policy of `authenticate`: permitted algorithms of signatures. */
export interface Policy {
  allowed_algs?: string[];
}

/** Starts a login: where to send the browser, and the state token for its cookie. */
export function initiate(io: Io, config: Config): Result<{ url: string; token: string }> {
  const begun = login_start.initiate(io, config, {});
  return begun.ok ? ok({ url: begun.data.url, token: begun.data.handshake.state }) : specified.specified(begun);
}

/** The documented configuration with what a loaded one has: its section, and the algorithms that a policy permits. */
function completed(config: Config, policy: Policy | undefined): Config {
  const changed: { [option: string]: unknown } = { provider: public_names.first };
  for (const option of Object.keys(config)) {
    changed[option] = config[option as keyof Config];
  }
  changed.id_token_algs = (policy !== undefined ? policy.allowed_algs : undefined) ?? config.id_token_algs;
  return changed as unknown as Config;
}

/** The callback's decoded parameters and cookies by name. */
export interface CallbackRequest {
  params: ResponseParams;
  cookies: Cookies;
  /** The user's address, which the session keeps. */
  remote?: string;
}

/** Finishes a login: from the provider's answer to a session, and the user's verified e-mail, "" without one. */
export function authenticate(
  io: Io,
  config: Config,
  request: CallbackRequest,
  policy?: Policy,
): Result<{ sid: string; email: string }> {
  const input = { params: request.params, browser: browser.read(request.cookies), remote: request.remote };
  const login = specified.specified(login_finish.authenticate(io, completed(config, policy), input));
  const session = login.ok ? rpcd_sessions.find_session(io, login.data.sid) : undefined;
  return login.ok ? ok({ sid: login.data.sid, email: session !== undefined ? session.email : "" }) : login;
}
