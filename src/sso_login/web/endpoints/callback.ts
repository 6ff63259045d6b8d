/** GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect"). */
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as names from "../../base/names";
import * as urls from "../../base/urls";
import * as hash from "../../jose/hash";
import * as finish from "../../login/finish";
import type { Authenticated, CallbackRequest } from "../../login/finish";
import * as login_cookie from "../../login/cookie";
import type { Cookies } from "../../login/cookie";
import * as record from "../../login/record";
import * as ending from "../../rpcd/ending";
import { err, ok, type Err, type Facts, type Result } from "../../result";
import type { Config } from "../../settings/config";
import * as landing_cookie from "../landing_cookie";
import * as page_cookie from "../page_cookie";
import * as requests from "../request";
import type { Environment, Request } from "../request";
import * as responses from "../responses";
import type { Response } from "../output";

/** Loaded for logins that fail. */
const late = () => require("../late") as typeof import("../late");

/**
 * The cookies of a login. LuCI's own `sysauth_https` lives at a longer path and is sent first: a stale one would hide
 * the new session, so it is deleted before ours are set, where LuCI keeps it and where the web interface is.
 */
function login_cookies(config: Config, sid: string): [string, string][] {
  const webui_path = config.webui_path ?? names.luci_cookie_path;
  const cookies = [
    responses.set_lax_cookie(names.state_cookie, "", 0),
    responses.set_cookie("sysauth_https", "", { path: webui_path, same_site: "Strict", max_age: 0 }),
  ];
  if (webui_path !== names.luci_cookie_path) {
    cookies.push(
      responses.set_cookie("sysauth_https", "", { path: names.luci_cookie_path, same_site: "Strict", max_age: 0 }),
    );
  }
  for (const name of names.session_cookies) {
    cookies.push(responses.set_cookie(name, sid, { path: "/", same_site: "Strict" }));
  }
  return cookies;
}

/** The cookies of only this login are cleared, and the landing page learns where the login ends. */
function other_cookies(cookies: Cookies, state: string, return_to: string | undefined): [string, string][] {
  const own = login_cookie.name_of(state);
  const cleared: [string, string][] = cookies[own] !== undefined ? [responses.set_lax_cookie(own, "", 0)] : [];
  const list = cleared.concat(page_cookie.forget(cookies, state));
  if (return_to !== undefined) {
    list.push(responses.set_lax_cookie(landing_cookie.name_of(return_to), "1", landing_cookie.lifetime));
  }
  return list;
}

/**
 * The page at which a login that is over was to end. A missing cookie is most often that of a login which began under another
 * name than the registered one, where the browser keeps it: the line names both, each with its port. Cookies know no ports, so with
 * one name the cause is another.
 */
function explain(io: Io, failure: Err, config: Config, environment: Environment, request: Request): Err {
  if (!late().may_be(environment, failure.error)) {
    return failure;
  }
  const state = request.params.state ?? "";
  const place = record.place_of(io, state);
  const webui_path = config.webui_path ?? names.luci_cookie_path;
  environment.return_to = place.return_to ?? page_cookie.page_of(request.cookies, state, webui_path);
  if (failure.error !== "MISSING_HANDSHAKE_COOKIE") {
    return failure;
  }
  const registered = urls.parse_https(config.redirect_uri);
  const host = place.host ?? requests.host_of(environment);
  if (registered === undefined) {
    return err(failure.error, { host, redirect_host: "" });
  }
  const start = urls.parse_https("https://" + host);
  const same_host = start !== undefined && start.host === registered.host;
  const hint = same_host ? { id: "other_browser" } : undefined;
  return err(failure.error, { host, redirect_host: urls.host_header(registered), hint });
}

/** Refusals whose user is to ask the administrator, who finds the reference in the log. */
const referenced = ["USER_NOT_AUTHORIZED", "ROLE_WITHOUT_PAGE", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"];

function with_reference(failure: Err, state: string): Err {
  const details: Facts = typeof failure.details === "object" ? failure.details : {};
  details.reference = hash.safe_id(state);
  return err(failure.error, details);
}

function log_login(io: Io, config: Config, environment: Environment, login: Authenticated): void {
  const facts: LogPair[] = [
    ["provider", config.log_name],
    ["remote", environment.remote_addr],
  ];
  const outcome: LogPair[] = [
    ["role", login.roles.join(",")],
    ["session", hash.safe_id(login.sid)],
  ];
  const notes = log.detail_pairs(login.notes);
  log.event(io, "notice", "LOGIN_GRANTED", facts.concat(login.who, outcome.concat(notes)));
}

/** Finishes a login; INVALID_REQUEST for parameters that cannot be taken, else as login/finish fails. */
export function handle(io: Io, config: Config, environment: Environment): Result<Response> {
  const request = requests.parse(environment);
  if (!request.ok) {
    return request;
  }
  const state = request.data.params.state ?? "";
  const cookies = request.data.cookies;
  const answer: CallbackRequest = { params: request.data.params, cookies, remote: environment.remote_addr };
  const login = finish.authenticate(io, config, answer);
  if (!login.ok) {
    environment.return_to = answer.return_to;
    return referenced.includes(login.error)
      ? with_reference(login, state)
      : explain(io, login, config, environment, request.data);
  }
  log_login(io, config, environment, login.data);
  ending.end_replaced(io, cookies, login.data.sid);
  ending.end_oldest(io, login.data.sid);
  const return_to = login.data.return_to;
  const query = return_to !== undefined ? "?to=" + return_to : "";
  const headers = login_cookies(config, login.data.sid).concat(other_cookies(cookies, state, return_to));
  return ok(responses.redirect(names.landing_path + query, headers));
}
