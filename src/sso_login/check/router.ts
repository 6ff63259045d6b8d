/** The part of the check that asks this router's own web server, under the name that browsers will use. */
import * as report from "./report";
import type { Run } from "./report";
import type { HttpResponse } from "../base/io";
import type { Result } from "../result";
import type { Config } from "../settings/load";
import * as strings from "../base/strings";
import * as urls from "../base/urls";

/** Seconds that all calls of a check may take together, and that the router has for its answer to itself. */
export const total_time = 12;
const router_time = 3;

const probe_path = "/cgi-bin/sso-login/?action=enabled";

/** What a failed call says about the way to the web server: certificates need not be trusted by the router itself. */
function note_failure(run: Run, origin: string, host: string, cause: string, reason: string): void {
  if (cause === "certificate") {
    report.ok(run, "router_certificate", { origin });
  } else if (cause === "resolve") {
    report.warning(run, "router_name_unknown", { host });
  } else {
    report.warning(run, "router_unreachable", { origin, reason });
  }
}

/** The last part of `host:port`, or of a port alone; 443 where there is none. */
function port_of(authority: string): string {
  const parts = authority.split(":");
  const last = parts[parts.length - 1] ?? "";
  return strings.parse_integer(last) !== undefined ? last : "443";
}

/** The ports at which uhttpd listens for HTTPS; none where another web server serves. */
function https_ports(run: Run): string[] {
  const option = run.io.uci_get("uhttpd", "main", "listen_https");
  const value = option.ok ? (option.data ?? []) : [];
  const ports: string[] = [];
  for (const entry of typeof value === "string" ? [value] : value) {
    const port = port_of(entry);
    if (!ports.includes(port)) {
      ports.push(port);
    }
  }
  return ports;
}

/** Asks the probe, with the system's trust store or another one. */
function ask(run: Run, origin: string, ca_file: string | undefined): Result<HttpResponse> {
  run.io.https_settings({ ca_file, timeout: router_time, total: total_time });
  return run.io.https({ method: "GET", url: origin + probe_path, headers: ["Accept: application/json"] });
}

/**
 * Asks the probe at the origin of `redirect_uri`; a wrong one is not in the configuration, and nothing is asked.
 * The router's certificate may be one that the system trusts, or of the authority that the provider's is of.
 */
export function check_router(run: Run, config: Config): void {
  const url = urls.parse_https(config.redirect_uri);
  if (url === undefined) {
    return;
  }
  let answer = ask(run, url.origin, undefined);
  if (!answer.ok && answer.error === "certificate" && config.ca_file !== undefined) {
    answer = ask(run, url.origin, config.ca_file);
  }
  const is_ours = answer.ok && answer.data.status === 200 && answer.data.body.startsWith('{"enabled":');
  const port = port_of(urls.host_header(url));
  const ports = https_ports(run);
  if (is_ours) {
    report.ok(run, "router_ok", { origin: url.origin });
  } else if (ports.length > 0 && !ports.includes(port)) {
    report.warning(run, "router_port", { port, ports: ports.join(", ") });
  } else if (!answer.ok) {
    note_failure(run, url.origin, url.host, answer.error, typeof answer.details === "string" ? answer.details : "");
  } else {
    report.warning(run, "router_other_answer", { origin: url.origin, status: `${answer.data.status}` });
  }
}
