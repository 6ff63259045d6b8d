/**
 * From a request to a response, with the checks in their order: HTTPS, method, path, probe, limits, rate, switch,
 * configuration, endpoint.
 */
import type { Io } from "../base/io";
import * as names from "../base/names";
import { err, ok, type Err, type Result } from "../result";
import * as enabled from "../settings/enabled";
import type { Config } from "../settings/load";
import * as probe from "./probe";
import type { Environment } from "./requests";
import type { Response } from "./output";

/** What serves a path: an answer, or the code of a refusal. */
interface Endpoint {
  handle: (this: void, io: Io, config: Config, environment: Environment) => Result<Response>;
}

/** A process serves one request and pays for what it loads: an endpoint is loaded when its path is asked for. */
const endpoints: { [path: string]: ((this: void) => Endpoint) | undefined } = {
  "/": () => require("./start") as typeof import("./start"),
  "/callback": () => require("./callback") as typeof import("./callback"),
  "/logout": () => require("./logout") as typeof import("./logout"),
};

const backchannel_path = "/backchannel-logout";
const backchannel = (): Endpoint => require("./backchannel_logout") as typeof import("./backchannel_logout");

/** What every request but the probe needs; the login page asks the probe on every visit. */
const late = {
  client_limit: () => require("./client_limit") as typeof import("./client_limit"),
  errors: () => require("./errors") as typeof import("./errors"),
  load: () => require("../settings/load") as typeof import("../settings/load"),
  rate_limit: () => require("./rate_limit") as typeof import("./rate_limit"),
  requests: () => require("./requests") as typeof import("./requests"),
  upkeep: () => require("../login/upkeep") as typeof import("../login/upkeep"),
};

/** An option as it stands. */
function option_of(io: Io, name: string): string | string[] | undefined {
  const option = io.uci_get(names.package_name, "default", name);
  return option.ok ? option.data : undefined;
}

/** Limits and rate; the answer is whether this is the first request of its minute. */
function count(io: Io, environment: Environment): Result<boolean> {
  const within = late.requests().check_limits(environment);
  if (!within.ok) {
    return within;
  }
  const limit = option_of(io, "client_limit");
  const own = limit !== undefined ? late.client_limit().count_client(io, environment.remote_addr, limit) : ok(true);
  return own.ok ? late.rate_limit().count_request(io) : own;
}

/** The configuration, where the switch is on. */
function configure(io: Io): Result<Config> {
  const on = enabled.is_enabled(io);
  if (!on.ok) {
    return on;
  }
  return on.data ? late.load().load(io) : err("SSO_DISABLED");
}

/** The value of `action`, decoded; the login page's own way to write it costs no decoding. */
function action_of(query: string): string | undefined {
  return query === "action=enabled" ? "enabled" : late.requests().query_param(query, "action");
}

/** What may be posted: the provider's log-out, where it is on. */
function posted_endpoint(io: Io, environment: Environment): (() => Endpoint) | undefined {
  if (environment.method !== "POST" || environment.path_info !== backchannel_path) {
    return undefined;
  }
  return option_of(io, "backchannel_logout") === "1" ? backchannel : undefined;
}

function route(io: Io, environment: Environment): Result<Response> {
  if (!environment.https) {
    return err("HTTPS_REQUIRED");
  }
  const posted = posted_endpoint(io, environment);
  if (environment.method !== "GET" && posted === undefined) {
    return err("METHOD_NOT_ALLOWED", { method: environment.method.slice(0, 16) });
  }
  const path = environment.path_info === "" ? "/" : environment.path_info;
  const endpoint = posted ?? endpoints[path];
  if (endpoint === undefined) {
    return err("NOT_FOUND");
  }
  const action = path === "/" ? action_of(environment.query_string) : undefined;
  if (action === "enabled") {
    return ok(probe.answer(io));
  }
  if (action !== undefined) {
    return err("NOT_FOUND", { reason: "unknown action" });
  }
  const counted = count(io, environment);
  if (!counted.ok) {
    return counted;
  }
  const config = configure(io);
  if (path !== "/") {
    io.open_log();
  }
  const response = config.ok ? endpoint().handle(io, config.data, environment) : config;
  // A login and a log-out at the provider have looked through the sessions already.
  const has_looked = response.ok && (posted !== undefined || path === "/callback");
  if (counted.data && !has_looked && option_of(io, "session_max_lifetime") !== undefined) {
    late.upkeep().expire(io);
  }
  return response;
}

/** The error page of a failure, and its log line (errors.ts). */
export function refuse(io: Io, environment: Environment, failure: Err): Response {
  return late.errors().refuse(io, environment, failure, (world) => late.rate_limit().count_refusal(world));
}

/** Answers one request; every request gets a response, and every refused one a log line. */
export function handle(io: Io, environment: Environment): Response {
  const response = route(io, environment);
  return response.ok ? response.data : refuse(io, environment, response);
}
