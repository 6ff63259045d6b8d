'use strict';
// Generated from src/sso_login/web/responses.ts by "make ucode"; do not edit.

/** A 302 to `location`. */
export function redirect(location, headers) {
	const first = [["Location", location]];
	return { status: 302, headers: [...first, ...headers], body: "" };
};

export function html_page(status, headers, body) {
	return { status, content_type: "text/html; charset=utf-8", headers, body };
};
