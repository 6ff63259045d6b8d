/** What the web interface has of its own, also where the rest of the configuration is wrong. */
import type { Io } from "../base/io";
import * as names from "../base/names";
import * as strings from "../base/strings";
import * as limits from "./limits";
import * as option_forms from "./option_forms";

/** The configured path; one that is not valid, or cannot be read, counts as absent. The value is safe in HTML. */
export function path(io: Pick<Io, "uci_get">): string {
  const stored = io.uci_get(names.package_name, "default", "webui_path");
  const value = stored.ok && typeof stored.data === "string" ? stored.data : "";
  return option_forms.is_web_path(value) ? value : names.luci_cookie_path;
}

/** Seconds where LuCI does not say. */
const default_session_timeout = 3600;

/** LuCI's session time-out in seconds, within the bounds of `session_timeout`. */
export function session_timeout(io: Io): number {
  const option = io.uci_get("luci", "sauth", "sessiontime");
  const seconds = option.ok && typeof option.data === "string" ? (strings.parse_integer(option.data) ?? 0) : 0;
  return seconds > 0
    ? Math.max(limits.min_session_timeout, Math.min(limits.max_session_timeout, seconds))
    : default_session_timeout;
}
