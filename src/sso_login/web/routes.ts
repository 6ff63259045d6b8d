/**
 * The table of requests, and the checks in their order: HTTPS, method, path, probe, limits, rate, switch, configuration, endpoint. A
 * signature or a session that proves something is looked for before a request is counted, as it tells the window; what has no such proof is
 * read after that.
 */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as result from "../result";
import { err, ok, type Result } from "../result";
import * as enabled from "../settings/enabled";
import * as saved_config from "../settings/saved_config";
import * as package_sections from "../settings/package_sections";
import * as rate_limit from "./rate_limit";
import type { Admission, Window, WindowKind } from "./rate_limit";
import type { Request } from "./web_request";
import type { Response } from "./responses";

/** Modules of requests that are refused, and of routers without passwords. */
const refusal = () => require("./refusal") as typeof import("./refusal");
const password_events = () => require("../passwords/password_events") as typeof import("../passwords/password_events");

const backchannel_path = "/backchannel-logout";

/** A module in endpoints/; a test login has two endpoints. */
type EndpointName =
  | "start"
  | "callback"
  | "probe"
  | "test_start"
  | "test_callback"
  | "jwks"
  | "user_logout"
  | "backchannel_logout"
  | "token_exchange";

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
  /** Whether the configuration has this endpoint; absent for one that is always there. */
  readonly is_on?: (this: void, io: Io, request: Request) => boolean;
  /** The reason for the log where the configuration lacks it. */
  readonly off?: string;
  /** Whether a success that opens or ends sessions has ended overdue ones already. */
  readonly ends_sessions?: boolean;
  /** Whether a success logs nothing. */
  readonly is_silent?: boolean;
  /** Whether its clients are programs, which read OAuth's errors. */
  readonly is_program?: boolean;
  readonly endpoint: EndpointName;
}

function is_probe(request: Request): boolean {
  const query = request.query;
  return query.values.action !== undefined || query.problems.some((problem) => problem[0] === "action");
}

/** Whether it ends a test login: its state is one that no other login has. */
function is_of_test(request: Request): boolean {
  const state = request.query.values.state;
  return state !== undefined && state.startsWith(public_names.test_state);
}

function has_backchannel_logout(io: Io, request: Request): boolean {
  // There is no page at this path.
  return request.method === "POST" && package_sections.option_of(io, "backchannel_logout", request.provider) === "1";
}

/** Whether a provider's access tokens open sessions. */
function has_exchanges(io: Io): boolean {
  const audience = package_sections.option_of(io, "api_audience") ?? "";
  return audience !== "" || saved_config.providers_with(io, "api_audience").length > 0;
}

const routes: Route[] = [
  { path: "/", match: is_probe, is_silent: true, endpoint: "probe" },
  // The ticket of a test login.
  {
    path: "/",
    match: (request) => request.query.values.test !== undefined,
    window: "requests",
    endpoint: "test_start",
  },
  { path: "/", window: "requests", is_silent: true, endpoint: "start" },
  // The settings of a test login need not be saved.
  {
    path: "/callback",
    match: is_of_test,
    providers: "all",
    window: "requests",
    endpoint: "test_callback",
  },
  { path: "/callback", providers: "on", window: "requests", ends_sessions: true, endpoint: "callback" },
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
    ends_sessions: true,
    endpoint: "backchannel_logout",
  },
  {
    path: public_names.exchange_path_info,
    method: "POST",
    window: "exchanges",
    has_proof: true,
    is_on: has_exchanges,
    off: "api_audience is not set",
    ends_sessions: true,
    is_program: true,
    endpoint: "token_exchange",
  },
];

/** Whether a route has an address of a provider; the first one's is the path alone. */
function has_provider(io: Io, route: Route, provider: string): boolean {
  return (
    provider === public_names.first ||
    route.providers === "all" ||
    (route.providers === "on" && enabled.is_on(io, provider))
  );
}

/** The row of a request, whether or not the configuration has it. */
function row_of(request: Request): Route | undefined {
  return routes.find((row) => row.path === request.path && (row.match === undefined || row.match(request)));
}

