/** GET /logout: ends the session here and at the provider (specification, "GET {base_url}/logout"). */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as names from "../base/names";
import * as values from "../base/values";
import * as hash from "../jose/hash";
import * as hand_over from "../login/hand_over";
import * as log_identity from "../login/log_identity";
import * as end_session from "../protocol/end_session";
import { err, ok, type Result } from "../result";
import * as session from "../session/session";
import type { Config } from "../settings/load";
import * as requests from "./requests";
import type { Environment, Request } from "./requests";
import * as responses from "./responses";
import type { Response } from "./output";

interface LiveSession {
  sid: string;
  values: JsonObject;
}

/** The session that the browser has, under the name LuCI prefers. */
function find_session(io: Io, request: Request): LiveSession | undefined {
  for (const sid of session.ids_in(request.cookies)) {
    const found = session.session_values(io, sid);
    if (found !== undefined) {
      return { sid, values: found };
    }
  }
  return undefined;
}

/** Ends a session when `stoken` is its token, else CSRF_TOKEN_INVALID; INTERNAL_ERROR when it cannot be ended. */
function end_live(io: Io, live: LiveSession, stoken: string | undefined): Result<true> {
  const token = values.text_of(live.values.token);
  if (stoken === undefined || token === "" || !hash.constant_time_eq(stoken, token)) {
    return err("CSRF_TOKEN_INVALID");
  }
  return session.destroy_session(io, live.sid)
    ? ok(true)
    : err("INTERNAL_ERROR", { reason: "the session could not be ended" });
}

function cleared_cookies(): [string, string][] {
  return names.session_cookies.map((name) =>
    responses.set_cookie(name, "", { path: "/", same_site: "Strict", max_age: 0 }),
  );
}

/**
 * Whether there is a cookie to clear. Any site may link here, and its request brings no SameSite=Strict cookie: clearing
 * them all the same would let that site log the user out without `stoken`.
 */
function has_session_cookie(request: Request): boolean {
  return session.ids_in(request.cookies).length > 0;
}

/**
 * Ends the session and clears its cookies. A browser without one is sent to `/`, or to the provider where LuCI has ended the
 * session and left the provider's part.
 */
export function handle(io: Io, config: Config, environment: Environment): Result<Response> {
  const request = requests.parse(environment);
  if (!request.ok) {
    return request;
  }
  const live = find_session(io, request.data);
  if (live === undefined) {
    const left = hand_over.take(io, request.data.params.handover ?? "");
    const target = left !== undefined ? end_session.location(io, config, left) : "/";
    return ok(responses.redirect(target, has_session_cookie(request.data) ? cleared_cookies() : []));
  }
  const ended = end_live(io, live, request.data.params.stoken);
  if (!ended.ok) {
    return ended;
  }
  // The provider may be slow and the browser impatient: what has happened is logged first.
  log_identity.log_logout(io, config, environment.remote_addr, live.values);
  const hint = values.text_of(live.values.sso_id_token);
  return ok(responses.redirect(end_session.location(io, config, hint), cleared_cookies()));
}
