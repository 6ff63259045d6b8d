/**
 * A callback that comes too late: its login is over here or at the provider, but the user may have logged in meanwhile, in another tab or by the
 * same address. The session cookies are SameSite=Strict and are mostly not sent on the way from the provider, so the error page goes on to the
 * landing page, which sees them: it leads to the web interface, begins the login again, or shows the error page again. A browser that loads
 * again the callback of a login that has just ended gets the same answer: the session, or the refusal.
 */
import * as failure_record from "../base/failure_record";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as store from "../base/store";
import * as hash from "../jose/hash";
import * as browser from "../login/browser";
import type { BroughtResponse } from "../login/attempt";
import * as handshake_record from "../login/handshake_record";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import type { SsoSession } from "../rpcd/rpcd_sessions";
import type { Err } from "../result";
import * as option_forms from "../settings/option_forms";
import type { Request } from "./web_request";

/** The failures of a callback whose login is over, or is another's. */
const codes = ["STATE_NOT_FOUND", "MISSING_HANDSHAKE_COOKIE", "STATE_PARAMETER_MISMATCH"];

const parameter = "late";

/** Whether a callback failed because its login is over, or another's. */
export function is_over(code: string): boolean {
  return codes.includes(code);
}

/** Whether a failure's page goes on to the landing page: a callback that may come too late, or whose login may begin again. */
export function goes_on(request: Request, failure: Err): boolean {
  return (request.path === "/callback" && is_over(failure.error)) || failure.meaning === "begin_again";
}

/** Seconds within which a browser may load a callback again: as a prefetch and then in earnest, for example. */
const again_time = 60;

/** The hashes by which sessions know the login of a response, as it began in its browser, or was the last one there. */
function hashes_of(response: BroughtResponse): string[] {
  const id = hash.safe_id(json_values.text_of(response.params.state));
  const own = response.browser.logins[id];
  const last = response.browser.last_login;
  const values = own !== undefined ? [own] : [];
  strings.add_missing(values, last !== undefined && last.id === id ? [last.value] : []);
  return values.map((value) => hash.hash_sha256_hex(value));
}

/**
 * The session of the login that the same browser has just finished with the state of a response, which is refused with a code; undefined
 * for every other refusal. The answer to the first callback, with its cookies, may have been lost. Nothing is asked or made again.
 */
export function finished_session(io: Io, response: BroughtResponse, code: string): SsoSession | undefined {
  const hashes = is_over(code) ? hashes_of(response) : [];
  const list = hashes.length > 0 ? rpcd_sessions.list_sso_sessions(io) : undefined;
  const all = list !== undefined && list.ok ? list.data : [];
  return all.find((entry) => hashes.includes(entry.cookie_hash) && store.is_fresh(entry.since, io.time(), again_time));
}

/** The file of the refusal of a login: its name is of the login's own cookie, which no other browser has; undefined without the cookie. */
function refusal_path(io: Io, response: BroughtResponse): string | undefined {
  const value = response.browser.logins[hash.safe_id(json_values.text_of(response.params.state))] ?? "";
  return value !== "" ? store.path_of(io, "refusal_" + hash.hash_sha256_hex(value)) : undefined;
}

/** The refusal with which the login of a response has just ended; undefined where none is kept. */
function kept_refusal(io: Io, response: BroughtResponse): Err | undefined {
  const path = refusal_path(io, response);
  const kept = path !== undefined ? store.read_fresh(io, path, "failed_at", again_time) : undefined;
  return kept !== undefined ? failure_record.from_record(kept) : undefined;
}

/** Keeps the refusal of a response that has ended its login, as the record of that is gone. */
function keep_refusal(io: Io, response: BroughtResponse, failure: Err): void {
  const path = refusal_path(io, response);
  const is_ended = handshake_record.look(io, json_values.text_of(response.params.state)) === undefined;
  // A malformed response ends no login, and does not take the place of the refusal that did.
  if (path !== undefined && is_ended && failure.error !== "INVALID_REQUEST") {
    const record = failure_record.to_record(failure);
    record.failed_at = io.time();
    record.answer = failure.answer;
    store.write(io, path, record);
  }
}

/** The refusal to answer a response with: the first one of its login, where that is over; any other is kept for that, and returned. */
export function first_refusal(io: Io, response: BroughtResponse, failure: Err): Err {
  if (is_over(failure.error)) {
    return kept_refusal(io, response) ?? failure;
  }
  keep_refusal(io, response, failure);
  return failure;
}

/** The page of the login of a response, by the rules of a start; undefined where its browser keeps none. */
export function page_of(response: BroughtResponse, webui_path: string): string | undefined {
  const page = response.browser.page;
  const is_own = page !== undefined && page.id === hash.safe_id(json_values.text_of(response.params.state));
  return is_own && option_forms.is_return_path(page.value, webui_path) ? page.value : undefined;
}

/** Whether the request has the cookies of a live session. */
export function has_live_session(io: Io, request: Request): boolean {
  return rpcd_sessions.first_live(io, browser.read(request.cookies).sessions).live !== undefined;
}

/** The landing page's address, with the reference of the page that it may have to show, and the parameters of the start `start`. */
export function address(reference: string, start: string): string {
  const query = start.substring(public_names.start_path.length + 1);
  return public_names.landing_path + "?" + parameter + "=" + reference + (query !== "" ? "&" + query : "");
}

/** The reference in a request of the landing page; "" where there is none. */
export function reference_of(request: Request): string {
  const reference = json_values.text_of(request.query.values[parameter]);
  return reference.length === 8 && strings.consists_of(reference, "hex") ? reference : "";
}
