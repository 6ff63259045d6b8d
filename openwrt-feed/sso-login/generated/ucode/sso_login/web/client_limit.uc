'use strict';
// Generated from src/sso_login/web/client_limit.ts by "make ucode"; do not edit.

/** A share of the rate for each client, so that one noisy host cannot use up the rate of all others (options `client_limit`, `trusted_proxy`). */

import { array_find, array_some, substring } from 'sso_login.ecma';
import { is_in_range, to_hex } from 'sso_login.settings.ip_addresses';
import { adding } from 'sso_login.base.failures';
import { path_of as store_path_of } from 'sso_login.base.store';
import { words_of as strings_words_of, parse_integer, before } from 'sso_login.base.strings';
import { ok } from 'sso_login.result';
import { min_client_limit, max_client_limit } from 'sso_login.settings.option_bounds';
import { option_of } from 'sso_login.settings.package_sections';
import { minute_of, is_full, is_window_full, position_in, rate_limited } from 'sso_login.web.rate_limit';

/** The most requests of a client's wider network, unless one client alone may make more: a fifth of the window is left to others. */
const max_of_network = 40;

/** Whether an IP address is that of a trusted proxy, which many clients use; the option is a list, or one text. */
function is_trusted(io, address) {
	const listed = strings_words_of(option_of(io, "trusted_proxy"));
	return address !== null && array_some(listed, (text) => is_in_range(address, text));
}

/**
 * The files that count a window's requests of a client and of its wider network, and how many each may count; none for a client without
 * a limit.
 */
function shares_of(io, remote_addr, limit, window) {
	const max_ = parse_integer(limit);
	// The zone of a link-local address is no part of it.
	const address = to_hex(before(remote_addr, "%"));
	const is_valid = max_ !== null && max_ >= min_client_limit && max_ <= max_client_limit;
	if (!is_valid || is_trusted(io, address)) {
		return [];
	}
	const start = store_path_of(io, `client_${window.name}_${minute_of(io.time())}_`);
	// All digits of IPv4, and the first half of IPv6: a client may take any address of its network.
	const client = substring((address ?? "unknown"), 0, 16);
	// Two digits less are the /24 of IPv4, and the /56 of IPv6, of which many hosts have all networks.
	const network = substring(client, 0, length(client) - 2);
	return [
		{ path: start + client, max: max_ },
		{ path: start + "net_" + network, max: max(max_, min(2 * max_, max_of_network)) },
	];
}

/** Whether a client or its network has used up its share of a window in this minute. */
export function is_used_up(io, remote_addr, limit, window) {
	return array_some(shares_of(io, remote_addr, limit, window), (share) => is_full(io, share.path, share.max));
};

/**
 * Counts this request of a client in a window, with `limit` requests in a minute; RATE_LIMITED carries `retry_after` in seconds. Loading the
 * configuration refuses an invalid limit. Once the window of the request is full, no client is counted, so that there are no more files
 * than two for each request in it, however many addresses a client has.
 */
export function count_client(io, remote_addr, limit, window) {
	const shares = shares_of(io, remote_addr, limit, window);
	if (length(shares) == 0 || is_window_full(io, window)) {
		return ok(true);
	}
	const now = io.time();
	// A request that cannot be counted here is counted with all others, or refused there.
	const used_up = array_find(shares, (share) => (position_in(io, share.path, now, share.max) ?? 0) > share.max);
	if (used_up === null) {
		return ok(true);
	}
	const limited = rate_limited(now, "client_limit", `${used_up.max} a minute of one address`);
	// A refused exchange of a token has advice of its own.
	return window.client_limit !== null
		? limited
		: adding(limited, { hint: { id: "many_of_one_address" } });
};
