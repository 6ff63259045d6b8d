/**
 * A browser's last login, which a cookie names: by the state's id and the value of the login's own cookie, whose hash the session keeps. The
 * session cookies are SameSite=Strict and do not come with a callback from another site; this one does, and opens nothing by itself.
 */
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as hash from "../jose/hash";
import * as login_cookie from "../login/login_cookie";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import type { Cookies, SsoSession } from "../rpcd/rpcd_sessions";
import * as session_ending from "../rpcd/session_ending";
import * as late_callback from "./late_callback";
import type { Request } from "./web_request";

/** Seconds within which a browser may load a callback again: as a prefetch and then in earnest, for example. */
const again_time = 60;

/** The live sessions of the logins whose own cookies had these values. */
function sessions_by(io: Io, values: string[]): SsoSession[] {
  const hashes = values.filter((value) => value !== "").map((value) => hash.hash_sha256_hex(value));
  const list = hashes.length > 0 ? rpcd_sessions.list_sso_sessions(io) : undefined;
  return list !== undefined && list.ok ? list.data.filter((entry) => hashes.includes(entry.cookie_hash)) : [];
}

/** The value of the last login's own cookie, "" where there is none, or where it is of another state than a wanted one. */
function kept_value(cookies: Cookies, state?: string): string {
  const kept = cookies[public_names.last_login_cookie] ?? "";
  const id = hash.safe_id(state ?? "");
  return state === undefined || kept.startsWith(id) ? kept.substring(id.length) : "";
}

/**
 * The session of the login that the same browser has just finished with this state; undefined for every other failure. The answer to the
 * first callback, with its cookies, may have been lost. Nothing is asked or made again.
 */
export function finished_session(io: Io, request: Request, code: string): SsoSession | undefined {
  const state = json_values.text_of(request.query.values.state);
  const cookies = request.cookies;
  const values = [cookies[login_cookie.name_of(state)] ?? "", kept_value(cookies, state)];
  const found = late_callback.may_be(request, code) ? sessions_by(io, values) : [];
  return found.find((entry) => store.is_fresh(entry.since, io.time(), again_time));
}

/** After a login, `sid`: ends the session of the browser's former one. */
export function end_former(io: Io, cookies: Cookies, sid: string): void {
  for (const entry of sessions_by(io, [kept_value(cookies)]).filter((one) => one.sid !== sid)) {
    session_ending.end_session(io, entry, "login");
  }
}
