/** Responses as plain values, and their text as a CGI program writes it (RFC 3875 section 6). */
import * as security_headers from "./security_headers";

export interface Response {
  status: number;
  content_type?: string;
  /** In the place of no-store. */
  cache_control?: string;
  /** In order; names may repeat (Set-Cookie). */
  headers: [string, string][];
  body: string;
}

/** Attributes of a cookie; every cookie of ours is also HttpOnly and Secure. */
export interface CookieAttributes {
  path: string;
  same_site: "Lax" | "Strict";
  /** Seconds; 0 deletes the cookie, absent makes it last as long as the browser runs. */
  max_age?: number;
}

/** A 302 to `location`. */
export function redirect(location: string, headers: [string, string][]): Response {
  const all: [string, string][] = [["Location", location]];
  for (const header of headers) {
    all.push(header);
  }
  return { status: 302, headers: all, body: "" };
}

/** The error page: plain text, no code (specification, "HTTP responses"). */
export function error_page(status: number, message: string): Response {
  return { status, content_type: "text/plain", headers: [], body: "Error: " + message + "\n" };
}

/** A page of HTML. */
export function html_page(status: number, headers: [string, string][], body: string): Response {
  return { status, content_type: "text/html; charset=utf-8", headers, body };
}

/** One Set-Cookie header (RFC 6265). */
export function set_cookie(name: string, value: string, attributes: CookieAttributes): [string, string] {
  const age = attributes.max_age;
  const max_age = age !== undefined ? `; Max-Age=${age}` : "";
  const path = "; Path=" + attributes.path;
  return ["Set-Cookie", name + "=" + value + path + max_age + "; HttpOnly; Secure; SameSite=" + attributes.same_site];
}

/** A cookie that a login needs on its way, from the provider's site too, for `max_age` seconds; 0 clears it. */
export function set_lax_cookie(name: string, value: string, max_age: number): [string, string] {
  return set_cookie(name, value, { path: "/", same_site: "Lax", max_age });
}

/** uhttpd stalls on a header line over 4096 bytes; nothing longer than this leaves the service. */
const max_header_line = 4000;

const reasons: { [status: number]: string | undefined } = {
  200: "OK",
  302: "Found",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** A header field that cannot end its line early or stall the web server. */
function is_safe(line: string): boolean {
  const cut = line.indexOf("\n") >= 0 || line.indexOf("\r") >= 0 || line.indexOf("\0") >= 0;
  return !cut && line.length <= max_header_line;
}

/** The bytes to write to the web server. A header that would not be safe is left out, never altered. */
export function serialize(response: Response): string {
  const lines: string[] = [`Status: ${response.status} ${reasons[response.status] ?? "Error"}`];
  if (response.content_type !== undefined) {
    lines.push("Content-Type: " + response.content_type);
  }
  const caching = response.cache_control;
  lines.push(caching !== undefined ? security_headers.lines.split("no-store").join(caching) : security_headers.lines);
  for (const header of response.headers) {
    const line = header[0] + ": " + header[1];
    if (is_safe(line)) {
      lines.push(line);
    }
  }
  lines.push("");
  lines.push(response.body);
  return lines.join("\r\n");
}
