/**
 * The table of requests, and the checks in their order: HTTPS, method, path, probe, limits, rate, switch, configuration, endpoint. A
 * logout or an exchange of a token is verified before it is counted, as its proof tells the window.
 */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as password_trial from "../passwords/password_trial";
import * as result from "../result";
import { err, ok, type Result } from "../result";
import * as enabled from "../settings/enabled";
import * as saved_config from "../settings/saved_config";
import * as package_sections from "../settings/package_sections";
import * as rate_limit from "./rate_limit";
import type { Admission, Window } from "./rate_limit";
import type { RequestKind, Request } from "./web_request";
import type { Response } from "./responses";

/** Modules of requests that are refused, and of routers without passwords. */
const refusal = () => require("./refusal") as typeof import("./refusal");
const password_transitions = () =>
  require("../passwords/password_transitions") as typeof import("../passwords/password_transitions");

/** A process serves one request and pays for what it loads: an endpoint is loaded when a request has come to it. */
const start = () => require("./endpoints/start") as typeof import("./endpoints/start");
const callback = () => require("./endpoints/callback") as typeof import("./endpoints/callback");
const probe = () => require("./endpoints/probe") as typeof import("./endpoints/probe");
const test_login = () => require("./endpoints/test_login") as typeof import("./endpoints/test_login");
const jwks = () => require("./endpoints/jwks") as typeof import("./endpoints/jwks");
const user_logout = () => require("./endpoints/user_logout") as typeof import("./endpoints/user_logout");
const backchannel_logout = () =>
  require("./endpoints/backchannel_logout") as typeof import("./endpoints/backchannel_logout");
const token_exchange = () => require("./endpoints/token_exchange") as typeof import("./endpoints/token_exchange");

type Handler = (this: void, io: Io, request: Request) => Result<Response>;
type Admitter = (this: void, io: Io, request: Request) => Admission;

/** A row of the table: the requests of a path. */
interface Row {
  readonly path: string;
  readonly kind?: RequestKind;
  readonly method: "GET" | "POST";
  /** The window of requests that prove nothing; absent for requests that are not counted. */
  readonly window?: Window;
  /** Whether the configuration has this endpoint; absent for one that is always there. */
  readonly is_on?: (this: void, io: Io, request: Request) => boolean;
  /** Whether a success has ended overdue sessions already. */
  readonly ends_sessions?: boolean;
  /** Whether a success logs nothing. */
  readonly is_silent?: boolean;
  /** Whether its clients are programs, which read OAuth's errors. */
  readonly is_program?: boolean;
}

/** A row with its endpoint, which serves a counted request, or looks for a proof in it before it is counted. */
type Route = Row &
  (
    | { readonly handle: (this: void) => Handler; readonly admit?: undefined }
    | { readonly admit: (this: void) => Admitter }
  );

function has_backchannel_logout(io: Io, request: Request): boolean {
  // There is no page at this path.
  return request.method === "POST" && package_sections.option_of(io, "backchannel_logout", request.provider) === "1";
}

function has_exchanges(io: Io): boolean {
  const audience = package_sections.option_of(io, "api_audience") ?? "";
  return audience !== "" || saved_config.providers_with(io, "api_audience").length > 0;
}

const backchannel_path = "/backchannel-logout";
const requests = rate_limit.requests;
const routes: Route[] = [
  { path: "/", method: "GET", window: requests, is_silent: true, handle: () => start().handle },
  { path: "/", kind: "probe", method: "GET", is_silent: true, handle: () => probe().handle },
  { path: "/", kind: "test", method: "GET", window: requests, handle: () => test_login().start },
  { path: "/callback", method: "GET", window: requests, ends_sessions: true, handle: () => callback().handle },
  { path: "/callback", kind: "test", method: "GET", window: requests, handle: () => test_login().finish },
  { path: "/jwks", method: "GET", window: requests, handle: () => jwks().handle },
  { path: "/logout", method: "GET", window: requests, admit: () => user_logout().admit },
  {
    path: backchannel_path,
    method: "POST",
    window: rate_limit.backchannel,
    is_on: has_backchannel_logout,
    ends_sessions: true,
    admit: () => backchannel_logout().admit,
  },
  {
    path: public_names.exchange_path_info,
    method: "POST",
    window: rate_limit.exchanges,
    is_on: has_exchanges,
    ends_sessions: true,
    is_program: true,
    admit: () => token_exchange().admit,
  },
];

