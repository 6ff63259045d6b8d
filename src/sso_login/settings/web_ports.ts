/** The ports at which uhttpd serves HTTPS, by its configuration. */
import type { Io } from "../base/io";
import * as strings from "../base/strings";
import * as urls from "../base/urls";

/** The port in `host:port` or `port`; 443 where there is none. */
export function port_of(authority: string): string {
  const parts = authority.split(":");
  const last = parts[parts.length - 1] ?? "";
  return strings.parse_integer(last) !== undefined ? last : "443";
}

/** The ports; undefined where that is not known, as with nginx, which may serve in the place of uhttpd. */
export function of_uhttpd(io: Io): string[] | undefined {
  const sections = io.uci_sections("uhttpd");
  const servers = (sections.ok ? sections.data : []).filter((section) => section.type === "uhttpd");
  if (servers.length === 0 || io.file_info(io.paths.system_dir + "/nginx/conf.d") !== undefined) {
    return undefined;
  }
  const ports: string[] = [];
  for (const section of servers.filter((one) => one.options.enabled !== "0")) {
    strings.add_missing(
      ports,
      strings.words_of(section.options.listen_https).map((entry) => port_of(entry)),
    );
  }
  return ports;
}

/** Whether uhttpd serves the port of an address, or may; another port can lead to the router through a firewall. */
export function serves(io: Io, address: string): boolean {
  const ports = of_uhttpd(io);
  const url = urls.parse_https(address);
  return ports === undefined || url === undefined || ports.includes(port_of(urls.host_header(url)));
}
