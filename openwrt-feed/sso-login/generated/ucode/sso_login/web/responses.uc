'use strict';
// Generated from src/sso_login/web/responses.ts by "make ucode"; do not edit.

/** A 302 to `location`. */
export function redirect(location, headers) {
	const first = [["Location", location]];
	return { status: 302, headers: [...first, ...headers], body: "" };
};

/** A page of HTML. */
export function html_page(status, headers, body) {
	return { status, content_type: "text/html; charset=utf-8", headers, body };
};

/** One Set-Cookie header (RFC 6265). */
export function set_cookie(name, value, attributes) {
	const age = attributes.max_age;
	const max_age = age !== null ? `; Max-Age=${age}` : "";
	const path = "; Path=" + attributes.path;
	return ["Set-Cookie", name + "=" + value + path + max_age + "; HttpOnly; Secure; SameSite=" + attributes.same_site];
};

/** A cookie that a login needs on its way, from the provider's site too, for `max_age` seconds; 0 clears it. */
export function set_lax_cookie(name, value, max_age) {
	return set_cookie(name, value, { path: "/", same_site: "Lax", max_age });
};
