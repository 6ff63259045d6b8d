/**
 * From a request to a response, with the checks in their order: HTTPS, method, path, probe, limits, rate, switch,
 * configuration, endpoint. A logout or an exchange is judged before it is counted: what it proves says in which window it counts.
 */
import type { Io } from "../base/io";
import * as log from "../base/log";
import * as names from "../base/names";
import * as store from "../base/store";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/config";
import * as enabled from "../settings/enabled";
import * as load from "../settings/load";
import * as option_forms from "../settings/option_forms";
import * as sections from "../settings/sections";
import * as password_trial from "../passwords/trial";
import type { Judged, Load } from "./judged";
import type { Response } from "./output";
import * as rate_limit from "./rate_limit";
import type { Window } from "./rate_limit";
import * as requests from "./request";
import type { Environment } from "./request";

/** What serves a path: an answer, or the code of a refusal. */
interface Endpoint {
  handle: (this: void, io: Io, config: Config, environment: Environment) => Result<Response>;
}

const start = () => require("./endpoints/start") as typeof import("./endpoints/start");

/** A process serves one request and pays for what it loads: an endpoint is loaded when its path is asked for. */
const endpoints: { [path: string]: ((this: void) => Endpoint) | undefined } = {
  "/": start,
  "/callback": () => require("./endpoints/callback") as typeof import("./endpoints/callback"),
};

/** What judges a request that may prove itself: a logout, an exchange of a token. It says itself of which provider that is. */
interface Judge {
  judge: (this: void, io: Io, environment: Environment, load: Load) => Judged;
}

const logout_path = "/logout";
const logout = (): Judge => require("./endpoints/logout") as typeof import("./endpoints/logout");
const backchannel_path = "/backchannel-logout";
const backchannel = (): Judge =>
  require("./endpoints/backchannel_logout") as typeof import("./endpoints/backchannel_logout");

const token_exchange = (): Judge =>
  require("./endpoints/token_exchange") as typeof import("./endpoints/token_exchange");

/** What has settings of its own, or needs none, and is served also while single sign-on is off. */
interface Independent {
  handle: (this: void, io: Io, environment: Environment) => Result<Response>;
}

const test_login = (): Independent => require("./endpoints/test_login") as typeof import("./endpoints/test_login");

const jwks_path = "/jwks";
const jwks = (): Independent => require("./endpoints/jwks") as typeof import("./endpoints/jwks");

/** Modules for requests that are refused, and for routers without passwords. */
const late = () => require("./late") as typeof import("./late");
const refusals = () => require("./refusals") as typeof import("./refusals");
const password_login = () => require("../passwords/transitions") as typeof import("../passwords/transitions");

/** Counts a request in a window; the answer is whether it is the first there. */
function count(io: Io, environment: Environment, window: Window): Result<boolean> {
  const limit = window.is_proven ? undefined : (sections.option_of(io, "client_limit") ?? window.client_limit);
  if (limit !== undefined) {
    const client_limit = require("./client_limit") as typeof import("./client_limit");
    const counted = client_limit.count_client(io, environment.remote_addr, limit, window);
    if (!counted.ok) {
      return counted;
    }
  }
  return rate_limit.count_request(io, window);
}

/** The configuration of a provider, where its switch is on. */
function load_config(io: Io, provider: string | undefined): Result<Config> {
  const on = enabled.is_provider_enabled(io, provider ?? names.first);
  if (!on.ok) {
    return on;
  }
  return on.data ? load.load(io, provider) : err("SSO_DISABLED");
}

/** Whether a request is of a test login: only the ticket, or a state that no login has. */
function is_test(path: string, query: string): boolean {
  if (path === "/") {
    return query.startsWith("test=");
  }
  return path === "/callback" && ("&" + query).includes("&state=test.");
}

/** Paths that further providers have each for itself, `<path>/<name>`. */
const own_paths = ["/callback/", "/backchannel-logout/"];

/**
 * Takes the provider out of a path that only it has, so that what serves the path finds it in the environment; NOT_FOUND for one
 * that is not there or off. A test login's may be either, as its settings need not be saved.
 */
function take_provider(io: Io, environment: Environment): Result<true> {
  const own = own_paths.find((path) => environment.path_info.startsWith(path));
  if (own === undefined) {
    return ok(true);
  }
  const name = environment.path_info.substring(own.length);
  const path = own.substring(0, own.length - 1);
  if (!option_forms.is_provider_name(name) || !(is_test(path, environment.query_string) || enabled.is_on(io, name))) {
    return err("NOT_FOUND");
  }
  environment.path_info = path;
  environment.provider = name;
  return ok(true);
}

/** Whether this is a back-channel logout, and the provider's option is on. */
function is_backchannel_logout(io: Io, environment: Environment): boolean {
  const is_posted = environment.method === "POST" && environment.path_info === backchannel_path;
  return is_posted && sections.option_of(io, "backchannel_logout", environment.provider) === "1";
}

