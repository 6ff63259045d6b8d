/** GET /?action=enabled: whether single sign-on is on. */
import type { Io } from "../../base/io";
import { err, ok, type Result } from "../../result";
import * as enabled from "../../settings/enabled";
import type { Admission } from "../rate_limit";
import type { Request } from "../web_request";
import type { Response } from "../responses";

/** Answers the probe; NOT_FOUND for another action. A configuration that cannot be read counts as off. */
function respond(io: Pick<Io, "uci_get" | "uci_sections">, request: Request): Result<Response> {
  if (request.query.values.action !== "enabled") {
    return err("NOT_FOUND", { reason: "unknown action" });
  }
  const on = enabled.is_enabled(io);
  const body = '{"enabled":' + (on.ok && on.data ? "true" : "false") + "}";
  // No page of another site may load it, not even as an image or a script.
  const headers: [string, string][] = [["Cross-Origin-Resource-Policy", "same-origin"]];
  return ok({ status: 200, content_type: "application/json", headers, body });
}

export function admit(io: Io, request: Request): Admission {
  return { respond: () => respond(io, request) };
}
