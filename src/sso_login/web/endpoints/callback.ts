/** GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect"). */
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as public_names from "../../base/public_names";
import * as urls from "../../base/urls";
import * as json_values from "../../base/json_values";
import * as hash from "../../jose/hash";
import * as provider_errors from "../../protocol/provider_errors";
import * as login_finish from "../../login/login_finish";
import type { FinishedLogin, CallbackInput } from "../../login/login_finish";
import * as login_cookie from "../../login/login_cookie";
import type { Cookies } from "../../login/login_cookie";
import * as handshake_record from "../../login/handshake_record";
import * as session_ending from "../../rpcd/session_ending";
import * as result from "../../result";
import { err, ok, type Err, type Facts, type Result } from "../../result";
import type { Config } from "../../settings/provider_config";
import * as return_cookies from "../return_cookies";
import * as provider_choice from "../provider_choice";
import * as web_request from "../web_request";
import type { Admission } from "../rate_limit";
import type { Request } from "../web_request";
import * as responses from "../responses";
import type { Response } from "../responses";

/** Loaded for logins that fail. */
const late_callback = () => require("../late_callback") as typeof import("../late_callback");

/**
 * The cookies of a login. LuCI's own `sysauth_https` lives at a longer path and is sent first: a stale one would hide
 * the new session, so it is deleted before ours are set, where LuCI keeps it and where the web interface is.
 */
function login_cookies(config: Config, sid: string): [string, string][] {
  const webui_path = config.webui_path ?? public_names.luci_cookie_path;
  const cookies = [
    responses.set_lax_cookie(public_names.state_cookie, "", 0),
    responses.set_cookie("sysauth_https", "", { path: webui_path, same_site: "Strict", max_age: 0 }),
  ];
  if (webui_path !== public_names.luci_cookie_path) {
    cookies.push(
      responses.set_cookie("sysauth_https", "", {
        path: public_names.luci_cookie_path,
        same_site: "Strict",
        max_age: 0,
      }),
    );
  }
  for (const name of public_names.session_cookies) {
    cookies.push(responses.set_cookie(name, sid, { path: "/", same_site: "Strict" }));
  }
  return cookies;
}

/** The cookies of only this login are cleared, and the landing page learns where the login ends. */
function other_cookies(cookies: Cookies, state: string, return_to: string | undefined): [string, string][] {
  const own = login_cookie.name_of(state);
  const cleared: [string, string][] = cookies[own] !== undefined ? [responses.set_lax_cookie(own, "", 0)] : [];
  const list = cleared.concat(return_cookies.forget(cookies, state));
  if (return_to !== undefined) {
    list.push(return_cookies.open_landing(return_to));
  }
  return list;
}

/**
 * The names of the router in a login without its cookie. Most often it began under another name than the registered one, where the
 * browser keeps the cookie: the log line names both, each with its port. Cookies know no ports, so with one name the cause is another.
 */
function names_of_router(config: Config, host: string): Facts {
  const registered = urls.parse_https(config.redirect_uri);
  if (registered === undefined) {
    return { host, redirect_host: "" };
  }
  const start = urls.parse_https("https://" + host);
  const is_same = start !== undefined && start.host === registered.host;
  const hint = is_same ? { id: "other_browser" } : undefined;
  return { host, redirect_host: urls.host_header(registered), hint };
}

/** Refusals after which the user asks the administrator, who finds the reference in the log. */
const referenced = ["USER_NOT_AUTHORIZED", "ROLE_WITHOUT_PAGE", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"];

/** A failed login, with the facts for its page. `page` is the page at which the login was to end, as far as its record told. */
function with_facts(io: Io, failure: Err, config: Config, request: Request, page: string | undefined): Err {
  const state = json_values.text_of(request.query.values.state);
  const facts = json_values.facts_of(failure);
  facts.return_to = page;
  if (referenced.includes(failure.error)) {
    facts.reference = hash.safe_id(state);
  }
  if (!late_callback().may_be(request, failure.error)) {
    return err(failure.error, facts);
  }
  // The login is over or another's, so its record may tell more than this browser has proved.
  const place = handshake_record.place_of(io, state);
  const webui_path = config.webui_path ?? public_names.luci_cookie_path;
  const is_cookie_missing = failure.error === "MISSING_HANDSHAKE_COOKIE";
  const all = is_cookie_missing ? names_of_router(config, place.host ?? request.host) : facts;
  // Of a login whose record has ended only the words of the provider are known.
  all.error = provider_errors.cut(request.query.values.error);
  all.error_description = provider_errors.cut(request.query.values.error_description);
  all.return_to = place.return_to ?? return_cookies.page_of(request.cookies, state, webui_path);
  return err(failure.error, all);
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
  const notes = log.detail_pairs(login.notes);
  log.event(io, "notice", "LOGIN_GRANTED", facts.concat(login.who, outcome.concat(notes)));
}

/** Finishes a login by a configuration; INVALID_REQUEST for parameters that are refused, else as login/login_finish fails. */
export function finish_login(io: Io, config: Config, request: Request): Result<Response> {
  const params = web_request.checked_values(request.query);
  if (!params.ok) {
    return params;
  }
  const cookies = request.cookies;
  const answer: CallbackInput = { params: params.data, cookies, remote: request.remote_addr };
  const login = login_finish.authenticate(io, config, answer);
  if (!login.ok) {
    return with_facts(io, login, config, request, answer.return_to);
  }
  log_login(io, config, request, login.data);
  session_ending.end_replaced(io, cookies, login.data.sid);
  session_ending.end_oldest(io, login.data.sid);
  const return_to = login.data.return_to;
  const query = return_to !== undefined ? "?to=" + return_to : "";
  const state = json_values.text_of(params.data.state);
  const headers = login_cookies(config, login.data.sid).concat(other_cookies(cookies, state, return_to));
  return ok(responses.redirect(public_names.landing_path + query, headers));
}

/** Finishes a login at the provider of the request's address. */
function respond(io: Io, request: Request): Result<Response> {
  const config = provider_choice.load(io, request.provider);
  return config.ok ? result.about(config.data.log_name, finish_login(io, config.data, request)) : config;
}

export function admit(io: Io, request: Request): Admission {
  return { respond: () => respond(io, request) };
}
