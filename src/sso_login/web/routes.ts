/**
 * The table of requests, and the checks in their order: HTTPS, method, path, probe, limits, rate, switch, configuration, endpoint. A
 * signature or a session that proves something is looked for before a request is counted, as it tells the window; what has no such proof is
 * read after that.
 */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import { err, ok, type Result } from "../result";
import * as enabled from "../settings/enabled";
import * as saved_config from "../settings/saved_config";
import * as package_sections from "../settings/package_sections";
import * as rate_limit from "./rate_limit";
import type { Admission, Window, WindowKind } from "./rate_limit";
import * as web_request from "./web_request";
import type { Request } from "./web_request";
import type { Response } from "./responses";

/** Loaded for a failure. */
const failures = () => require("../base/failures") as typeof import("../base/failures");

/** Modules of requests that are refused, and of routers without passwords. */
const refusal = () => require("./refusal") as typeof import("./refusal");
const password_events = () => require("../passwords/password_events") as typeof import("../passwords/password_events");

const backchannel_path = "/backchannel-logout";

/** A module in endpoints/. */
type EndpointName =
  "start" | "callback" | "probe" | "test_login" | "jwks" | "user_logout" | "backchannel_logout" | "token_exchange";

/** A row of the table: the requests of a path. */
interface Route {
  readonly path: string;
  /** Which requests of the path; absent where all are, but those of a row above. */
  readonly match?: (this: void, request: Request) => boolean;
  /** Whether further providers have an address of their own, `<path>/<name>`: those that are on, or all. */
  readonly providers?: "on" | "all";
  /** GET when absent. */
  readonly method?: "POST";
  /** The window of requests that prove nothing; absent for requests that are not counted. */
  readonly window?: WindowKind;
  /** Whether each provider has such a window of its own. */
  readonly is_of_provider?: boolean;
  /** Whether a request may prove something. */
  readonly has_proof?: boolean;
  /** Whether the configuration has this endpoint at a provider's address; absent for one that is always there. */
  readonly is_on?: (this: void, io: Io, provider: string) => boolean;
  /** The reason for the log where the configuration lacks it. */
  readonly off?: string;
  /** Whether a success ends overdue sessions itself, as it opens or ends others. */
  readonly ends_overdue?: boolean;
  /** Whether a success logs nothing. */
  readonly is_silent?: boolean;
  /** Whether it is answered whatever else the browser sends, such as too many cookies. */
  readonly takes_excess?: boolean;
  readonly endpoint: EndpointName;
}

function is_probe(request: Request): boolean {
  const query = request.query;
  return query.values.action !== undefined || query.problems.some((problem) => problem[0] === "action");
}

/** Whether it begins a test login. */
function has_ticket(request: Request): boolean {
  return request.query.values.test !== undefined;
}

/** Whether it ends a test login: its state is one that no other login has. */
function is_of_test(request: Request): boolean {
  const state = request.query.values.state;
  return state !== undefined && state.startsWith(public_names.test_state);
}

function has_backchannel_logout(io: Io, provider: string): boolean {
  return package_sections.option_of(io, "backchannel_logout", provider) === "1";
}

/**
 * Whether a provider's access tokens open sessions. The option of the first provider, which costs least to read, counts even while that provider is
 * off; the endpoint then refuses.
 */
function has_exchanges(io: Io): boolean {
  const audience = package_sections.option_of(io, "api_audience") ?? "";
  return audience !== "" || saved_config.providers_with(io, "api_audience").length > 0;
}

