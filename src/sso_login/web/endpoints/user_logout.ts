/** GET /logout: ends the session here and at the provider (specification, "GET {base_url}/logout"). */
import type { Io } from "../../base/io";
import * as public_names from "../../base/public_names";
import * as json_values from "../../base/json_values";
import * as hash from "../../jose/hash";
import * as log_identity from "../../rpcd/log_identity";
import * as browser from "../../login/browser";
import type { Browser } from "../../login/browser";
import * as rp_logout from "../../logout/rp_logout";
import { err, ok, type Err, type Result } from "../../result";
import * as rpcd_sessions from "../../rpcd/rpcd_sessions";
import type { Config } from "../../settings/provider_config";
import * as saved_config from "../../settings/saved_config";
import * as rate_limit from "../rate_limit";
import type { Admission } from "../rate_limit";
import * as request_fields from "../request_fields";
import type { Request } from "../web_request";
import * as responses from "../responses";
import type { Response } from "../responses";

/** Loaded for browsers without a session. */
const hand_over = () => require("../../logout/hand_over") as typeof import("../../logout/hand_over");

/** Loaded to have the refresh token of the session revoked. */
const supervisor = () => require("../../rpcd/supervisor") as typeof import("../../rpcd/supervisor");

type LiveSession = NonNullable<rpcd_sessions.BrowserSession["live"]>;

/** Whether `stoken` is the token of a session. */
function has_token(live: LiveSession, stoken: string | undefined): boolean {
  const token = json_values.text_of(live.values.token);
  return stoken !== undefined && token !== "" && hash.constant_time_eq(stoken, token);
}

function not_ended(): Err {
  return err("INTERNAL_ERROR", { reason: "the session could not be ended" });
}

/** Ends the session here, then at the provider; INTERNAL_ERROR when it cannot be ended. */
function end_session_of(io: Io, config: Config, request: Request, live: LiveSession): Result<Response> {
  if (!rpcd_sessions.destroy_session(io, live.sid)) {
    return not_ended();
  }
  // The provider may be slow and the browser impatient, so the end of the session is logged first.
  const ended = rpcd_sessions.to_session(live.sid, live.values);
  log_identity.log_session(io, ended, [["remote", request.remote_addr]], "LOGOUT", config);
  if (config.session_revalidate !== undefined) {
    supervisor().tell(io);
  }
  const issuer = json_values.text_of(live.values.sso_issuer);
  const id_token = json_values.text_of(live.values.sso_id_token);
  return ok(responses.redirect(rp_logout.address(io, config, issuer, id_token), browser.logs_out()));
}

/**
 * Sends a browser without a session to `/`, or to the provider where LuCI has ended the session and left that part. INTERNAL_ERROR where
 * rpcd does not answer: the session may live.
 */
function leave(io: Io, from: Browser, handover: string, is_told: boolean): Result<Response> {
  const left = hand_over().take(io, handover);
  const config = saved_config.load_enabled(io, left !== undefined ? left.provider : public_names.first);
  if (!config.ok) {
    return config;
  }
  const target = left !== undefined ? rp_logout.address(io, config.data, left.issuer, left.id_token) : "/";
  // Any site may link here, and its request brings no SameSite=Strict cookie: to clear them all the same would let that site log the user
  // out without `stoken`.
  if (left === undefined && !is_told) {
    return not_ended();
  }
  const is_known = left !== undefined || from.sessions.length > 0;
  return ok(responses.redirect(target, is_known ? browser.logs_out() : []));
}

/**
 * Ends the session of the browser and clears its cookies. A logout proves itself by the session's token or by a hand-over.
 * CSRF_TOKEN_INVALID when `stoken` is not the session's.
 */
export function admit(io: Io, request: Request): Admission {
  const params = request_fields.checked_values(request.query);
  if (!params.ok) {
    return { respond: () => params };
  }
  const from = browser.read(request.cookies);
  const named = rpcd_sessions.first_live(io, from.sessions);
  const live = named.live;
  if (live === undefined) {
    const handover = json_values.text_of(params.data.handover);
    const window = hand_over().is_waiting(io, handover) ? rate_limit.window_of("logouts") : undefined;
    return { window, respond: () => leave(io, from, handover, named.is_told) };
  }
  const config = saved_config.load_enabled(io, rpcd_sessions.provider_of(live.values));
  if (!config.ok) {
    return { respond: () => config };
  }
  const log_name = config.data.log_name;
  if (!has_token(live, params.data.stoken)) {
    return { log_name, respond: () => err("CSRF_TOKEN_INVALID") };
  }
  return {
    window: rate_limit.window_of("logouts"),
    log_name,
    respond: () => end_session_of(io, config.data, request, live),
  };
}
