/** GET /?action=enabled: tells the login page whether to show a button. It is asked on every visit of that page. */
import type { Io } from "../base/io";
import * as enabled from "../settings/enabled";
import type { Response } from "./output";

/** The answer. A configuration that cannot be read counts as off: the page then shows its password form alone. */
export function answer(io: Pick<Io, "uci_get">): Response {
  const on = enabled.is_enabled(io);
  const body = '{"enabled":' + (on.ok && on.data ? "true" : "false") + "}";
  // No page of another site may load it, not even as something that it is not.
  const headers: [string, string][] = [["Cross-Origin-Resource-Policy", "same-origin"]];
  return { status: 200, content_type: "application/json", headers, body };
}
