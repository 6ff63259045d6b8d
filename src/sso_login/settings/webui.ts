/** Where the web interface is, also where the rest of the configuration is wrong. */
import type { Io } from "../base/io";
import * as names from "../base/names";
import * as options from "./options";

/** The configured path; one that is not valid, or cannot be read, counts as absent. The value is safe in HTML. */
export function path(io: Pick<Io, "uci_get">): string {
  const rule = options.option_rules.find((candidate) => candidate.name === "webui_path");
  const stored = io.uci_get(names.package_name, "default", "webui_path");
  const value = stored.ok && typeof stored.data === "string" ? stored.data : "";
  const is_valid = rule !== undefined && value !== "" && options.option_problem(rule, value) === undefined;
  return is_valid ? value : names.luci_cookie_path;
}
