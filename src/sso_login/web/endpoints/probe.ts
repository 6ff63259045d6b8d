/** GET /?action=enabled: whether single sign-on is on. */
import type { Io } from "../../base/io";
import * as enabled from "../../settings/enabled";
import type { Response } from "../output";

/** The answer. A configuration that cannot be read counts as off. */
export function answer(io: Pick<Io, "uci_get" | "uci_sections">): Response {
  const on = enabled.is_enabled(io);
  const body = '{"enabled":' + (on.ok && on.data ? "true" : "false") + "}";
  // No page of another site may load it, not even as an image or a script.
  const headers: [string, string][] = [["Cross-Origin-Resource-Policy", "same-origin"]];
  return { status: 200, content_type: "application/json", headers, body };
}