/** Whether a path is that of token exchanges, and the option is on at some provider. */
function is_exchange(io: Io, path_info: string): boolean {
  const is_on = (): boolean =>
    (sections.option_of(io, "api_audience") ?? "") !== "" || load.providers_with(io, "api_audience").length > 0;
  return path_info === names.exchange_path_info && is_on();
}

/** The first request of a window also ends the sessions that have lasted as long as they may. */
function expire(io: Io): void {
  if ((sections.option_of(io, "session_max_lifetime") ?? sections.option_of(io, "api_audience")) !== undefined) {
    const ending = require("../rpcd/ending") as typeof import("../rpcd/ending");
    ending.expire(io);
  }
}

/** Counts a request and serves it. */
function serve(io: Io, environment: Environment, path: string, endpoint: () => Endpoint): Result<Response> {
  const counted = count(io, environment, rate_limit.requests);
  if (!counted.ok) {
    return counted;
  }
  const query = environment.query_string;
  const named = path === "/" ? start().provider_of(io, query) : ok(environment.provider);
  environment.provider = named.ok ? named.data : undefined;
  const config = named.ok ? load_config(io, named.data) : named;
  if (path !== "/") {
    io.open_log();
  }
  const response = config.ok
    ? log.about(config.data.log_name, endpoint().handle(io, config.data, environment))
    : config;
  // A login has ended overdue sessions already.
  if (counted.data && !(response.ok && path === "/callback")) {
    expire(io);
  }
  return response;
}

/** Counts a request that does not depend on the saved configuration, and serves it. */
function serve_independent(io: Io, environment: Environment, endpoint: () => Independent): Result<Response> {
  const counted = count(io, environment, rate_limit.requests);
  if (!counted.ok) {
    return counted;
  }
  io.open_log();
  const response = endpoint().handle(io, environment);
  if (counted.data) {
    expire(io);
  }
  return response;
}

/** Judges a request that may prove itself, counts it where it belongs, and serves it. */
function serve_judged(io: Io, environment: Environment, judge: () => Judge, unproven: Window): Result<Response> {
  // What is in the run directory is believed, so it must be the service's own before anything is judged by it.
  if (!store.ensure_run_dir(io)) {
    return rate_limit.no_run_dir(io);
  }
  io.open_log();
  const judged = judge().judge(io, environment, (provider) => load_config(io, provider));
  const counted = count(io, environment, judged.window);
  if (!counted.ok) {
    return log.about(judged.log_name, counted);
  }
  const response = log.about(judged.log_name, judged.respond());
  // A back-channel logout has ended overdue sessions already.
  if (counted.data && !(response.ok && unproven !== rate_limit.requests)) {
    expire(io);
  }
  return response;
}

function route(io: Io, environment: Environment): Result<Response> {
  if (!environment.https) {
    return err("HTTPS_REQUIRED");
  }
  const taken = take_provider(io, environment);
  if (!taken.ok) {
    return taken;
  }
  const exchanged = is_exchange(io, environment.path_info);
  environment.is_exchange = exchanged;
  const posted = exchanged || is_backchannel_logout(io, environment);
  if (environment.method !== (posted ? "POST" : "GET")) {
    const allow = exchanged ? "POST" : undefined;
    return err("METHOD_NOT_ALLOWED", { method: environment.method.slice(0, 16), allow });
  }
  const path = environment.path_info === "" ? "/" : environment.path_info;
  const endpoint = endpoints[path];
  if (endpoint === undefined && path !== logout_path && path !== jwks_path && !posted) {
    return err("NOT_FOUND");
  }
  const action = path === "/" ? requests.query_param(environment.query_string, "action") : undefined;
  if (action === "enabled") {
    const probe = require("./endpoints/probe") as typeof import("./endpoints/probe");
    return ok(probe.answer(io));
  }
  if (action !== undefined) {
    return err("NOT_FOUND", { reason: "unknown action" });
  }
  const limits = requests.check_limits(environment);
  if (!limits.ok) {
    return limits;
  }
  if (is_test(path, environment.query_string)) {
    return serve_independent(io, environment, test_login);
  }
  if (path === jwks_path) {
    return serve_independent(io, environment, jwks);
  }
  if (endpoint !== undefined) {
    return serve(io, environment, path, endpoint);
  }
  if (exchanged) {
    return serve_judged(io, environment, token_exchange, rate_limit.exchanges);
  }
  return posted
    ? serve_judged(io, environment, backchannel, rate_limit.backchannel)
    : serve_judged(io, environment, logout, rate_limit.requests);
}

/** Answers one request; every request gets a response, and every refused one a log line. */
export function handle(io: Io, environment: Environment): Response {
  // Whoever comes when a trial is over ends it; there is no such file otherwise.
  if (password_trial.is_there(io)) {
    password_login().end_overdue_trial(io);
  }
  const response = route(io, environment);
  if (response.ok) {
    return response.data;
  }
  const on = environment.path_info === "/callback" ? late().go_on(io, environment, response.error) : undefined;
  return on ?? refusals().refuse(io, environment, response);
}
