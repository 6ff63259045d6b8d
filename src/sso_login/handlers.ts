/** The three endpoints that need a configuration: initiate login, callback, logout. */
import { type Config, load } from "./config";
import type { Authenticated } from "./callback";
import { authenticate, initiate } from "./handshake";
import { identity_pairs } from "./identity";
import type { Io } from "./io/types";
import type { LogPair } from "./log";
import { safe_id } from "./primitives";
import { type Environment, parse, type Request, state_cookie } from "./request";
import { redirect, type Response, set_cookie } from "./response";
import { err, ok, type Err, type Result } from "./result";
import { handshake_lifetime } from "./store";
import { parse_https } from "./url";

/** The landing page: starts a same-site navigation, so that the browser sends the new cookies (docs/architecture.md). */
export const landing_path = "/cgi-bin/webui/";

/** GET /: sends the browser to the provider with the state cookie. */
function start(io: Io, config: Config): Result<Response> {
  const started = initiate(io, config);
  if (!started.ok) {
    return started;
  }
  const attributes = { path: "/", same_site: "Lax" as const, max_age: handshake_lifetime };
  return ok(redirect(started.data.url, [set_cookie(state_cookie, started.data.token, attributes)]));
}

/** Where LuCI's own session cookie lives, whatever page of it the browser is sent to. */
const luci_cookie_path = "/cgi-bin/luci/";

/**
 * The cookies of a login. LuCI's own `sysauth_https` lives at a longer path and is sent first: a stale one would hide
 * the new session, so it is deleted before ours are set, where LuCI keeps it and where the web interface is.
 */
function login_cookies(config: Config, sid: string): [string, string][] {
  const session = { path: "/", same_site: "Strict" as const };
  const cookies = [
    set_cookie(state_cookie, "", { path: "/", same_site: "Lax", max_age: 0 }),
    set_cookie("sysauth_https", "", { path: config.webui_path, same_site: "Strict", max_age: 0 }),
  ];
  if (config.webui_path !== luci_cookie_path) {
    cookies.push(set_cookie("sysauth_https", "", { path: luci_cookie_path, same_site: "Strict", max_age: 0 }));
  }
  cookies.push(set_cookie("sysauth_https", sid, session));
  cookies.push(set_cookie("sysauth", sid, session));
  return cookies;
}

/** A missing cookie is most often a router opened under another name than the registered one: the line names both. */
function explain(failure: Err, config: Config, environment: Environment): Err {
  if (failure.error !== "MISSING_HANDSHAKE_COOKIE") {
    return failure;
  }
  const registered = parse_https(config.redirect_uri);
  return err(failure.error, { host: environment.host, redirect_host: registered !== undefined ? registered.host : "" });
}

function log_event(io: Io, code: string, facts: LogPair[]): void {
  const log = require("./log") as typeof import("./log");
  log.event(io, "notice", code, facts);
}

function log_login(io: Io, config: Config, environment: Environment, login: Authenticated): void {
  const facts: LogPair[] = [["remote", environment.remote_addr]];
  const outcome: LogPair[] = [
    ["role", login.role_name],
    ["session", safe_id(login.sid)],
  ];
  log_event(io, "LOGIN_GRANTED", facts.concat(identity_pairs(config, login.email, login.sub), outcome));
}

/** GET /callback: finishes the login and sends the browser to the landing page. */
function callback(io: Io, config: Config, request: Request, environment: Environment): Result<Response> {
  const login = authenticate(io, config, request);
  if (!login.ok) {
    return explain(login, config, environment);
  }
  log_login(io, config, environment, login.data);
  return ok(redirect(landing_path, login_cookies(config, login.data.sid)));
}

function cleared_cookies(): [string, string][] {
  return [
    set_cookie("sysauth_https", "", { path: "/", same_site: "Strict", max_age: 0 }),
    set_cookie("sysauth", "", { path: "/", same_site: "Strict", max_age: 0 }),
  ];
}

/**
 * Whether there is a cookie to clear. Any site may link here, and its request brings no SameSite=Strict cookie: clearing
 * them all the same would let that site log the user out without `stoken`.
 */
function has_session_cookie(request: Request): boolean {
  return request.cookies.sysauth_https !== undefined || request.cookies.sysauth !== undefined;
}

/** GET /logout: ends the session and clears its cookies. */
function finish(io: Io, config: Config, request: Request, environment: Environment): Result<Response> {
  const logouts = require("./logout") as typeof import("./logout");
  const ended = logouts.end_session(io, request);
  if (!ended.ok) {
    return ended;
  }
  const session = ended.data;
  const cleared = session !== undefined || has_session_cookie(request) ? cleared_cookies() : [];
  if (session === undefined) {
    return ok(redirect("/", cleared));
  }
  // The provider may be slow and the browser impatient: what has happened is logged first.
  const facts: LogPair[] = [["remote", environment.remote_addr]];
  log_event(io, "LOGOUT", facts.concat(identity_pairs(config, session.email, session.sub), [["role", session.role]]));
  return ok(redirect(logouts.provider_location(io, config, session.id_token), cleared));
}

/** Serves a rate-limited endpoint: the configuration first (503), then the handler. */
export function serve(io: Io, path: string, environment: Environment): Result<Response> {
  const config = load(io);
  if (!config.ok) {
    return config;
  }
  if (path === "/") {
    return start(io, config.data);
  }
  const request = parse(environment);
  if (!request.ok) {
    return request;
  }
  return path === "/callback"
    ? callback(io, config.data, request.data, environment)
    : finish(io, config.data, request.data, environment);
}
