/** A share of the rate for each client, so that one noisy host cannot use up the rate of all others (options `client_limit`, `trusted_proxy`). */
import * as ip_addresses from "../settings/ip_addresses";
import * as failures from "../base/failures";
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as strings from "../base/strings";
import { ok, type Result } from "../result";
import * as option_bounds from "../settings/option_bounds";
import * as package_sections from "../settings/package_sections";
import * as rate_limit from "./rate_limit";
import type { Window } from "./rate_limit";

/** The most requests of a client's wider network, unless one client alone may make more: a fifth of the window is left to others. */
const max_of_network = 40;

/** Whether an IP address is that of a trusted proxy, which many clients use; the option is a list, or one text. */
function is_trusted(io: Io, address: string | undefined): boolean {
  const listed = strings.words_of(package_sections.option_of(io, "trusted_proxy"));
  return address !== undefined && listed.some((text) => ip_addresses.is_in_range(address, text));
}

/**
 * The files that count a window's requests of a client and of its wider network, and how many each may count; none for a client without
 * a limit.
 */
function shares_of(io: Io, remote_addr: string, limit: string, window: Window): { path: string; max: number }[] {
  const max = strings.parse_integer(limit);
  // The zone of a link-local address is no part of it.
  const address = ip_addresses.to_hex(strings.before(remote_addr, "%"));
  const is_valid = max !== undefined && max >= option_bounds.min_client_limit && max <= option_bounds.max_client_limit;
  if (!is_valid || is_trusted(io, address)) {
    return [];
  }
  const start = store.path_of(io, `client_${window.name}_${rate_limit.minute_of(io.time())}_`);
  // All digits of IPv4, and the first half of IPv6: a client may take any address of its network.
  const client = (address ?? "unknown").substring(0, 16);
  // Two digits less are the /24 of IPv4, and the /56 of IPv6, of which many hosts have all networks.
  const network = client.substring(0, client.length - 2);
  return [
    { path: start + client, max },
    { path: start + "net_" + network, max: Math.max(max, Math.min(2 * max, max_of_network)) },
  ];
}

/** Whether a client or its network has used up its share of a window in this minute. */
export function is_used_up(io: Io, remote_addr: string, limit: string, window: Window): boolean {
  return shares_of(io, remote_addr, limit, window).some((share) => rate_limit.is_full(io, share.path, share.max));
}

/**
 * Counts this request of a client in a window, with `limit` requests in a minute; RATE_LIMITED carries `retry_after` in seconds. Loading the
 * configuration refuses an invalid limit. Once the window of the request is full, no client is counted, so that there are no more files
 * than two for each request in it, however many addresses a client has.
 */
export function count_client(io: Io, remote_addr: string, limit: string, window: Window): Result<true> {
  const shares = shares_of(io, remote_addr, limit, window);
  if (shares.length === 0 || rate_limit.is_window_full(io, window)) {
    return ok(true);
  }
  const now = io.time();
  // A request that cannot be counted here is counted with all others, or refused there.
  const used_up = shares.find((share) => (rate_limit.position_in(io, share.path, now, share.max) ?? 0) > share.max);
  if (used_up === undefined) {
    return ok(true);
  }
  const limited = rate_limit.rate_limited(now, "client_limit", `${used_up.max} a minute of one address`);
  // A refused exchange of a token has advice of its own.
  return window.client_limit !== undefined
    ? limited
    : failures.adding(limited, { hint: { id: "many_of_one_address" } });
}
