'use strict';
// Generated from src/sso_login/web/response_text.ts by "make ucode"; do not edit.

/** The text of a response as a CGI program writes it (RFC 3875 section 6). */

import { lines as security_headers_lines } from 'sso_login.web.security_headers';

/** uhttpd stalls on a header line over 4096 bytes; nothing longer than this leaves the service. */
const max_header_line = 4000;

const reasons = {
	"200": "OK",
	"302": "Found",
	"400": "Bad Request",
	"401": "Unauthorized",
	"403": "Forbidden",
	"404": "Not Found",
	"405": "Method Not Allowed",
	"429": "Too Many Requests",
	"431": "Request Header Fields Too Large",
	"500": "Internal Server Error",
	"503": "Service Unavailable",
};

/** A header field that cannot end its line early or stall the web server. */
function is_safe(line) {
	const cut = index(line, "\n") >= 0 || index(line, "\r") >= 0 || index(line, "\0") >= 0;
	return !cut && length(line) <= max_header_line;
}

/** The bytes to write to the web server. A header that would not be safe is left out, never altered. */
export function serialize(response) {
	const lines = [`Status: ${response.status} ${reasons[response.status] ?? "Error"}`];
	if (response.content_type !== null) {
		push(lines, "Content-Type: " + response.content_type);
	}
	const caching = response.cache_control;
	push(lines, caching !== null ? join(caching, split(security_headers_lines, "no-store")) : security_headers_lines);
	for (let header in response.headers) {
		const line = header[0] + ": " + header[1];
		if (is_safe(line)) {
			push(lines, line);
		}
	}
	push(lines, "");
	push(lines, response.body);
	return join("\r\n", lines);
};
