/** The last resort of a program where something is missing or goes wrong. */
import type { LogLevel } from "../../sso_login/base/io";
import { err, ok, type Result } from "../../sso_login/result";

/**
 * Runs a function; a Lua error becomes INTERNAL_ERROR with its text, which is only for the log, and CONFIG_ERROR where
 * a module is missing, cannot be loaded, or has another interface.
 */
export function protect<T>(run: (this: void) => T): Result<T> {
  const [success, value] = pcall(run);
  if (success) {
    return ok(value);
  }
  const text = tostring(value);
  const [of_module] = string.match(text, "module '[%w_.]+' .*");
  if (of_module === undefined) {
    return err("INTERNAL_ERROR", { reason: text });
  }
  // After "not found:" Lua tells everywhere that it has looked.
  const [reason] = string.gsub(of_module, " not found:.*", " not found");
  return err("CONFIG_ERROR", { reason, hint: { id: "reinstall" } });
}

/** Logs by a program of the router, for want of the module. */
export function log_without_module(level: LogLevel, line: string): void {
  const [word] = string.gsub(line, "'", "'\\''");
  os.execute(`logger -t sso-login -p authpriv.${level} -- '${word}'`);
}
