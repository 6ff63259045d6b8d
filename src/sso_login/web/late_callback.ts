/**
 * A callback that comes too late: its record is gone, but the user may have logged in meanwhile, in another tab or by the same
 * address. The session cookies are SameSite=Strict and are mostly not sent on the way from the provider, so the error page goes on to the
 * landing page, which sees them: it leads to the web interface, or shows the error page again.
 */
import * as bytes from "io/bytes";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import type { Request } from "./web_request";

/** The failures of a callback whose login is over, or is another's. */
const codes = ["STATE_NOT_FOUND", "MISSING_HANDSHAKE_COOKIE", "STATE_PARAMETER_MISMATCH"];

const parameter = "late";

/** Whether a failure may be a callback that comes too late. */
export function may_be(request: Request, code: string): boolean {
  return request.path === "/callback" && codes.includes(code);
}

/** Whether the request has the cookies of a live session. */
export function has_live_session(io: Io, request: Request): boolean {
  return rpcd_sessions.of_cookies(io, request.cookies).live !== undefined;
}

/** The landing page's address in HTML, with the reference of the page that it may have to show, and the page at which the login was to end. */
export function address(reference: string, return_to: string | undefined): string {
  const page = return_to !== undefined ? "&amp;return_to=" + bytes.percent_encode(return_to) : "";
  return public_names.landing_path + "?" + parameter + "=" + reference + page;
}

/** The reference in a request of the landing page; "" where there is none. */
export function reference_of(request: Request): string {
  const reference = json_values.text_of(request.query.values[parameter]);
  return reference.length === 8 && strings.consists_of(reference, "hex") ? reference : "";
}
