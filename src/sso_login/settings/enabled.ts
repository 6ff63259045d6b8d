/** Whether single sign-on is on: the one option that the probe, asked on every visit of the login page, needs. */
import type { Io } from "../base/io";
import * as names from "../base/names";
import { err, ok, type Result } from "../result";

/** Whether option `enabled` is `1`. Fails with CONFIG_ERROR when UCI cannot be read. */
export function is_enabled(io: Pick<Io, "uci_get">): Result<boolean> {
  const enabled = io.uci_get(names.package_name, "default", "enabled");
  return enabled.ok ? ok(enabled.data === "1") : err("CONFIG_ERROR", enabled.details);
}
