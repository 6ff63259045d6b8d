/** Where the web interface is, also where the rest of the configuration is wrong. */
import type { Io } from "../base/io";
import * as names from "../base/names";
import * as option_forms from "./option_forms";

/** The configured path; one that is not valid, or cannot be read, counts as absent. The value is safe in HTML. */
export function path(io: Pick<Io, "uci_get">): string {
  const stored = io.uci_get(names.package_name, "default", "webui_path");
  const value = stored.ok && typeof stored.data === "string" ? stored.data : "";
  return option_forms.is_web_path(value) ? value : names.luci_cookie_path;
}