const routes: Route[] = [
  { path: "/", match: is_probe, is_silent: true, takes_excess: true, endpoint: "probe" },
  { path: "/", match: has_ticket, window: "requests", endpoint: "test_login" },
  { path: "/", window: "requests", is_silent: true, endpoint: "start" },
  // The settings of a test login need not be saved.
  { path: "/callback", match: is_of_test, providers: "all", window: "requests", endpoint: "test_login" },
  { path: "/callback", providers: "on", window: "requests", ends_overdue: true, endpoint: "callback" },
  { path: "/jwks", window: "requests", endpoint: "jwks" },
  { path: "/logout", window: "requests", has_proof: true, endpoint: "user_logout" },
  {
    path: backchannel_path,
    providers: "on",
    method: "POST",
    window: "backchannel",
    is_of_provider: true,
    has_proof: true,
    is_on: has_backchannel_logout,
    off: "backchannel_logout is off",
    ends_overdue: true,
    endpoint: "backchannel_logout",
  },
  {
    path: web_request.exchange_path,
    method: "POST",
    window: "exchanges",
    has_proof: true,
    is_on: has_exchanges,
    off: "api_audience is not set",
    ends_overdue: true,
    endpoint: "token_exchange",
  },
];

/** The paths, each with the module of its endpoint for requests that no row above matches. */
export function endpoints(): { path: string; module: string }[] {
  return routes
    .filter((route) => route.match === undefined)
    .map((route) => ({ path: route.path, module: `web.endpoints.${route.endpoint}` }));
}

/** Whether a route has an address of a provider; the first one's is the path alone. */
function has_provider(io: Io, route: Route, provider: string): boolean {
  return (
    provider === public_names.first ||
    route.providers === "all" ||
    (route.providers === "on" && enabled.is_on(io, provider))
  );
}

/**
 * The row of a request. `lacking`: the endpoint is off in the configuration, which a request by its own method is told (POST /token: 405).
 * `none`: there is no such endpoint or provider, or the endpoint is off and the method is another one (GET /token: 404).
 */
type Found = { kind: "served"; route: Route } | { kind: "lacking"; route: Route } | { kind: "none" };

function find_row(io: Io, request: Request): Found {
  const row = routes.find((one) => one.path === request.path && (one.match === undefined || one.match(request)));
  if (row === undefined) {
    return { kind: "none" };
  }
  if (row.is_on !== undefined && !row.is_on(io, request.provider)) {
    return row.method === request.method ? { kind: "lacking", route: row } : { kind: "none" };
  }
  return has_provider(io, row, request.provider) ? { kind: "served", route: row } : { kind: "none" };
}

/** Counts a request in a window, before that in the share of its client; the answer is whether it is the first there. */
function count_in(io: Io, request: Request, window: Window): Result<boolean> {
  const client_limit = () => require("./client_limit") as typeof import("./client_limit");
  const limit = rate_limit.limit_of(io, window);
  const share = limit !== undefined ? client_limit().count_client(io, request.remote_addr, limit, window) : ok(true);
  return share.ok ? rate_limit.count_request(io, window) : share;
}

/** Ends the sessions that are over, where a lifetime or exchanges are configured; with `session_revalidate` alone only the supervisor does. */
function expire(io: Io): void {
  if (package_sections.option_of(io, "session_max_lifetime") !== undefined || has_exchanges(io)) {
    const session_ending = require("../rpcd/session_ending") as typeof import("../rpcd/session_ending");
    session_ending.expire(io);
  }
}

/**
 * Looks for a proof in a request, which is then counted and served. A process serves one request and pays for what it loads: an
 * endpoint is loaded when a request has come to it.
 */
function admit(io: Io, request: Request, name: EndpointName): Admission {
  if (name === "start") {
    return (require("./endpoints/start") as typeof import("./endpoints/start")).admit(io, request);
  }
  if (name === "callback") {
    return (require("./endpoints/callback") as typeof import("./endpoints/callback")).admit(io, request);
  }
  if (name === "probe") {
    return (require("./endpoints/probe") as typeof import("./endpoints/probe")).admit(io, request);
  }
  if (name === "test_login") {
    return (require("./endpoints/test_login") as typeof import("./endpoints/test_login")).admit(io, request);
  }
  if (name === "jwks") {
    return (require("./endpoints/jwks") as typeof import("./endpoints/jwks")).admit(io);
  }
  if (name === "user_logout") {
    return (require("./endpoints/user_logout") as typeof import("./endpoints/user_logout")).admit(io, request);
  }
  if (name === "backchannel_logout") {
    return (require("./endpoints/backchannel_logout") as typeof import("./endpoints/backchannel_logout")).admit(
      io,
      request,
    );
  }
  return (require("./endpoints/token_exchange") as typeof import("./endpoints/token_exchange")).admit(io, request);
}

