'use strict';
// Generated from src/sso_login/base/urls.ts by "make ucode"; do not edit.

/** URLs (RFC 3986), as far as the service needs them; it never resolves or normalises one. */

import { ends_with, index_of, lower, starts_with, substring } from 'sso_login.ecma';
import { parse_integer, consists_of, before } from 'sso_login.base.strings';

/** Longest URL taken from a configuration or a provider, in bytes. */
const max_url_length = 2048;

/** Bytes of an address to send the browser to: uhttpd stalls on longer header lines. */
export const max_location_length = 3900;

const scheme = "https://";

function is_port(port) {
	const value = length(port) <= 5 ? parse_integer(port) : null;
	return value !== null && value >= 1 && value <= 65535;
}

/** The host of an authority (`host`, `host:port`, `[v6]:port`) in lower case, or undefined when it is not one. */
function host_of(authority) {
	const is_literal = starts_with(authority, "[");
	const bracket = index(authority, "]");
	if (is_literal !== bracket >= 0) {
		return null;
	}
	const colon = index_of(authority, ":", max(bracket, 0));
	let host = authority;
	if (colon >= 0) {
		host = substring(authority, 0, colon);
		if (!is_port(substring(authority, colon + 1))) {
			return null;
		}
	}
	if (host === "" || (is_literal && bracket != length(host) - 1)) {
		return null;
	}
	return lower(host);
}

/**
 * Parses an `https` URL; undefined for another scheme, and for one with spaces, control or non-ASCII characters,
 * backslashes, quotes, angle brackets, user information, a fragment, a bad port or more than 2048 bytes.
 */
export function parse_https(url) {
	if (length(url) > max_url_length || !starts_with(lower(url), scheme) || !consists_of(url, "url")) {
		return null;
	}
	const rest = substr(url, length(scheme));
	const authority = before(before(rest, "/"), "?");
	const host = (index(authority, "@") >= 0) ? null : host_of(authority);
	if (host === null) {
		return null;
	}
	const target = substr(rest, length(authority));
	const path = before(target, "?");
	const query = length(path) < length(target) ? substr(target, length(path) + 1) : null;
	return { origin: scheme + authority, host, path, query };
};

export function with_origin(url, origin) {
	return origin + url.path + (url.query !== null ? "?" + url.query : "");
};

/** Whether two addresses have one origin, as it is written. */
export function same_origin(one, other) {
	const url = parse_https(one);
	const second = parse_https(other);
	return url !== null && second !== null && url.origin === second.origin;
};

/** Adds an encoded query to a URL, keeping the one it has (RFC 6749 section 3.1). */
export function add_query(url, query) {
	if (!(index(url, "?") >= 0)) {
		return url + "?" + query;
	}
	return ends_with(url, "?") || ends_with(url, "&") ? url + query : url + "&" + query;
};

/** Host and port as a browser's Host header has them: in lower case, and without the port of HTTPS. */
export function host_header(url) {
	const authority = lower(substr(url.origin, length(scheme)));
	return ends_with(authority, ":443") ? substring(authority, 0, length(authority) - 4) : authority;
};
