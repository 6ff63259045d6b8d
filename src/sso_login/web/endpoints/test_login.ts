/** The two requests of a test login, GET /?test=… and its callback (docs/architecture.md). They set no cookie of a session. */
import type { Io } from "../../base/io";
import * as public_names from "../../base/public_names";
import * as json_values from "../../base/json_values";
import * as browser from "../../login/browser";
import * as test_flow from "../../login/test/test_flow";
import { ok, type Result } from "../../result";
import * as request_fields from "../request_fields";
import type { Admission } from "../rate_limit";
import type { Request } from "../web_request";
import * as responses from "../responses";
import type { Response } from "../responses";

/** Sends the tab on to the view that shows the outcome of the login of a state; there is none where it had no callback. */
function show_outcome(state?: string): Response {
  const to = public_names.test_page;
  return responses.redirect(public_names.landing_path + "?to=" + to, browser.test_ends(to, state));
}

/** The first request: sends the tab to the provider, with only the login's own cookie. Fails as login/test/test_flow does. */
function start(io: Io, request: Request): Result<Response> {
  const started = test_flow.start(io, json_values.text_of(request.query.values.test), request.remote_addr);
  if (!started.ok) {
    return started;
  }
  const login = started.data;
  if (login === undefined) {
    return ok(show_outcome());
  }
  return ok(responses.redirect(login.url, browser.test_starts(login.state, login.cookie)));
}

/** The callback. Fails as login/test/test_flow does. */
function finish(io: Io, request: Request): Result<Response> {
  const params = request_fields.checked_values(request.query);
  if (!params.ok) {
    return params;
  }
  const finished = test_flow.finish(io, {
    params: params.data,
    browser: browser.read(request.cookies),
    remote: request.remote_addr,
    provider: request.provider,
  });
  return finished.ok ? ok(show_outcome(json_values.text_of(params.data.state))) : finished;
}

export function admit(io: Io, request: Request): Admission {
  return { respond: () => (request.path === "/callback" ? finish(io, request) : start(io, request)) };
}
