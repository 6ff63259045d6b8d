/** The posted form of a request, for which a client has two seconds. */
import type { Io } from "../../base/io";
import { err, type Result } from "../../result";
import * as client_limit from "../client_limit";
import * as rate_limit from "../rate_limit";
import type { Window } from "../rate_limit";
import * as web_request from "../web_request";
import * as request_fields from "../request_fields";
import type { Request } from "../web_request";
import type { Values } from "../request_fields";

/** Seconds for the whole body: a client that stops sending would hold one of the few script slots of the web server. */
const max_wait = 2;
/** The same where only a proof is still answered. */
const short_wait = 1;

const form_type = "application/x-www-form-urlencoded";

/** Whether a request without a proof is refused in this minute, whatever is in its body. */
function is_refused(io: Io, request: Request, window: Window): boolean {
  const limit = rate_limit.limit_of(io, window);
  const has_share = limit === undefined || !client_limit.is_used_up(io, request.remote_addr, limit, window);
  return !has_share || rate_limit.is_window_full(io, window);
}

/** The fields posted in a window, of which `strict` ones may come once and must be well encoded; INVALID_REQUEST or INPUT_TOO_LARGE. */
export function read(io: Io, request: Request, window: Window, strict: string[]): Result<Values> {
  const type = request.content_type.toLowerCase();
  if (!type.startsWith(form_type) || !["", ";", " "].includes(type.charAt(form_type.length))) {
    return err("INVALID_REQUEST", { reason: "not a form" });
  }
  const body = io.read_posted(web_request.max_input_bytes, is_refused(io, request, window) ? short_wait : max_wait);
  return body.ok ? request_fields.checked_values(web_request.parse_form(body.data), strict) : body;
}
