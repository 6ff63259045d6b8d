'use strict';
// Generated from src/sso_login/web/client_limit.ts by "make ucode"; do not edit.

/** A share of the rate for each client, so that one noisy host cannot use up the rate of all others (options `client_limit`, `trusted_proxy`). */

import { array_some, substring } from 'sso_login.ecma';
import { to_hex } from 'sso_login.base.addresses';
import { package_name } from 'sso_login.base.names';
import { path_of as store_path_of } from 'sso_login.base.store';
import { split_words, parse_integer, before } from 'sso_login.base.strings';
import { ok } from 'sso_login.result';
import { min_client_limit, max_client_limit } from 'sso_login.settings.limits';
import { is_window_full, minute_of, position_in, rate_limited } from 'sso_login.web.rate_limit';

/** The digits of an IPv4 address, or of an IPv6 address's first half: who has one address of a network may take others. */
function client_of(address) {
	return substring((address ?? "unknown"), 0, 16);
}

/** Whether an address is a trusted proxy, which many clients use; the option is a list, or one text. */
function is_trusted(io, address) {
	const option = io.uci_get(package_name, "default", "trusted_proxy");
	const value = option.ok ? (option.data ?? "") : "";
	const listed = split_words(type(value) == "string" ? value : join(" ", value), " ");
	return address !== null && array_some(listed, (text) => to_hex(text) === address);
}

/**
 * Counts this request of a client, with `limit` requests in a minute; RATE_LIMITED carries `retry_after` in seconds. A limit that
 * is none says loading the configuration. Once the window that the request would count in is full, no client is counted, so that there
 * are no more files than requests in it, however many addresses a client has.
 */
export function count_client(io, remote_addr, limit, window) {
	const max_ = type(limit) == "string" ? parse_integer(limit) : null;
	// The zone of a link-local address is no part of it.
	const address = to_hex(before(remote_addr, "%"));
	const is_valid = max_ !== null && max_ >= min_client_limit && max_ <= max_client_limit;
	if (!is_valid || is_trusted(io, address)) {
		return ok(true);
	}
	if (is_window_full(io, window)) {
		return ok(true);
	}
	const now = io.time();
	const path = store_path_of(io, `client_${minute_of(now)}_${client_of(address)}`);
	const place = position_in(io, path, now, max_);
	// What cannot be counted here is counted with all others, or refused there.
	return place === null || place <= max_ ? ok(true) : rate_limited(now, "client_limit");
};
