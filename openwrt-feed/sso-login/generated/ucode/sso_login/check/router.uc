'use strict';
// Generated from src/sso_login/check/router.ts by "make ucode"; do not edit.

/** The part of the check that asks this router's own web server, under the name that browsers will use. */

import { array_includes, starts_with } from 'sso_login.ecma';
import { ok, warning } from 'sso_login.check.report';
import { parse_integer } from 'sso_login.base.strings';
import { parse_https, host_header } from 'sso_login.base.urls';

/** Seconds that all calls of a check may take together, and that the router has for its answer to itself. */
export const total_time = 12;
const router_time = 3;

const probe_path = "/cgi-bin/sso-login/?action=enabled";

/** What a failed call says about the way to the web server: certificates need not be trusted by the router itself. */
function note_failure(run, origin, host, cause, reason) {
	if (cause === "certificate") {
		ok(run, "router_certificate", { origin });
	} else if (cause === "resolve") {
		warning(run, "router_name_unknown", { host });
	} else {
		warning(run, "router_unreachable", { origin, reason });
	}
}

/** The last part of `host:port`, or of a port alone; 443 where there is none. */
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
		if (!array_includes(ports, port)) {
			push(ports, port);
		}
	}
	return ports;
}

/** Asks the probe, with the system's trust store or another one. */
function ask(run, origin, ca_file) {
	run.io.https_settings({ ca_file, timeout: router_time, total: total_time });
	return run.io.https({ method: "GET", url: origin + probe_path, headers: ["Accept: application/json"] });
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
	let answer = ask(run, url.origin, null);
	if (!answer.ok && answer.error === "certificate" && config.ca_file !== null) {
		answer = ask(run, url.origin, config.ca_file);
	}
	const is_ours = answer.ok && answer.data.status == 200 && starts_with(answer.data.body, '{"enabled":');
	const port = port_of(host_header(url));
	const ports = https_ports(run);
	if (is_ours) {
		ok(run, "router_ok", { origin: url.origin });
	} else if (length(ports) > 0 && !array_includes(ports, port)) {
		warning(run, "router_port", { port, ports: join(", ", ports) });
	} else if (!answer.ok) {
		note_failure(run, url.origin, url.host, answer.error, type(answer.details) == "string" ? answer.details : "");
	} else {
		warning(run, "router_other_answer", { origin: url.origin, status: `${answer.data.status}` });
	}
};
