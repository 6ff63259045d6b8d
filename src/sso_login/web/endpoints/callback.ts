/** GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect"). */
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as public_names from "../../base/public_names";
import * as json_values from "../../base/json_values";
import * as hash from "../../jose/hash";
import * as login_finish from "../../login/login_finish";
import type { FinishedLogin } from "../../login/login_finish";
import * as login_cookie from "../../login/login_cookie";
import type { Cookies } from "../../rpcd/rpcd_sessions";
import * as session_ending from "../../rpcd/session_ending";
import * as result from "../../result";
import { ok, type Result } from "../../result";
import type { Config } from "../../settings/provider_config";
import * as return_cookies from "../return_cookies";
import * as saved_config from "../../settings/saved_config";
import * as request_fields from "../request_fields";
import type { Admission } from "../rate_limit";
import type { Request } from "../web_request";
import * as responses from "../responses";
import type { Response } from "../responses";

/** Loaded for browsers that have logged in before, and for logins that fail. */
const last_login = () => require("../last_login") as typeof import("../last_login");
const failed_callback = () => require("../failed_callback") as typeof import("../failed_callback");

/**
 * The cookies of a session. LuCI's own `sysauth_https` lives at a longer path and is sent first: a stale one would hide
 * the new session, so it is deleted before ours are set, where LuCI keeps it and where the web interface is.
 */
function session_cookies(config: Config, sid: string): [string, string][] {
  const webui_path = config.webui_path ?? public_names.luci_cookie_path;
  const paths = webui_path !== public_names.luci_cookie_path ? [webui_path] : [];
  const cookies = [responses.set_lax_cookie(public_names.state_cookie, "", 0)];
  for (const path of paths.concat([public_names.luci_cookie_path])) {
    cookies.push(responses.set_cookie("sysauth_https", "", { path, same_site: "Strict", max_age: 0 }));
  }
  for (const name of public_names.session_cookies) {
    cookies.push(responses.set_cookie(name, sid, { path: "/", same_site: "Strict" }));
  }
  return cookies;
}

/** The cookies of only this login are cleared, the cookie of the last login names it, and the landing page learns where the login ends. */
function other_cookies(cookies: Cookies, state: string, return_to: string | undefined): [string, string][] {
  const own = login_cookie.name_of(state);
  const value = cookies[own];
  const list = return_cookies.forget(cookies, state);
  if (value !== undefined) {
    const named = hash.safe_id(state) + value;
    list.push(responses.set_lax_cookie(own, "", 0));
    list.push(responses.set_cookie(public_names.last_login_cookie, named, { path: "/", same_site: "Lax" }));
  }
  if (return_to !== undefined) {
    list.push(return_cookies.open_landing(return_to));
  }
  return list;
}

function log_login(io: Io, config: Config, request: Request, login: FinishedLogin): void {
  const facts: LogPair[] = [
    ["provider", config.log_name],
    ["remote", request.remote_addr],
  ];
  const outcome: LogPair[] = [
    ["role", login.roles.join(",")],
    ["session", hash.safe_id(login.sid)],
  ];
  log.event(io, "notice", "LOGIN_GRANTED", facts.concat(login.who, outcome.concat(log.detail_pairs(login.notes))));
}

/** The way into a session, which ends at the page `return_to`, or at the first one. */
function lead_into(config: Config, request: Request, sid: string, return_to: string | undefined): Response {
  const query = return_to !== undefined ? "?to=" + return_to : "";
  const state = json_values.text_of(request.query.values.state);
  const headers = session_cookies(config, sid).concat(other_cookies(request.cookies, state, return_to));
  return responses.redirect(public_names.landing_path + query, headers);
}

/** Finishes a login by a configuration; INVALID_REQUEST for parameters that are refused, else as login/login_finish fails. */
export function finish_login(io: Io, config: Config, request: Request): Result<Response> {
  const params = request_fields.checked_values(request.query);
  if (!params.ok) {
    return params;
  }
  const input = { params: params.data, cookies: request.cookies, remote: request.remote_addr };
  const login = login_finish.authenticate(io, config, input);
  if (!login.ok) {
    const finished = last_login().finished_session(io, request, login.error);
    return finished !== undefined
      ? ok(lead_into(config, request, finished.sid, finished.page !== "" ? finished.page : undefined))
      : failed_callback().with_facts(io, login, config, request);
  }
  log_login(io, config, request, login.data);
  // Another site may begin a login, and so ends no session, whatever cookies come with the provider's answer.
  if (login.data.is_own_site) {
    session_ending.end_replaced(io, request.cookies, login.data.sid);
    if (request.cookies[public_names.last_login_cookie] !== undefined) {
      last_login().end_former(io, request.cookies, login.data.sid);
    }
  }
  session_ending.end_idle(io, login.data.sid);
  return ok(lead_into(config, request, login.data.sid, login.data.return_to));
}

/** Finishes a login at the provider of the request's address. */
function respond(io: Io, request: Request): Result<Response> {
  const config = saved_config.load_enabled(io, request.provider);
  return config.ok ? result.about(config.data.log_name, finish_login(io, config.data, request)) : config;
}

export function admit(io: Io, request: Request): Admission {
  return { respond: () => respond(io, request) };
}
