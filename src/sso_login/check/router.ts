/** The part of the check that asks this router's own web server, under the name that browsers will use. */
import * as report from "./report";
import type { Run } from "./report";
import type { HttpResponse } from "../base/io";
import type { Err, Result } from "../result";
import * as certificates from "../base/certificates";
import type { Config } from "../settings/config";
import * as strings from "../base/strings";
import * as urls from "../base/urls";
import type { HttpsUrl } from "../base/urls";
import * as clock from "io/clock";

/** Seconds that all calls of a check may take together, and that the router has for its answer to itself. */
export const total_time = 12;
const router_time = 3;

/** Seconds within which the end of the router's certificate is worth a warning. */
const soon = 14 * 86400;

const probe_path = "/cgi-bin/sso-login/?action=enabled";

/** What a failed call says about the way to the web server: certificates need not be trusted by the router itself. */
function note_failure(run: Run, url: HttpsUrl, port: string, failure: Err): void {
  const origin = url.origin;
  const reason = typeof failure.details === "string" ? failure.details : "";
  if (failure.error === "certificate") {
    report.ok(run, "router_certificate", { origin });
  } else if (failure.error === "resolve") {
    report.warning(run, "router_name_unknown", { host: url.host });
  } else if (failure.error === "connect") {
    report.error(run, "router_refused", { host: url.host, port, reason });
  } else {
    report.warning(run, "router_unreachable", { origin, reason });
  }
}

/** Whether the firewall forwards a port of the router, perhaps to its web server. */
function is_forwarded(run: Run, port: string): boolean {
  const sections = run.io.uci_sections("firewall");
  const all = sections.ok ? sections.data : [];
  return all.some((section) => section.type === "redirect" && section.options.src_dport === port);
}

/** The last part of `host:port`, or of only a port; 443 where there is none. */
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

/** What the probe answers, and whose certificate it is where that is trusted and for another name. */
interface Asked {
  answer: Result<HttpResponse>;
  other_name?: string;
}

/** Asks the probe, with the system's trust store or another one. */
function ask_probe(run: Run, origin: string, ca_file: string | undefined): Asked {
  run.io.https_settings({ ca_file, timeout: router_time, total: run.total_time });
  const url = origin + probe_path;
  const answer = run.io.https({ method: "GET", url, headers: ["Accept: application/json"] });
  const peer = !answer.ok && answer.error === "certificate" ? run.io.https_peer(url) : undefined;
  return { answer, other_name: peer !== undefined && peer.trusted ? peer.subject : undefined };
}

/** A day as certificates.ts has it. */
function day_of(time: number): number {
  return strings.parse_integer(clock.format_time(time).substring(0, 10).split("-").join("")) ?? 0;
}

/** Notes a certificate that ends soon, or has ended: browsers then keep people from the one way in that is left. */
function check_certificate(run: Run, origin: string): void {
  const peer = run.passwords_refused === true ? run.io.https_peer(origin + probe_path) : undefined;
  const day = peer !== undefined ? certificates.last_day(peer.der) : undefined;
  if (day !== undefined && day <= day_of(run.io.time() + soon)) {
    const digits = `${day}`;
    const date = digits.substring(0, 4) + "-" + digits.substring(4, 6) + "-" + digits.substring(6);
    report.warning(run, "router_certificate_ends", { origin, date });
  }
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
  let asked = ask_probe(run, url.origin, undefined);
  const is_untrusted = !asked.answer.ok && asked.answer.error === "certificate" && asked.other_name === undefined;
  if (is_untrusted && config.ca_file !== undefined) {
    asked = ask_probe(run, url.origin, config.ca_file);
  }
  const answer = asked.answer;
  const is_ours = answer.ok && answer.data.status === 200 && answer.data.body.startsWith('{"enabled":');
  const is_refused = !answer.ok && answer.error === "connect";
  const port = port_of(urls.host_header(url));
  const ports = https_ports(run);
  if (is_ours) {
    report.ok(run, "router_ok", { origin: url.origin });
  } else if (asked.other_name !== undefined) {
    report.error(run, "router_other_name", { origin: url.origin, subject: asked.other_name });
  } else if (ports.length > 0 && !ports.includes(port) && (!is_refused || is_forwarded(run, port))) {
    report.warning(run, "router_port", { port, ports: ports.join(", ") });
  } else if (!answer.ok) {
    note_failure(run, url, port, answer);
  } else {
    report.warning(run, "router_other_answer", { origin: url.origin, status: `${answer.data.status}` });
  }
  if (answer.ok || answer.error === "certificate") {
    check_certificate(run, url.origin);
  }
}
