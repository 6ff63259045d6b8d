/** The two requests of a test login, GET /?test=… and its callback (docs/architecture.md). They set no cookie of a session. */
import type { Io } from "../../base/io";
import * as names from "../../base/names";
import * as store from "../../base/store";
import * as values from "../../base/values";
import * as login_cookie from "../../login/cookie";
import * as test_login from "../../login/test/flow";
import { ok, type Result } from "../../result";
import * as page_cookies from "../page_cookies";
import * as requests from "../request";
import type { Request } from "../request";
import * as responses from "../responses";
import type { Response } from "../responses";

/** Sends the tab on to the view that shows the outcome; the login's own cookie is cleared. */
function show_outcome(own: string | undefined): Response {
  const to = names.test_page;
  const cleared = own !== undefined ? [responses.set_lax_cookie(own, "", 0)] : [];
  return responses.redirect(names.landing_path + "?to=" + to, [page_cookies.open_landing(to)].concat(cleared));
}

/** The first request: sends the tab to the provider, with only the login's own cookie. Fails as login/test/flow does. */
export function start(io: Io, request: Request): Result<Response> {
  const started = test_login.start(io, values.text_of(request.query.values.test), request.remote_addr);
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

/** The callback. Fails as login/test/flow does. */
export function finish(io: Io, request: Request): Result<Response> {
  const params = requests.checked_values(request.query);
  if (!params.ok) {
    return params;
  }
  const finished = test_login.finish(io, {
    params: params.data,
    cookies: request.cookies,
    remote: request.remote_addr,
    provider: request.provider,
  });
  return finished.ok ? ok(show_outcome(login_cookie.name_of(values.text_of(params.data.state)))) : finished;
}
