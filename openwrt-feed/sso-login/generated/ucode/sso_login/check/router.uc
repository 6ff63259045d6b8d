'use strict';
// Generated from src/sso_login/check/router.ts by "make ucode"; do not edit.

/** The part of the check that asks this router's own web server, under the name that browsers will use. */

import { array_some, starts_with, substring } from 'sso_login.ecma';
import { ok as report_ok, warning, error } from 'sso_login.check.report';
import { last_day } from 'sso_login.base.certificates';
import { parse_integer } from 'sso_login.base.strings';
import { parse_https, host_header } from 'sso_login.base.urls';
import { format_time } from 'sso_login.io.clock';

/** Seconds that all calls of a check may take together, and that the router has for its answer to itself. */
export const total_time = 12;
const router_time = 3;

/** Seconds within which the end of the router's certificate is worth a warning. */
const soon = 14 * 86400;

const probe_path = "/cgi-bin/sso-login/?action=enabled";

/** What a failed call says about the way to the web server: certificates need not be trusted by the router itself. */
function note_failure(run, url, port, failure) {
	const origin = url.origin;
	const reason = type(failure.details) == "string" ? failure.details : "";
	if (failure.error === "certificate") {
		report_ok(run, "router_certificate", { origin });
	} else if (failure.error === "resolve") {
		warning(run, "router_name_unknown", { host: url.host });
	} else if (failure.error === "connect") {
		error(run, "router_refused", { host: url.host, port, reason });
	} else {
		warning(run, "router_unreachable", { origin, reason });
	}
}

/** Whether the firewall forwards a port of the router, perhaps to its web server. */
function is_forwarded(run, port) {
	const sections = run.io.uci_sections("firewall");
	const all = sections.ok ? sections.data : [];
	return array_some(all, (section) => section.type === "redirect" && section.options.src_dport === port);
}

/** The last part of `host:port`, or of only a port; 443 where there is none. */
function port_of(authority) {
	const parts = split(authority, ":");
	const last = parts[length(parts) - 1] ?? "";
	return parse_integer(last) !== null ? last : "443";
}

/** The ports at which uhttpd listens for HTTPS; none where another web server serves. */
function https_ports(run) {
	const option = run.io.uci_get("uhttpd", "main", "listen_https");
	const value = option.ok ? (option.data ?? []) : [];
	const ports = [];
	for (let entry in type(value) == "string" ? [value] : value) {
		const port = port_of(entry);
		if (!(index(ports, port) >= 0)) {
			push(ports, port);
		}
	}
	return ports;
}

/** Asks the probe, with the system's trust store or another one. */
function ask_probe(run, origin, ca_file) {
	run.io.https_settings({ ca_file, timeout: router_time, total: run.total_time });
	const url = origin + probe_path;
	const answer = run.io.https({ method: "GET", url, headers: ["Accept: application/json"] });
	const peer = !answer.ok && answer.error === "certificate" ? run.io.https_peer(url) : null;
	return { answer, other_name: peer !== null && peer.trusted ? peer.subject : null };
}

/** A day as certificates.ts has it. */
function day_of(time) {
	return parse_integer(join("", split(substring(format_time(time), 0, 10), "-"))) ?? 0;
}

/** Notes a certificate that ends soon, or has ended: browsers then keep people from the one way in that is left. */
function check_certificate(run, origin) {
	const peer = run.passwords_refused === true ? run.io.https_peer(origin + probe_path) : null;
	const day = peer !== null ? last_day(peer.der) : null;
	if (day !== null && day <= day_of(run.io.time() + soon)) {
		const digits = `${day}`;
		const date = substring(digits, 0, 4) + "-" + substring(digits, 4, 6) + "-" + substr(digits, 6);
		warning(run, "router_certificate_ends", { origin, date });
	}
}

/**
 * Asks the probe at the origin of `redirect_uri`; a wrong one is not in the configuration, and nothing is asked.
 * The router's certificate may be one that the system trusts, or of the authority that the provider's is of.
 */
export function check_router(run, config) {
	const url = parse_https(config.redirect_uri);
	if (url === null) {
		return;
	}
	let asked = ask_probe(run, url.origin, null);
	const is_untrusted = !asked.answer.ok && asked.answer.error === "certificate" && asked.other_name === null;
	if (is_untrusted && config.ca_file !== null) {
		asked = ask_probe(run, url.origin, config.ca_file);
	}
	const answer = asked.answer;
	const is_ours = answer.ok && answer.data.status == 200 && starts_with(answer.data.body, '{"enabled":');
	const is_refused = !answer.ok && answer.error === "connect";
	const port = port_of(host_header(url));
	const ports = https_ports(run);
	if (is_ours) {
		report_ok(run, "router_ok", { origin: url.origin });
	} else if (asked.other_name !== null) {
		error(run, "router_other_name", { origin: url.origin, subject: asked.other_name });
	} else if (length(ports) > 0 && !(index(ports, port) >= 0) && (!is_refused || is_forwarded(run, port))) {
		warning(run, "router_port", { port, ports: join(", ", ports) });
	} else if (!answer.ok) {
		note_failure(run, url, port, answer);
	} else {
		warning(run, "router_other_answer", { origin: url.origin, status: `${answer.data.status}` });
	}
	if (answer.ok || answer.error === "certificate") {
		check_certificate(run, url.origin);
	}
};
