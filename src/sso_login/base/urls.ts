/** URLs (RFC 3986), as far as the service needs them; it never resolves or normalises one. */
import * as strings from "./strings";

/** The parts of an `https` URL, which has no fragment. */
export interface HttpsUrl {
  /** `https://host` or `https://host:port`, as written. */
  origin: string;
  /** Host without port, in lower case; IPv6 with its brackets. */
  host: string;
  /** Path with its leading slash; "" when there is none. */
  path: string;
  query?: string;
}

/** Longest URL taken from a configuration or a provider, in bytes. */
const max_url_length = 2048;

/** Bytes of an address to send the browser to: uhttpd stalls on longer header lines. */
export const max_location_length = 3900;

const scheme = "https://";

function is_port(port: string): boolean {
  const value = port.length <= 5 ? strings.parse_integer(port) : undefined;
  return value !== undefined && value >= 1 && value <= 65535;
}

/** The host of an authority (`host`, `host:port`, `[v6]:port`) in lower case, or undefined when it is not one. */
function host_of(authority: string): string | undefined {
  const is_literal = authority.startsWith("[");
  const bracket = authority.indexOf("]");
  if (is_literal !== bracket >= 0) {
    return undefined;
  }
  const colon = authority.indexOf(":", Math.max(bracket, 0));
  let host = authority;
  if (colon >= 0) {
    host = authority.substring(0, colon);
    if (!is_port(authority.substring(colon + 1))) {
      return undefined;
    }
  }
  if (host === "" || (is_literal && bracket !== host.length - 1)) {
    return undefined;
  }
  return host.toLowerCase();
}

/**
 * Parses an `https` URL; undefined for another scheme, and for one with spaces, control or non-ASCII characters,
 * backslashes, quotes, angle brackets, user information, a fragment, a bad port or more than 2048 bytes.
 */
export function parse_https(url: string): HttpsUrl | undefined {
  if (url.length > max_url_length || !url.toLowerCase().startsWith(scheme) || !strings.consists_of(url, "url")) {
    return undefined;
  }
  const rest = url.substring(scheme.length);
  const authority = strings.before(strings.before(rest, "/"), "?");
  const host = authority.includes("@") ? undefined : host_of(authority);
  if (host === undefined) {
    return undefined;
  }
  const target = rest.substring(authority.length);
  const path = strings.before(target, "?");
  const query = path.length < target.length ? target.substring(path.length + 1) : undefined;
  return { origin: scheme + authority, host, path, query };
}

export function with_origin(url: HttpsUrl, origin: string): string {
  return origin + url.path + (url.query !== undefined ? "?" + url.query : "");
}

/** Whether two addresses have one origin, as it is written. */
export function same_origin(one: string, other: string): boolean {
  const url = parse_https(one);
  const second = parse_https(other);
  return url !== undefined && second !== undefined && url.origin === second.origin;
}

/** Adds an encoded query to a URL, keeping the one it has (RFC 6749 section 3.1). */
export function add_query(url: string, query: string): string {
  if (!url.includes("?")) {
    return url + "?" + query;
  }
  return url.endsWith("?") || url.endsWith("&") ? url + query : url + "&" + query;
}

/** Host and port as a browser's Host header has them: in lower case, and without the port of HTTPS. */
export function host_header(url: HttpsUrl): string {
  const authority = url.origin.substring(scheme.length).toLowerCase();
  return authority.endsWith(":443") ? authority.substring(0, authority.length - 4) : authority;
}
