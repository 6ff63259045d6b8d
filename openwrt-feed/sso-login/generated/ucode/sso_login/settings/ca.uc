'use strict';
// Generated from src/sso_login/settings/ca.ts by "make ucode"; do not edit.

/** The certificate authority of a provider as an administrator hands it over (RFC 7468). Pure functions. */

import { array_concat, char_code_at, includes, substring } from 'sso_login.ecma';
import { base64url_decode } from 'sso_login.base.encoding';
import { before } from 'sso_login.base.strings';

/** Bytes of certificates that are kept: ten large ones, and what fits into one call of ubus over the web. */
export const max_bytes = 49152;

/** Characters of a line (RFC 7468 section 2). */
const line_length = 64;

const begin = "-----BEGIN CERTIFICATE-----";
const ending = "-----END CERTIFICATE-----";

/** The text without any of these characters. */
function without(text, characters) {
	let left = text;
	for (let character in characters) {
		left = join("", split(left, character));
	}
	return left;
}

/** Whether Base64 is one whole DER sequence of a size that certificates have (ITU-T X.690 section 8.1). */
function is_sequence(base64) {
	const url_safe = join("_", split(join("-", split(without(base64, ["="]), "+")), "/"));
	const der = base64url_decode(url_safe) ?? "";
	const has_length = length(der) > 4 && char_code_at(der, 0) == 48 && char_code_at(der, 1) == 130;
	return has_length && char_code_at(der, 2) * 256 + char_code_at(der, 3) + 4 == length(der);
}

/** One certificate in lines. */
function encode(base64) {
	const lines = [begin];
	for (let at = 0; at < length(base64); at += line_length) {
		push(lines, substring(base64, at, at + line_length));
	}
	return join("\n", array_concat(lines, [ending, ""]));
}

/** The certificates in a text; whatever stands around them is left out. */
export function read_certificates(text) {
	if (includes(text, "PRIVATE KEY-----")) {
		return { problem: { id: "no_private_key" } };
	}
	if (length(text) > max_bytes) {
		return { problem: { id: "short", params: { max: `${max_bytes}` } } };
	}
	const found = [];
	for (let part in slice(split(text, begin), 1)) {
		const base64 = without(before(part, ending), ["\r", "\n", " ", "\t"]);
		if (!includes(part, ending) || !is_sequence(base64)) {
			return { problem: { id: "certificate" } };
		}
		push(found, encode(base64));
	}
	return length(found) > 0 ? { pem: join("", found) } : { problem: { id: "certificate" } };
};
