/** The text of a response as a CGI program writes it (RFC 3875 section 6). */
import type { Response } from "./responses";
import * as security_headers from "./security_headers";

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