/** The row of a request; undefined where the router has no such endpoint or provider. */
function route_of(io: Io, request: Request): Route | undefined {
  const route = routes.find((row) => row.path === request.path && row.kind === request.kind);
  const provider = request.provider;
  // The settings of a test login need not be saved.
  if (provider !== undefined && request.kind !== "test" && !enabled.is_on(io, provider)) {
    return undefined;
  }
  const is_on = route !== undefined && (route.is_on === undefined || route.is_on(io, request));
  return is_on ? route : undefined;
}

/** Counts a request in a window: requests, first in the share of its client; the answer is whether it is the first there. */
function count(io: Io, request: Request, window: Window): Result<boolean> {
  const limit = rate_limit.limit_of(io, window);
  if (limit === undefined) {
    return rate_limit.count_request(io, window);
  }
  const client_limit = require("./client_limit") as typeof import("./client_limit");
  const counted = client_limit.count_client(io, request.remote_addr, limit, window);
  return counted.ok ? rate_limit.count_request(io, window) : counted;
}

/** Counts a request in all of these windows; the answer is whether it is the first in the last of them, which is the widest. */
function count_in(io: Io, request: Request, windows: Window[]): Result<boolean> {
  let is_first = false;
  for (const window of windows) {
    const counted = count(io, request, window);
    if (!counted.ok) {
      return counted;
    }
    is_first = counted.data;
  }
  return ok(is_first);
}

/** Ends the sessions that have lasted as long as they may. */
function expire(io: Io): void {
  if (
    (package_sections.option_of(io, "session_max_lifetime") ?? package_sections.option_of(io, "api_audience")) !==
    undefined
  ) {
    const session_ending = require("../rpcd/session_ending") as typeof import("../rpcd/session_ending");
    session_ending.expire(io);
  }
}

/** The admission of a request: its endpoint looks for a proof, or serves it in any case. */
function admit(io: Io, request: Request, route: Route): Result<Admission> {
  if (route.admit === undefined) {
    return ok({ respond: () => route.handle()(io, request) });
  }
  // A proof is compared with files of the run directory, so that must be the service's own.
  return store.ensure_run_dir(io) ? ok(route.admit()(io, request)) : rate_limit.no_run_dir(io);
}

/** Counts a request and serves it. */
function serve(io: Io, request: Request, route: Route): Result<Response> {
  if (route.is_silent !== true) {
    io.open_log();
  }
  const admission = admit(io, request, route);
  if (!admission.ok) {
    return admission;
  }
  const unproven = route.window !== undefined ? [route.window] : [];
  const counted = count_in(io, request, admission.data.windows ?? unproven);
  if (!counted.ok) {
    return result.about(admission.data.log_name, counted);
  }
  const response = result.about(admission.data.log_name, admission.data.respond());
  // The first request of a window does this for all.
  if (counted.data && !(response.ok && route.ends_sessions === true)) {
    expire(io);
  }
  return response;
}

/** Whether a provider reports a logout while its option is off. */
function is_logout_off(io: Io, request: Request): boolean {
  const is_report = request.method === "POST" && request.path === backchannel_path;
  return is_report && package_sections.option_of(io, "backchannel_logout", request.provider) !== "1";
}

/** Checks a request up to its path, and serves it by its row. */
function respond(io: Io, request: Request, route: Route | undefined): Result<Response> {
  if (!request.https) {
    return err("HTTPS_REQUIRED");
  }
  const method = route !== undefined ? route.method : "GET";
  if (request.method !== method) {
    const allow = method === "POST" ? method : undefined;
    const hint = request.path === "/callback" && request.method === "POST" ? { id: "no_form_post" } : undefined;
    const reason = is_logout_off(io, request) ? "backchannel_logout is off" : undefined;
    return err("METHOD_NOT_ALLOWED", { method: request.method.slice(0, 16), allow, hint, reason });
  }
  if (route === undefined) {
    return err("NOT_FOUND");
  }
  // The probe is answered whatever else the browser sends.
  return request.excess !== undefined && route.window !== undefined ? request.excess : serve(io, request, route);
}

/** Answers one request; every request gets a response, and every refused one a log line. */
export function handle(io: Io, request: Request): Response {
  // The first program that runs after the end of a trial ends it; there is no such file otherwise.
  if (password_trial.is_there(io)) {
    password_transitions().end_overdue_trial(io);
  }
  const route = route_of(io, request);
  const response = respond(io, request, route);
  if (response.ok) {
    return response.data;
  }
  return refusal().refuse(io, request, response, route !== undefined && route.is_program === true);
}
