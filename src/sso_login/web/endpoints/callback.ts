/** GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect"). */
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as public_names from "../../base/public_names";
import * as json_values from "../../base/json_values";
import * as hash from "../../jose/hash";
import type { BroughtResponse } from "../../login/attempt";
import * as login_finish from "../../login/login_finish";
import type { FinishedLogin } from "../../login/login_finish";
import * as browser from "../../login/browser";
import * as session_ending from "../../rpcd/session_ending";
import { ok, type Err, type Result } from "../../result";
import type { Config } from "../../settings/provider_config";
import * as saved_config from "../../settings/saved_config";
import type { NamedResponse } from "../failed_callback";
import * as request_fields from "../request_fields";
import type { Admission } from "../rate_limit";
import type { Request } from "../web_request";
import * as responses from "../responses";
import type { Response } from "../responses";

/** Loaded for logins that fail. */
const failures = () => require("../../base/failures") as typeof import("../../base/failures");
const late_callback = () => require("../late_callback") as typeof import("../late_callback");
const failed_callback = () => require("../failed_callback") as typeof import("../failed_callback");

function log_login(io: Io, config: Config, remote: string, login: FinishedLogin): void {
  const facts: LogPair[] = [
    ["provider", config.log_name],
    ["remote", remote],
  ];
  const outcome: LogPair[] = [
    ["role", login.roles.join(",")],
    ["session", hash.safe_id(login.sid)],
  ];
  log.event(io, "notice", "LOGIN_GRANTED", facts.concat(login.who, outcome.concat(log.detail_pairs(login.notes))));
}

/** A login as it ended: its session, and the page at which it ends, or the first one. */
interface Ending {
  sid: string;
  page: string | undefined;
}

/** The way of the browser that brought the provider's response into the session of its login. */
function lead_into(config: Config, brought: BroughtResponse, ending: Ending): Response {
  const query = ending.page !== undefined ? "?to=" + ending.page : "";
  const webui_path = config.webui_path ?? public_names.luci_cookie_path;
  const state = json_values.text_of(brought.params.state);
  const headers = browser.login_ends(brought.browser, { state, sid: ending.sid, page: ending.page, webui_path });
  return responses.redirect(public_names.landing_path + query, headers);
}

/** Answers a failed login: a callback that its browser loads again as the first time, every other one with the facts for its page. */
function answer_failure(io: Io, config: Config, failure: Err, brought: NamedResponse): Result<Response> {
  const finished = late_callback().finished_session(io, brought, failure.error);
  if (finished === undefined) {
    const first = late_callback().first_refusal(io, brought, failure);
    return failed_callback().with_facts(io, config, first, brought);
  }
  // A session without a page has "" there.
  const page = finished.page !== "" ? finished.page : undefined;
  return ok(lead_into(config, brought, { sid: finished.sid, page }));
}

/** Finishes a login by a configuration; INVALID_REQUEST for parameters that are refused, else as login/login_finish fails. */
export function finish_login(io: Io, config: Config, request: Request): Result<Response> {
  const params = request_fields.checked_values(request.query);
  const values = params.ok ? params.data : request.query.values;
  const host = request.host;
  const brought = { params: values, browser: browser.read(request.cookies), remote: request.remote_addr, host };
  const login = params.ok ? login_finish.authenticate(io, config, brought) : params;
  if (!login.ok) {
    return answer_failure(io, config, login, brought);
  }
  log_login(io, config, brought.remote, login.data);
  session_ending.after_login(io, login.data.sid, login.data.is_own_site, brought.browser);
  return ok(lead_into(config, brought, login.data));
}

/** Finishes a login at the provider of the request's address. */
function respond(io: Io, request: Request): Result<Response> {
  const config = saved_config.load_enabled(io, request.provider);
  if (!config.ok) {
    return config;
  }
  const response = finish_login(io, config.data, request);
  return response.ok ? response : failures().about(config.data.log_name, response);
}

export function admit(io: Io, request: Request): Admission {
  return { respond: () => respond(io, request) };
}
