/** GET /logout: ends the session here and at the provider (specification, "GET {base_url}/logout"). */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import * as names from "../base/names";
import * as values from "../base/values";
import * as hash from "../jose/hash";
import * as log_identity from "../login/log_identity";
import * as end_session from "../protocol/end_session";
import { err, ok, type Result } from "../result";
import * as session from "../session/session";
import type { Config } from "../settings/load";
import * as requests from "./requests";
import type { Environment, Request } from "./requests";
import * as responses from "./responses";
import type { Response } from "./responses";

interface LiveSession {
  sid: string;
  values: JsonObject;
}

/** The session that the browser has, under the name LuCI prefers. */
function find_session(io: Io, request: Request): LiveSession | undefined {
  for (const name of names.session_cookies) {
    const sid = request.cookies[name];
    const found = sid !== undefined ? session.session_values(io, sid) : undefined;
    if (sid !== undefined && found !== undefined) {
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

function log_logout(io: Io, config: Config, environment: Environment, ended: JsonObject): void {
  const facts: LogPair[] = [["remote", environment.remote_addr]];
  const identity = log_identity.pairs(config, values.text_of(ended.sso_email), values.text_of(ended.sso_sub));
  log.event(io, "notice", "LOGOUT", facts.concat(identity, [["role", values.text_of(ended.username)]]));
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
  return names.session_cookies.some((name) => request.cookies[name] !== undefined);
}

/** Ends the session and clears its cookies; a browser without one is sent to `/`. */
export function handle(io: Io, config: Config, environment: Environment): Result<Response> {
  const request = requests.parse(environment);
  if (!request.ok) {
    return request;
  }
  const live = find_session(io, request.data);
  if (live === undefined) {
    return ok(responses.redirect("/", has_session_cookie(request.data) ? cleared_cookies() : []));
  }
  const ended = end_live(io, live, request.data.params.stoken);
  if (!ended.ok) {
    return ended;
  }
  // The provider may be slow and the browser impatient: what has happened is logged first.
  log_logout(io, config, environment, live.values);
  const hint = values.text_of(live.values.sso_id_token);
  return ok(responses.redirect(end_session.location(io, config, hint), cleared_cookies()));
}
