'use strict';
// Generated from src/ucode/io/bytes.uc by "make ucode"; do not edit.

// Byte strings by what the runtime itself searches and encodes with: a loop over their bytes costs many times as much.
// Stands where Lua has src/lua/io/bytes.ts, which says what the sets are of. ltrim() wants all members of a set.

const digits = "0123456789";
const small = "abcdefghijklmnopqrstuvwxyz";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + small;

const unreserved = letters + digits + "_-.~";
const url = letters + digits + "!$%&'()*+,-./:;=?@[]_~";
const visible = url + "\"#<>\\^`{|}";

const sets = {
	bare: unreserved + ":/@+,",
	base64url: letters + digits + "_-",
	digits,
	hex: digits + "abcdef",
	lower: small + "_",
	path: unreserved + "/",
	printable: visible + " ",
	unreserved,
	url,
	visible,
};

/** The first place at or after `from` whose byte is none of a set; the length of the text where there is none. */
export function outside(text, set, from) {
	const rest = substr(text, from);
	return from + length(rest) - length(ltrim(rest, sets[set]));
};

/** The value of decimal digits, at most nine. */
export function integer_of(digits) {
	return int(digits);
};

/** Lowercase hexadecimal, two characters a byte. */
export function hex_encode(bytes) {
	return hexenc(bytes);
};

/** Base64URL without padding (RFC 4648 section 5). */
export function base64url_encode(bytes) {
	return join("_", split(join("-", split(rtrim(b64enc(bytes), "="), "+")), "/"));
};

/** The bytes of a text that base64url_encode may have made. */
export function base64url_decode(text) {
	const padding = ["", "", "==", "="][length(text) % 4];
	return b64dec(join("/", split(join("+", split(text, "-")), "_")) + padding);
};
