/**
 * The probe by itself: the login page asks it on every visit, and what the other requests need would be most of its cost.
 * Asked in another way, the router answers it (web/probe.ts), with the same bytes.
 */
import * as cgi from "io/cgi";
import * as option from "io/option";
import type { SystemOptions } from "io/system";
import * as enabled from "../settings/enabled";
import * as headers from "../web/headers";

/** Whether this process's request is the probe, and has its answer. */
export function main(options: SystemOptions): boolean {
  const request = cgi.read_environment();
  const is_root = request.path_info === "" || request.path_info === "/";
  if (!request.https || request.method !== "GET" || !is_root || request.query_string !== "action=enabled") {
    return false;
  }
  const cursor = option.open(options.root ?? "");
  const on = enabled.is_enabled({ uci_get: (config, section, name) => option.get(cursor, config, section, name) });
  cgi.write_output(
    "Status: 200 OK\r\nContent-Type: application/json\r\n" +
      headers.security_headers +
      '\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n{"enabled":' +
      (on.ok && on.data ? "true}" : "false}"),
  );
  return true;
}
