'use strict';
// Generated from src/sso_login/check/proxy.ts by "make ucode"; do not edit.

/** A proxy before the web server, as far as sessions show it: behind one the service cannot tell clients apart by address. */

import { array_some, key_of, starts_with } from 'sso_login.ecma';
import { to_hex, is_in_range } from 'sso_login.settings.ip_addresses';
import { words_of as strings_words_of, before } from 'sso_login.base.strings';
import { list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';
import { option_of } from 'sso_login.settings.package_sections';

/** Whether an address in hexadecimal digits is the router itself: 127.0.0.0/8, or ::1. */
function is_loopback(digits) {
	return starts_with(digits, "7f") ? length(digits) == 8 : digits === "00000000000000000000000000000001";
}

/**
 * The address of a proxy that the option `trusted_proxy` does not list; undefined where sessions show none. Logins come from a proxy
 * if their address is the router itself, or that of another person, too.
 */
export function unlisted(io) {
	const list = list_sso_sessions(io);
	const trusted = strings_words_of(option_of(io, "trusted_proxy"));
	const users = {};
	for (let entry in list.ok ? list.data : []) {
		const address = to_hex(before(entry.remote, "%"));
		if (
			entry.client === "" &&
			address !== null &&
			!array_some(trusted, (text) => is_in_range(address, text))
		) {
			const user = entry.issuer + " " + entry.sub;
			if (is_loopback(address) || (users[key_of(address)] ?? user) !== user) {
				return entry.remote;
			}
			users[key_of(address)] = user;
		}
	}
	return null;
};
