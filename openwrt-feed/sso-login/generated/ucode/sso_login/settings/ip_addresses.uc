'use strict';
// Generated from src/sso_login/settings/ip_addresses.ts by "make ucode"; do not edit.

/** Network addresses as hexadecimal digits, one form for each address. Pure functions. */

import { char_at, floor, lower, starts_with, substring } from 'sso_login.ecma';
import { hex_encode } from 'sso_login.io.bytes';
import { parse_integer, consists_of, before } from 'sso_login.base.strings';

function ipv4(text) {
	const parts = split(text, ".");
	let digits = "";
	for (let part in parts) {
		const byte = length(part) <= 3 ? parse_integer(part) : null;
		if (byte === null || byte > 255) {
			return null;
		}
		digits = digits + hex_encode(chr(byte));
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
	const is_whole = length(halves) == 2 ? left_out >= 4 : left_out == 0;
	if (!is_whole) {
		return null;
	}
	const digits = head + substring("00000000000000000000000000000000", 0, left_out) + tail;
	return starts_with(digits, "00000000000000000000ffff") ? substr(digits, 24) : digits;
};

/**
 * A range in CIDR notation (RFC 4632), or an address as a range of its own: the addresses that begin with the first `bits` of `digits`;
 * undefined for anything else.
 */
export function to_range(text) {
	const digits = to_hex(before(text, "/"));
	if (digits === null) {
		return null;
	}
	const all = length(digits) * 4;
	if (!(index(text, "/") >= 0)) {
		return { digits, bits: all };
	}
	const given = parse_integer(substring(text, index(text, "/") + 1)) ?? -1;
	// A mapped IPv4 address counts from the first bit of the IPv6 address.
	const bits = (index(text, ":") >= 0) && all == 32 ? given - 96 : given;
	return bits >= 0 && bits <= all ? { digits, bits } : null;
};

/** Whether an address, as `to_hex` gives it, is in a range. */
export function is_in_range(address, text) {
	const range = to_range(text);
	if (range === null || length(range.digits) != length(address)) {
		return false;
	}
	const whole = floor(1.0 * range.bits / 4);
	const step = [16, 8, 4, 2][range.bits % 4] ?? 16;
	// The digit that the range ends in, with the bits beyond the range left out.
	const last_of = (digits) => floor(1.0 * index("0123456789abcdef", char_at(digits, whole)) / step);
	const is_alike = starts_with(address, substring(range.digits, 0, whole));
	return is_alike && last_of(address) == last_of(range.digits);
};
