/** Path and session time-out of the web interface, also where the rest of the configuration is wrong. */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as option_bounds from "./option_bounds";
import * as option_forms from "./option_forms";
import * as package_sections from "./package_sections";

/** The option `webui_path`, or LuCI's path where it is absent or wrong; safe in HTML. */
export function path(io: Pick<Io, "uci_get">): string {
  const value = package_sections.option_of(io, "webui_path");
  return typeof value === "string" && option_forms.is_web_path(value) ? value : public_names.luci_cookie_path;
}

/** Seconds where LuCI has no option. */
const default_session_timeout = 3600;

/** LuCI's session time-out in seconds, within the bounds of `session_timeout`. */
export function session_timeout(io: Io): number {
  const option = io.uci_get("luci", "sauth", "sessiontime");
  const seconds = option.ok && typeof option.data === "string" ? (strings.parse_integer(option.data) ?? 0) : 0;
  return seconds > 0
    ? Math.max(option_bounds.min_session_timeout, Math.min(option_bounds.max_session_timeout, seconds))
    : default_session_timeout;
}
