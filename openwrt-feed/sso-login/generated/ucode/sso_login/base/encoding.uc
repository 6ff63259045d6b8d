'use strict';
// Generated from src/sso_login/base/encoding.ts by "make ucode"; do not edit.

/**
 * Text encodings over byte strings: Base64 (RFC 4648), percent-encoding (RFC 3986) and the form encoding
 * (application/x-www-form-urlencoded). A string is a sequence of bytes, of any character set.
 */

import { char_at, char_code_at, lower, substring, text_slice } from 'sso_login.ecma';
import { base64url_encode, hex_encode, percent_encode } from 'sso_login.io.bytes';
import { before } from 'sso_login.base.strings';

const hex_digits = "0123456789abcdef";

/** Base64 with padding (RFC 4648 section 4), for HTTP Basic authentication. */
export function base64_encode(text) {
	const encoded = join("/", split(join("+", split(base64url_encode(text), "-")), "_"));
	return encoded + substring("==", 0, (4 - (length(encoded) % 4)) % 4);
};

/** The byte at a place as printable ASCII: itself, or `\xNN`. */
export function printable_at(text, at) {
	const code = char_code_at(text, at);
	const char = char_at(text, at);
	return code < 32 || code > 126 ? "\\x" + hex_encode(char) : char;
};

/** The byte that two hexadecimal digits write, or undefined. */
export function hex_byte(digits) {
	const high = index(hex_digits, lower(char_at(digits, 0)));
	const low = index(hex_digits, lower(char_at(digits, 1)));
	return length(digits) == 2 && high >= 0 && low >= 0 ? chr(high * 16 + low) : null;
};

/** Decodes one name or value of a query or form: `+` is a space; undefined when a `%` has no two digits after it. */
export function form_decode(text) {
	const spaced = join(" ", split(text, "+"));
	const out = [before(spaced, "%")];
	for (let part in slice(split(spaced, "%"), 1)) {
		const byte = hex_byte(substring(part, 0, 2));
		if (byte === null) {
			return null;
		}
		push(out, byte + text_slice(part, 2));
	}
	return join("", out);
};

/** `name=value&…` in the order given, with percent-encoded values; names must need no encoding. */
export function form_encode(pairs) {
	return join("&", map(pairs, (pair) => pair[0] + "=" + percent_encode(pair[1])));
};
