'use strict';
// Generated from src/sso_login/web/client_limit.ts by "make ucode"; do not edit.

/** A share of the rate for each client, so that one noisy host keeps nobody else out (options `client_limit`, `trusted_proxy`). */

import { array_some, substring } from 'sso_login.ecma';
import { digits_of } from 'sso_login.base.addresses';
import { package_name } from 'sso_login.base.names';
import { path_of } from 'sso_login.base.store';
import { split_words, parse_integer, before } from 'sso_login.base.strings';
import { ok } from 'sso_login.result';
import { min_client_limit, max_client_limit } from 'sso_login.settings.options';
import * as rate_limit from 'sso_login.web.rate_limit';

/** The digits of an IPv4 address, or of an IPv6 address's first half: who has one address of a network may take others. */
function client_of(address) {
	return substring((address ?? "unknown"), 0, 16);
}

/** Whether an address stands for many clients; the option is a list, or its members in one text. */
function is_trusted(io, address) {
	const option = io.uci_get(package_name, "default", "trusted_proxy");
	const value = option.ok ? (option.data ?? "") : "";
	const listed = split_words(type(value) == "string" ? value : join(" ", value), " ");
	return address !== null && array_some(listed, (text) => digits_of(text) === address);
}

/**
 * Counts this request of a client, with `limit` requests in a minute; RATE_LIMITED carries `retry_after` in seconds. A limit that
 * is none says loading the configuration. Once the window of all is full no client is counted, so that there are no more
 * files than requests in it, however many addresses somebody has.
 */
export function count_client(io, remote_addr, limit) {
	const most = type(limit) == "string" ? parse_integer(limit) : null;
	// The zone of a link-local address is no part of it.
	const address = digits_of(before(remote_addr, "%"));
	const counts = most !== null && most >= min_client_limit && most <= max_client_limit;
	if (!counts || is_trusted(io, address)) {
		return ok(true);
	}
	const now = io.time();
	const window = rate_limit.window_of(now);
	if (rate_limit.is_full(io, rate_limit.path_of(io, window), rate_limit.max_requests)) {
		return ok(true);
	}
	const path = path_of(io, `client_${window}_${client_of(address)}`);
	const place = rate_limit.place_in(io, path, now, most);
	// What cannot be counted here is counted with all others, or refused there.
	return place === null || place <= most ? ok(true) : rate_limit.limited(now, "client_limit");
};
