// Byte strings by what the runtime itself searches and encodes with: a loop over their bytes costs many times as much.
// The counterpart of src/lua/io/bytes.ts, which says what the functions give and what the sets are of. ltrim() wants all members of a set.

import { load_crypto, panic } from 'sso_login.io.native';

const digits = "0123456789";
const small = "abcdefghijklmnopqrstuvwxyz";
/** Usual characters come first: ltrim() looks at the members in their order. */
const letters = small + "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const unreserved = letters + digits + "_-.~";
const url = letters + "/.:-" + digits + "!$%&'()*+,;=?@[]_~";
/** Bytes that are encoded at a time. */
const block = 256;
const visible = url + "\"#<>\\^`{|}";

const sets = {
	blank: " \t\r\n",
	bare: unreserved + ":/@+,",
	digits,
	hex: digits + "abcdef",
	host: letters + digits + "._:[]-",
	lower: small + "_",
	name: small + digits + "_",
	path: unreserved + "/",
	printable: visible + " ",
	uci_name: letters + digits + "_",
	unreserved,
	url,
	visible,
};

export function outside(text, set, from) {
	return length(text) - length(ltrim(substr(text, from), sets[set]));
};

export function integer_of(digits) {
	return int(digits);
};

export function sorted(texts) {
	return sort(texts);
};

export function hex_encode(bytes) {
	return hexenc(bytes);
};

/** The same of a short text: each byte that is encoded copies the rest. */
function percent_encode_part(text) {
	let out = "";
	let rest = ltrim(text, unreserved);
	while (rest !== "") {
		out += substr(text, 0, length(text) - length(rest)) + sprintf("%%%02X", ord(rest));
		text = substr(rest, 1);
		rest = ltrim(text, unreserved);
	}
	return out + text;
}

export function percent_encode(text) {
	const parts = [];
	for (let from = 0; from < length(text); from += block) {
		push(parts, percent_encode_part(substr(text, from, block)));
	}
	return join("", parts);
};

export function base64url_encode(bytes) {
	return load_crypto().base64url_encode(bytes) ?? panic("too long for Base64URL");
};

export function base64url_decode(text) {
	return load_crypto().base64url_decode(text);
};
