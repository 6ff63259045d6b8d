/**
 * From a request to a response, with the checks in their order: HTTPS, method, path, probe, limits, rate,
 * configuration, handler. What the probe does not need is loaded after it, as the login page asks it on every visit.
 */
import type { Io } from "./io/types";
import { is_enabled, probe } from "./probe";
import { check_limits, type Environment, query_param } from "./request";
import type { Response } from "./response";
import { err, ok, type Result } from "./result";

/** The endpoint that a path names: `/`, `/callback`, `/logout`, or undefined. */
function endpoint_of(path_info: string): string | undefined {
  const path = path_info === "" ? "/" : path_info;
  return path === "/" || path === "/callback" || path === "/logout" ? path : undefined;
}

/** Limits, rate and the switch, then the endpoint's handler. */
function serve(io: Io, path: string, environment: Environment): Result<Response> {
  const within = check_limits(environment);
  if (!within.ok) {
    return within;
  }
  const rate_limit = require("./rate_limit") as typeof import("./rate_limit");
  const counted = rate_limit.count_request(io);
  if (!counted.ok) {
    return counted;
  }
  const enabled = is_enabled(io);
  if (!enabled.ok) {
    return enabled;
  }
  if (!enabled.data) {
    return err("SSO_DISABLED");
  }
  const handlers = require("./handlers") as typeof import("./handlers");
  return handlers.serve(io, path, environment);
}

function route(io: Io, environment: Environment): Result<Response> {
  if (!environment.https) {
    return err("HTTPS_REQUIRED");
  }
  if (environment.method !== "GET") {
    return err("METHOD_NOT_ALLOWED", { method: environment.method.substring(0, 16) });
  }
  const path = endpoint_of(environment.path_info);
  if (path === undefined) {
    return err("NOT_FOUND");
  }
  if (path === "/" && environment.query_string !== "") {
    const action = query_param(environment.query_string, "action");
    if (action === "enabled") {
      return ok(probe(io));
    }
    if (action !== undefined) {
      return err("NOT_FOUND", { reason: "unknown action" });
    }
  }
  return serve(io, path, environment);
}

/** Answers one request; every request gets a response, and every refused one a log line. */
export function handle(io: Io, environment: Environment): Response {
  const response = route(io, environment);
  if (response.ok) {
    return response.data;
  }
  const refusal = require("./refusal") as typeof import("./refusal");
  return refusal.refuse(io, environment, response);
}
