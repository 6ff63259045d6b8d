/** The path of the web interface, also where the rest of the configuration is wrong. */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as option_forms from "./option_forms";
import * as package_sections from "./package_sections";

/** The option `webui_path`, or LuCI's path where it is absent or wrong; safe in HTML. */
export function path(io: Pick<Io, "uci_get">): string {
  const value = package_sections.option_of(io, "webui_path");
  return typeof value === "string" && option_forms.is_web_path(value) ? value : public_names.luci_cookie_path;
}
