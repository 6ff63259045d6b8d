/** Posted forms. */
import type { Io } from "../../base/io";
import { err, type Result } from "../../result";
import * as requests from "../request";
import type { Request, Values } from "../request";

/** Seconds for the whole body: a client that stops sending would hold one of the few script slots of the web server. */
const max_wait = 2;

const form_type = "application/x-www-form-urlencoded";

/** The posted fields, of which `strict` ones may come once and must be well encoded; INVALID_REQUEST or INPUT_TOO_LARGE. */
export function read(io: Io, request: Request, strict: string[]): Result<Values> {
  const type = request.content_type.toLowerCase();
  if (!type.startsWith(form_type) || !["", ";", " "].includes(type.charAt(form_type.length))) {
    return err("INVALID_REQUEST", { reason: "not a form" });
  }
  const body = io.read_posted(requests.max_input_bytes, max_wait);
  return body.ok ? requests.checked_values(requests.parse_form(body.data), strict) : body;
}
