/** The part of the check that asks this router's own web server, under the name that browsers will use. */
import * as clock from "io/clock";
import * as report from "./report";
import type { Run } from "./report";
import type { HttpResponse } from "../base/io";
import type { Err, Result } from "../result";
import * as certificates from "../settings/certificates";
import * as public_names from "../base/public_names";
import * as login_page from "../settings/login_page";
import type { Config } from "../settings/provider_config";
import * as web_ports from "../settings/web_ports";
import * as log_texts from "../base/log_texts";
import * as urls from "../base/urls";

/** Seconds that all calls of a check may take together, and one call to this router. */
export const total_time = 12;
const router_time = 3;

/** Seconds before the end of the router's certificate from which on there is a warning. */
const soon = 14 * 86400;

const probe_path = "/cgi-bin/sso-login/?action=enabled";

/** Notes a failed call. The router itself need not trust its own certificate. */
function note_failure(run: Run, url: urls.HttpsUrl, port: string, failure: Err): void {
  const origin = url.origin;
  const reason = report.reason_of(failure);
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
  const read = run.io.uci_sections("firewall");
  return read.ok && read.data.some((section) => section.type === "redirect" && section.options.src_dport === port);
}

/** The answer of the probe, and the names of a trusted certificate for another one. */
interface ProbeAnswer {
  answer: Result<HttpResponse>;
  other_name?: string;
}

/** Asks the probe, with the system's trust store or another one. */
function ask_probe(run: Run, origin: string, ca_file: string | undefined): ProbeAnswer {
  run.io.https_settings({ ca_file, timeout: router_time, total: run.total_time });
  const url = origin + probe_path;
  const answer = run.io.https({ method: "GET", url, headers: ["Accept: application/json"] });
  const peer = !answer.ok && answer.error === "certificate" ? run.io.https_peer(url) : undefined;
  return { answer, other_name: peer !== undefined && peer.trusted ? certificates.shown_names(peer) : undefined };
}

/** Notes a certificate that ends soon or has ended, while single sign-on is the only way in: browsers refuse it. */
function check_certificate(run: Run, origin: string): void {
  const peer = run.passwords_refused === true ? run.io.https_peer(origin + probe_path) : undefined;
  const date = peer !== undefined ? certificates.last_day(peer.der) : undefined;
  const days = "2026-01-31".length;
  if (date !== undefined && date.substring(0, days) <= clock.format_time(run.io.time() + soon).substring(0, days)) {
    report.warning(run, "router_certificate_ends", { origin, date });
  }
}

/** Opens LuCI's login page, and says whether it has the button, and which address does without. */
export function check_login_page(run: Run, config: Config): void {
  const url = urls.parse_https(config.redirect_uri);
  const page = login_page.open(run.io);
  if (page === "with_button") {
    report.ok(run, "login_page_ok");
  } else if (page === "without_button") {
    report.warning(run, "login_page_without_button", {
      address: (url !== undefined ? url.origin : "") + public_names.start_path,
    });
  }
}

/**
 * Asks this router's probe at the origin of `redirect_uri`; nothing where that option is wrong. The certificate may be one that the
 * system trusts, or of the authority of `ca_file`.
 */
export function check_web_server(run: Run, config: Config): void {
  const url = urls.parse_https(config.redirect_uri);
  if (url === undefined) {
    return;
  }
  let probe = ask_probe(run, url.origin, undefined);
  const is_untrusted = !probe.answer.ok && probe.answer.error === "certificate" && probe.other_name === undefined;
  if (is_untrusted && config.ca_file !== undefined) {
    probe = ask_probe(run, url.origin, config.ca_file);
  }
  const answer = probe.answer;
  const is_ours = answer.ok && answer.data.status === 200 && answer.data.body.startsWith('{"enabled":');
  const is_refused = !answer.ok && answer.error === "connect";
  const port = web_ports.port_of(urls.host_header(url));
  const ports = web_ports.of_uhttpd(run.io) ?? [];
  if (is_ours) {
    report.ok(run, "router_ok", { origin: url.origin });
  } else if (probe.other_name !== undefined) {
    report.error(run, "router_other_name", { origin: url.origin, subject: probe.other_name });
  } else if (ports.length > 0 && !ports.includes(port) && (!is_refused || is_forwarded(run, port))) {
    report.warning(run, "router_port", { port, ports: ports.join(", ") });
  } else if (!answer.ok) {
    note_failure(run, url, port, answer);
  } else if (answer.data.body.includes(log_texts.https_required) || answer.data.location === url.origin + probe_path) {
    report.error(run, "router_plain_http", { origin: url.origin });
  } else {
    report.warning(run, "router_other_answer", { origin: url.origin, status: `${answer.data.status}` });
  }
  if (answer.ok || answer.error === "certificate") {
    check_certificate(run, url.origin);
  }
}
