'use strict';
// Generated from src/sso_login/base/addresses.ts by "make ucode"; do not edit.

/** Network addresses as hexadecimal digits, one form for each address. Pure functions. */

import { lower, starts_with, substring } from 'sso_login.ecma';
import { hex_encode as bytes_hex_encode } from 'sso_login.io.bytes';
import { parse_integer, consists_of, before } from 'sso_login.base.strings';

function ipv4(text) {
	const parts = split(text, ".");
	let digits = "";
	for (let part in parts) {
		const byte = length(part) <= 3 ? parse_integer(part) : null;
		if (byte === null || byte > 255) {
			return null;
		}
		digits = digits + bytes_hex_encode(chr(byte));
	}
	return length(parts) == 4 ? digits : null;
}

/** The digits of one half of an IPv6 address; it may end with an IPv4 address. */
function ipv6_part(text) {
	let digits = "";
	const parts = text !== "" ? split(text, ":") : [];
	for (let i = 0; i < length(parts); i++) {
		const part = parts[i] ?? "";
		const is_group = part !== "" && length(part) <= 4 && consists_of(part, "hex");
		const found = is_group ? substr(("0000" + part), length(part)) : i == length(parts) - 1 ? ipv4(part) : null;
		if (found === null) {
			return null;
		}
		digits = digits + found;
	}
	return digits;
}

/**
 * The digits of an address: 8 of IPv4, also when it is mapped into an IPv6 address (RFC 4291 section 2.5.5.2), and 32 of IPv6;
 * undefined for anything else.
 */
export function to_hex(address) {
	const text = lower(address);
	if (!(index(text, ":") >= 0)) {
		return ipv4(text);
	}
	const halves = split(text, "::");
	const head = ipv6_part(before(text, "::"));
	const tail = ipv6_part(halves[1] ?? "");
	if (head === null || tail === null || length(halves) > 2) {
		return null;
	}
	const left_out = 32 - length(head) - length(tail);
	if (length(halves) == 2 ? left_out < 4 : left_out != 0) {
		return null;
	}
	const digits = head + substring("00000000000000000000000000000000", 0, left_out) + tail;
	return starts_with(digits, "00000000000000000000ffff") ? substr(digits, 24) : digits;
};
