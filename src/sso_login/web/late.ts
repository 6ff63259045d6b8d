/**
 * A callback that comes too late: its record is gone, but the user may have logged in meanwhile, in another tab or by the same
 * address. The session cookies are SameSite=Strict and are mostly not sent on the way from the provider, so the error page goes on to the
 * landing page, which sees them: it leads to the web interface, or shows the error page again.
 */
import type { Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as names from "../base/names";
import * as strings from "../base/strings";
import * as sessions from "../rpcd/sessions";
import * as negotiation from "./negotiation";
import type { Response } from "./output";
import * as requests from "./request";
import type { Environment } from "./request";
import * as responses from "./responses";

/** What a callback fails with whose login is over, or is another's. */
const codes = ["STATE_NOT_FOUND", "MISSING_HANDSHAKE_COOKIE", "STATE_PARAMETER_MISMATCH"];

const parameter = "late";

/** Whether a failure may be a callback that comes too late. */
export function may_be(environment: Environment, code: string): boolean {
  return environment.path_info === "/callback" && codes.includes(code);
}

/** Whether the cookies have a live session. */
export function has_live_session(io: Io, cookie: string): boolean {
  const ids = sessions.ids_in_cookies(requests.parse_cookies(cookie));
  return ids.some((sid) => sessions.session_values(io, sid) !== undefined);
}

/** The answer to a callback that came too late and brings a live session: on to the web interface; undefined for all others. */
export function go_on(io: Io, environment: Environment, code: string): Response | undefined {
  const is_late = may_be(environment, code) && negotiation.accepts_html(environment.accept);
  return is_late && has_live_session(io, environment.cookie) ? responses.redirect(names.landing_path, []) : undefined;
}

/** The landing page's address in HTML, with the reference of the page that it may have to show, and where the login was to end. */
export function address(reference: string, return_to: string | undefined): string {
  const page = return_to !== undefined ? "&amp;return_to=" + encoding.percent_encode(return_to) : "";
  return names.landing_path + "?" + parameter + "=" + reference + page;
}

/** The reference in a request of the landing page; "" where there is none. */
export function reference_of(environment: Environment): string {
  const reference = requests.query_param(environment.query_string, parameter) ?? "";
  return reference.length === 8 && strings.consists_of(reference, "hex") ? reference : "";
}
