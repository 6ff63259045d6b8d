'use strict';
// Generated from src/sso_login/settings/web_ports.ts by "make ucode"; do not edit.

/** The ports at which uhttpd serves HTTPS, by its configuration. */

import { parse_integer, add_missing, words_of as strings_words_of } from 'sso_login.base.strings';
import { parse_https, host_header } from 'sso_login.base.urls';

/** The port in `host:port` or `port`; 443 where there is none. */
export function port_of(authority) {
	const parts = split(authority, ":");
	const last = parts[length(parts) - 1] ?? "";
	return parse_integer(last) !== null ? last : "443";
};

/** The ports; undefined where that is not known, as with nginx, which may serve in the place of uhttpd. */
export function of_uhttpd(io) {
	const sections = io.uci_sections("uhttpd");
	const servers = filter((sections.ok ? sections.data : []), (section) => section.type === "uhttpd");
	if (length(servers) == 0 || io.file_info(io.paths.system_dir + "/nginx/conf.d") !== null) {
		return null;
	}
	const ports = [];
	for (let section in filter(servers, (one) => one.options.enabled !== "0")) {
		add_missing(
			ports,
			map(strings_words_of(section.options.listen_https), (entry) => port_of(entry))
		);
	}
	return ports;
};

/** Whether uhttpd serves the port of an address, or may; another port can lead to the router through a firewall. */
export function serves(io, address) {
	const ports = of_uhttpd(io);
	const url = parse_https(address);
	return ports === null || url === null || (index(ports, port_of(host_header(url))) >= 0);
};
