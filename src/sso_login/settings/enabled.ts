/** Whether single sign-on is on: the only option that the probe needs. */
import type { Io } from "../base/io";
import * as names from "../base/names";
import { err, ok, type Result } from "../result";
import * as sections from "./sections";

/** Whether option `enabled` is `1`. Fails with CONFIG_ERROR when the package cannot be read or is empty. */
export function is_enabled(io: Pick<Io, "uci_get" | "uci_sections">): Result<boolean> {
  const enabled = io.uci_get(names.package_name, "default", "enabled");
  if (!enabled.ok) {
    return err("CONFIG_ERROR", enabled.details);
  }
  // An option that is absent may be one that this process may not read.
  const found = enabled.data === undefined ? sections.read(io, names.package_name) : ok(undefined);
  return found.ok ? ok(enabled.data === "1") : found;
}
