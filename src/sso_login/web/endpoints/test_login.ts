/** The two requests of a test login, GET /?test=… and its callback (docs/architecture.md). They set no cookie of a session. */
import type { Io } from "../../base/io";
import * as names from "../../base/names";
import * as store from "../../base/store";
import * as login_cookie from "../../login/cookie";
import * as test_login from "../../login/test/flow";
import { ok, type Result } from "../../result";
import * as landing_cookie from "../landing_cookie";
import * as requests from "../request";
import type { Environment } from "../request";
import * as responses from "../responses";
import type { Response } from "../output";

/** Sends the tab on to the view that shows the outcome to whoever began the test; the login's own cookie goes. */
function show_outcome(own: string | undefined): Response {
  const to = names.test_page;
  const shown = [responses.set_lax_cookie(landing_cookie.name_of(to), "1", landing_cookie.lifetime)];
  const cleared = own !== undefined ? [responses.set_lax_cookie(own, "", 0)] : [];
  return responses.redirect(names.landing_path + "?to=" + to, shown.concat(cleared));
}

/** The first request: sends the tab to the provider, with only the login's own cookie. */
function start(io: Io, environment: Environment): Result<Response> {
  const ticket = environment.query_string.substring("test=".length);
  const started = test_login.start(io, ticket, environment.remote_addr);
  if (!started.ok) {
    return started;
  }
  const login = started.data;
  if (login === undefined) {
    return ok(show_outcome(undefined));
  }
  const own = responses.set_lax_cookie(login_cookie.name_of(login.state), login.cookie, store.handshake_lifetime);
  return ok(responses.redirect(login.url, [own]));
}

/** Serves either; fails as login/test/flow does. */
export function handle(io: Io, environment: Environment): Result<Response> {
  if (environment.path_info !== "/callback") {
    return start(io, environment);
  }
  const request = requests.parse(environment);
  if (!request.ok) {
    return request;
  }
  const finished = test_login.finish(io, {
    params: request.data.params,
    cookies: request.data.cookies,
    remote: environment.remote_addr,
    provider: environment.provider,
  });
  return finished.ok ? ok(show_outcome(login_cookie.name_of(request.data.params.state ?? ""))) : finished;
}
