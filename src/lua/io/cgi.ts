/** The web server's side of a CGI program: meta-variables in, bytes out (RFC 3875). */
import type { LogLevel } from "../../sso_login/base/io";
import type { Environment } from "../../sso_login/web/requests";
import { err, ok, type Result } from "../../sso_login/result";

function variable(name: string): string {
  return os.getenv(name) ?? "";
}

/** The request as the web server hands it over. A request is HTTPS when `HTTPS=on` or `REQUEST_SCHEME=https`. */
export function read_environment(): Environment {
  return {
    method: variable("REQUEST_METHOD"),
    https: variable("HTTPS") === "on" || variable("REQUEST_SCHEME") === "https",
    path_info: variable("PATH_INFO"),
    query_string: variable("QUERY_STRING"),
    cookie: variable("HTTP_COOKIE"),
    remote_addr: variable("REMOTE_ADDR"),
    host: variable("HTTP_HOST"),
    content_type: variable("CONTENT_TYPE"),
  };
}

/** Writes the response to the web server. */
export function write_output(text: string): void {
  io.write(text);
}

/**
 * Runs a function; a Lua error becomes INTERNAL_ERROR with its text, which is for the log alone, and CONFIG_ERROR where
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
  // Behind "not found:" Lua tells everywhere that it has looked.
  const [reason] = string.gsub(of_module, " not found:.*", " not found");
  return err("CONFIG_ERROR", { reason, hint: { id: "reinstall" } });
}

/** Logs by a program of the router, for want of the module. */
export function log_without_module(level: LogLevel, line: string): void {
  const [word] = string.gsub(line, "'", "'\\''");
  os.execute(`logger -t sso-login -p authpriv.${level} -- '${word}'`);
}
