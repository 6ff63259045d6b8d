'use strict';
// Generated from src/sso_login/program/probe.ts by "make ucode"; do not edit.

/**
 * The probe by itself: the login page asks it on every visit, and what the other requests need would be most of its cost.
 * Asked in another way, the router answers it (web/probe.ts), with the same bytes.
 */

import { read_environment, write_output } from 'sso_login.io.cgi';
import { open, get } from 'sso_login.io.option';
import { is_enabled } from 'sso_login.settings.enabled';
import { security_headers } from 'sso_login.web.headers';

/** Whether this process's request is the probe, and has its answer. */
export function main(options) {
	const request = read_environment();
	const is_root = request.path_info === "" || request.path_info === "/";
	if (!request.https || request.method !== "GET" || !is_root || request.query_string !== "action=enabled") {
		return false;
	}
	const cursor = open(options.root ?? "");
	const on = is_enabled({ uci_get: (config, section, name) => get(cursor, config, section, name) });
	write_output(
		"Status: 200 OK\r\nContent-Type: application/json\r\n" +
			security_headers +
			'\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n{"enabled":' +
			(on.ok && on.data ? "true}" : "false}")
	);
	return true;
};