/** The route of a request; undefined where the service has no such endpoint or provider. */
function route_of(io: Io, request: Request): Route | undefined {
  const route = row_of(request);
  const is_there = route !== undefined && has_provider(io, route, request.provider);
  return is_there && (route.is_on === undefined || route.is_on(io, request)) ? route : undefined;
}

/**
 * Counts a request in all of these windows, before each in the share of its client; the answer is whether it is the first in the last of
 * them, which is the widest.
 */
function count_in(io: Io, request: Request, windows: Window[]): Result<boolean> {
  const client_limit = () => require("./client_limit") as typeof import("./client_limit");
  let is_first = false;
  for (const window of windows) {
    const limit = rate_limit.limit_of(io, window);
    const share = limit !== undefined ? client_limit().count_client(io, request.remote_addr, limit, window) : ok(true);
    const counted = share.ok ? rate_limit.count_request(io, window) : share;
    if (!counted.ok) {
      return counted;
    }
    is_first = counted.data;
  }
  return ok(is_first);
}

/** Ends the sessions that have lasted as long as they may. */
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
  if (name === "test_start") {
    return (require("./endpoints/test_login") as typeof import("./endpoints/test_login")).admit_start(io, request);
  }
  if (name === "test_callback") {
    return (require("./endpoints/test_login") as typeof import("./endpoints/test_login")).admit_callback(io, request);
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

/** The windows of a request that proves nothing. */
function windows_of(route: Route, request: Request): Window[] {
  const owner = route.is_of_provider === true ? request.provider : undefined;
  return route.window !== undefined ? [rate_limit.window_of(route.window, owner)] : [];
}

/** Counts a request and serves it. */
function serve(io: Io, request: Request, route: Route): Result<Response> {
  if (route.is_silent !== true) {
    io.open_log();
  }
  // A proof is compared with files of the run directory, so that must be the service's own.
  if (route.has_proof === true && !store.ensure_run_dir(io)) {
    return rate_limit.no_run_dir(io);
  }
  const admission = admit(io, request, route.endpoint);
  const counted = count_in(io, request, admission.windows ?? windows_of(route, request));
  if (!counted.ok) {
    const known = admission.refusal;
    return result.about(admission.log_name, known !== undefined ? result.instead_of(counted, known) : counted);
  }
  const response = result.about(admission.log_name, admission.respond());
  // The first request of a window does this for all.
  if (counted.data && !(response.ok && route.ends_sessions === true)) {
    expire(io);
  }
  return response;
}

/** The row of a request by its own method while the configuration lacks it. */
function row_off(io: Io, request: Request): Route | undefined {
  const row = row_of(request);
  const is_off =
    row !== undefined && row.method === request.method && row.is_on !== undefined && !row.is_on(io, request);
  return is_off ? row : undefined;
}

/** Checks a request up to its path, and serves it by its row. */
function respond(io: Io, request: Request, route: Route | undefined): Result<Response> {
  if (!request.https) {
    return err("HTTPS_REQUIRED", { hint: { id: "https_of_proxy" } });
  }
  const allow = route !== undefined ? route.method : undefined;
  if (request.method !== (allow ?? "GET")) {
    const hint = request.path === "/callback" && request.method === "POST" ? { id: "no_form_post" } : undefined;
    const row = row_off(io, request);
    const reason = row !== undefined ? row.off : undefined;
    const facts = { method: request.method.slice(0, 16), allow, hint, reason };
    return err("METHOD_NOT_ALLOWED", facts, undefined, { allow });
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
  if (io.file_info(store.path_of(io, public_names.trial_file)) !== undefined) {
    password_events().end_overdue_trial(io);
  }
  const route = route_of(io, request);
  const response = respond(io, request, route);
  if (response.ok) {
    return response.data;
  }
  const row = route ?? row_off(io, request);
  return refusal().refuse(io, request, response, row !== undefined && row.is_program === true);
}
