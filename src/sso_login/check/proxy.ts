/** A proxy before the web server, as far as sessions show it: behind one the service cannot tell clients apart by address. */
import * as ip_addresses from "../settings/ip_addresses";
import type { Io } from "../base/io";
import * as strings from "../base/strings";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import * as package_sections from "../settings/package_sections";

/** Whether an address in hexadecimal digits is the router itself: 127.0.0.0/8, or ::1. */
function is_loopback(digits: string): boolean {
  return digits.startsWith("7f") ? digits.length === 8 : digits === "00000000000000000000000000000001";
}

/**
 * The address of a proxy that the option `trusted_proxy` does not list; undefined where sessions show none. Logins come from a proxy
 * if their address is the router itself, or that of another person, too.
 */
export function unlisted(io: Io): string | undefined {
  const list = rpcd_sessions.list_sso_sessions(io);
  const trusted = strings.words_of(package_sections.option_of(io, "trusted_proxy"));
  const users: { [address: string]: string } = {};
  for (const entry of list.ok ? list.data : []) {
    const address = ip_addresses.to_hex(strings.before(entry.remote, "%"));
    if (
      entry.client === "" &&
      address !== undefined &&
      !trusted.some((text) => ip_addresses.is_in_range(address, text))
    ) {
      const user = entry.issuer + " " + entry.sub;
      if (is_loopback(address) || (users[address] ?? user) !== user) {
        return entry.remote;
      }
      users[address] = user;
    }
  }
  return undefined;
}
