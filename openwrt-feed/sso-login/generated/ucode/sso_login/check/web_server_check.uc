'use strict';
// Generated from src/sso_login/check/web_server_check.ts by "make ucode"; do not edit.

/** The part of the check that asks this router's own web server, under the name that browsers will use. */

import { array_some, starts_with, substring } from 'sso_login.ecma';
import { format_time } from 'sso_login.io.clock';
import { reason_of, ok as report_ok, warning, error } from 'sso_login.check.report';
import { shown_names, last_day } from 'sso_login.settings.certificates';
import { start_path } from 'sso_login.base.public_names';
import { open as login_page_open } from 'sso_login.settings.login_page';
import { port_of, of_uhttpd } from 'sso_login.settings.web_ports';
import { https_required } from 'sso_login.base.log_texts';
import { parse_https, host_header } from 'sso_login.base.urls';

/** Seconds that all calls of a check may take together, and one call to this router. */
export const total_time = 12;
const router_time = 3;

/** Seconds before the end of the router's certificate from which on there is a warning. */
const soon = 14 * 86400;

const probe_path = "/cgi-bin/sso-login/?action=enabled";

/** Notes a failed call. The router itself need not trust its own certificate. */
function note_failure(run, url, port, failure) {
	const origin = url.origin;
	const reason = reason_of(failure);
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
	const read = run.io.uci_sections("firewall");
	return read.ok && array_some(read.data, (section) => section.type === "redirect" && section.options.src_dport === port);
}

/** Asks the probe, with the system's trust store or another one. */
function ask_probe(run, origin, ca_file) {
	run.io.https_settings({ ca_file, timeout: router_time, total: run.total_time });
	const url = origin + probe_path;
	const answer = run.io.https({ method: "GET", url, headers: ["Accept: application/json"] });
	const peer = !answer.ok && answer.error === "certificate" ? run.io.https_peer(url) : null;
	return { answer, other_name: peer !== null && peer.trusted ? shown_names(peer) : null };
}

/** Notes a certificate that ends soon or has ended, while single sign-on is the only way in: browsers refuse it. */
function check_certificate(run, origin) {
	const peer = run.passwords_refused === true ? run.io.https_peer(origin + probe_path) : null;
	const date = peer !== null ? last_day(peer.der) : null;
	const days = length("2026-01-31");
	if (date !== null && substring(date, 0, days) <= substring(format_time(run.io.time() + soon), 0, days)) {
		warning(run, "router_certificate_ends", { origin, date });
	}
}

/** Opens LuCI's login page, and says whether it has the button, and which address does without. */
export function check_login_page(run, config) {
	const url = parse_https(config.redirect_uri);
	const page = login_page_open(run.io);
	if (page === "with_button") {
		report_ok(run, "login_page_ok");
	} else if (page === "without_button") {
		warning(run, "login_page_without_button", {
			address: (url !== null ? url.origin : "") + start_path,
		});
	}
};

/**
 * Asks this router's probe at the origin of `redirect_uri`; nothing where that option is wrong. The certificate may be one that the
 * system trusts, or of the authority of `ca_file`.
 */
export function check_web_server(run, config) {
	const url = parse_https(config.redirect_uri);
	if (url === null) {
		return;
	}
	let probe = ask_probe(run, url.origin, null);
	const is_untrusted = !probe.answer.ok && probe.answer.error === "certificate" && probe.other_name === null;
	if (is_untrusted && config.ca_file !== null) {
		probe = ask_probe(run, url.origin, config.ca_file);
	}
	const answer = probe.answer;
	const is_ours = answer.ok && answer.data.status == 200 && starts_with(answer.data.body, '{"enabled":');
	const is_refused = !answer.ok && answer.error === "connect";
	const port = port_of(host_header(url));
	const ports = of_uhttpd(run.io) ?? [];
	if (is_ours) {
		report_ok(run, "router_ok", { origin: url.origin });
	} else if (probe.other_name !== null) {
		error(run, "router_other_name", { origin: url.origin, subject: probe.other_name });
	} else if (length(ports) > 0 && !(index(ports, port) >= 0) && (!is_refused || is_forwarded(run, port))) {
		warning(run, "router_port", { port, ports: join(", ", ports) });
	} else if (!answer.ok) {
		note_failure(run, url, port, answer);
	} else if ((index(answer.data.body, https_required) >= 0) || answer.data.location === url.origin + probe_path) {
		error(run, "router_plain_http", { origin: url.origin });
	} else {
		warning(run, "router_other_answer", { origin: url.origin, status: `${answer.data.status}` });
	}
	if (answer.ok || answer.error === "certificate") {
		check_certificate(run, url.origin);
	}
};
