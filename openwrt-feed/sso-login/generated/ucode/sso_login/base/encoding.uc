'use strict';
// Generated from src/sso_login/base/encoding.ts by "make ucode"; do not edit.

/**
 * Text encodings over byte strings: Base64 and Base64URL (RFC 4648), hexadecimal, percent-encoding (RFC 3986) and the
 * form encoding (application/x-www-form-urlencoded). A string is a row of bytes; nothing here knows of UTF-8.
 */

import { char_at, char_code_at, floor, includes, index_of, lower } from 'sso_login.ecma';

const base64_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const base64url_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const unreserved = base64url_alphabet + ".~";
const hex_alphabet = "0123456789abcdef";
const percent_alphabet = "0123456789ABCDEF";

/** Encodes three bytes as four characters; a shorter last group gives two or three. */
function encode_groups(alphabet, bytes, padding) {
	const out = [];
	for (let i = 0; i < length(bytes); i += 3) {
		const left = length(bytes) - i;
		const first = char_code_at(bytes, i);
		const second = left > 1 ? char_code_at(bytes, i + 1) : 0;
		const third = left > 2 ? char_code_at(bytes, i + 2) : 0;
		push(out, char_at(alphabet, floor(1.0 * first / 4)));
		push(out, char_at(alphabet, (first % 4) * 16 + floor(1.0 * second / 16)));
		push(out, left > 1 ? char_at(alphabet, (second % 16) * 4 + floor(1.0 * third / 64)) : padding);
		push(out, left > 2 ? char_at(alphabet, third % 64) : padding);
	}
	return join("", out);
}

/** Base64 with padding (RFC 4648 section 4), for HTTP Basic authentication. */
export function base64_encode(bytes) {
	return encode_groups(base64_alphabet, bytes, "=");
};

/** Base64URL without padding (RFC 4648 section 5, RFC 7515 section 2). */
export function base64url_encode(bytes) {
	return encode_groups(base64url_alphabet, bytes, "");
};

/**
 * The bytes of an unpadded Base64URL text, or undefined when it is not the one canonical encoding of any bytes:
 * another alphabet, padding, a length of 4n+1, or bits left over that are not zero.
 */
export function base64url_decode(text) {
	if (length(text) % 4 == 1) {
		return null;
	}
	const out = [];
	let buffer = 0;
	let unit = 1;
	for (let i = 0; i < length(text); i++) {
		const value = index_of(base64url_alphabet, char_at(text, i));
		if (value < 0) {
			return null;
		}
		// `buffer` holds less than a byte, `unit` is 2 to the power of its bits.
		buffer = buffer * 64 + value;
		unit = unit * 64;
		if (unit >= 256) {
			unit = 1.0 * unit / 256;
			const byte = floor(1.0 * buffer / unit);
			push(out, chr(byte));
			buffer = buffer - byte * unit;
		}
	}
	return buffer == 0 ? join("", out) : null;
};

/** The two lowercase hexadecimal digits of a byte. */
function hex_byte(code) {
	return char_at(hex_alphabet, floor(1.0 * code / 16)) + char_at(hex_alphabet, code % 16);
}

/** Lowercase hexadecimal, two characters a byte. */
export function hex_encode(bytes) {
	const out = [];
	for (let i = 0; i < length(bytes); i++) {
		push(out, hex_byte(char_code_at(bytes, i)));
	}
	return join("", out);
};

/** The byte at a place as printable ASCII: itself, or `\xNN`. */
export function printable_at(text, at) {
	const code = char_code_at(text, at);
	return code < 32 || code > 126 ? "\\x" + hex_byte(code) : char_at(text, at);
};

/** Percent-encodes all but the unreserved characters of RFC 3986 section 2.3; right for queries and for forms. */
export function percent_encode(text) {
	const out = [];
	for (let i = 0; i < length(text); i++) {
		const char = char_at(text, i);
		if (includes(unreserved, char)) {
			push(out, char);
		} else {
			const code = char_code_at(text, i);
			push(out, "%" + char_at(percent_alphabet, floor(1.0 * code / 16)) + char_at(percent_alphabet, code % 16));
		}
	}
	return join("", out);
};

/** The value of a hexadecimal digit, or -1. */
function hex_value(digit) {
	return index_of(hex_alphabet, lower(digit));
}

/** Decodes one name or value of a query or form: `+` is a space; undefined when a `%` has no two digits after it. */
export function form_decode(text) {
	if (!includes(text, "%") && !includes(text, "+")) {
		return text;
	}
	const out = [];
	let i = 0;
	while (i < length(text)) {
		const char = char_at(text, i);
		if (char === "%") {
			if (i + 2 >= length(text)) {
				return null;
			}
			const high = hex_value(char_at(text, i + 1));
			const low = hex_value(char_at(text, i + 2));
			if (high < 0 || low < 0) {
				return null;
			}
			push(out, chr(high * 16 + low));
			i = i + 3;
		} else {
			push(out, char === "+" ? " " : char);
			i = i + 1;
		}
	}
	return join("", out);
};

/** `name=value&…`, both sides percent-encoded, in the order given. */
export function form_encode(pairs) {
	const out = [];
	for (let pair in pairs) {
		push(out, percent_encode(pair[0]) + "=" + percent_encode(pair[1]));
	}
	return join("&", out);
};