/** The window of a request that proves nothing; undefined where it is not counted. */
function unproven_window(route: Route, request: Request): Window | undefined {
  const owner = route.is_of_provider === true ? request.provider : undefined;
  return route.window !== undefined ? rate_limit.window_of(route.window, owner) : undefined;
}

/** Counts a request in the narrower window of its admission, then in its window; the answer is whether it is the first in the latter. */
function count(io: Io, request: Request, route: Route, admission: Admission): Result<boolean> {
  const narrower = admission.narrower !== undefined ? count_in(io, request, admission.narrower) : ok(false);
  if (!narrower.ok) {
    return narrower;
  }
  const window = admission.window ?? unproven_window(route, request);
  return window !== undefined ? count_in(io, request, window) : ok(false);
}

function serve(io: Io, request: Request, route: Route): Result<Response> {
  if (route.is_silent !== true) {
    io.open_log();
  }
  // A proof is compared with files of the run directory, so that must be the service's own.
  if (route.has_proof === true && !store.ensure_run_dir(io)) {
    return rate_limit.no_run_dir(io);
  }
  const admission = admit(io, request, route.endpoint);
  const counted = count(io, request, route, admission);
  if (!counted.ok) {
    const known = admission.refusal;
    const refused = known !== undefined ? failures().instead_of(counted, known) : counted;
    return failures().about(admission.log_name, refused);
  }
  const response = admission.respond();
  // The first request of a window ends overdue sessions for all, unless this success has done so.
  const is_done = response.ok && route.ends_overdue === true;
  if (counted.data && !is_done) {
    expire(io);
  }
  return response.ok ? response : failures().about(admission.log_name, response);
}

/** Checks a request up to its path, and serves it by its row. */
function respond(io: Io, request: Request, found: Found): Result<Response> {
  if (!request.https) {
    return err("HTTPS_REQUIRED", { hint: { id: "https_of_proxy" } });
  }
  const method = request.method.slice(0, 16);
  if (found.kind === "lacking") {
    return err("METHOD_NOT_ALLOWED", { method, reason: found.route.off });
  }
  const route = found.kind === "served" ? found.route : undefined;
  const allow = route !== undefined ? route.method : undefined;
  if (request.method !== (allow ?? "GET")) {
    const hint = request.path === "/callback" && request.method === "POST" ? { id: "no_form_post" } : undefined;
    return err("METHOD_NOT_ALLOWED", { method, allow, hint }, undefined, { allow });
  }
  if (route === undefined) {
    return err("NOT_FOUND");
  }
  return request.excess !== undefined && route.takes_excess !== true ? request.excess : serve(io, request, route);
}

/**
 * Answers one request; every request gets a response. A refusal has a log line, but for a late callback of a user who is in, and
 * those beyond the minute's share (`rate_limit.count_refusal`).
 */
export function handle(io: Io, request: Request): Response {
  // The first program that runs after the end of a trial ends it; there is no such file otherwise.
  if (io.file_info(store.path_of(io, public_names.trial_file)) !== undefined) {
    password_events().end_overdue_trial(io);
  }
  const found = find_row(io, request);
  const response = respond(io, request, found);
  if (response.ok) {
    return response.data;
  }
  return refusal().refuse(io, request, response, found.kind !== "none" && web_request.is_of_program(request));
}
