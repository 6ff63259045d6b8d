'use strict';
// Generated from src/sso_login/settings/ca.ts by "make ucode"; do not edit.

/** The certificate authority of a provider as an administrator hands it over (RFC 7468). Pure functions. */

import { array_concat, char_code_at, includes, index_of, substring } from 'sso_login.ecma';
import { base64url_decode } from 'sso_login.base.encoding';
import { before } from 'sso_login.base.strings';

/** Bytes of certificates that are kept: ten large ones, and what fits into one call of ubus over the web. */
export const max_bytes = 49152;

/** Characters of a line (RFC 7468 section 2). */
const line_length = 64;

const begin_line = "-----BEGIN CERTIFICATE-----";
const end_line = "-----END CERTIFICATE-----";

/** The text without any of these characters. */
function remove_all(text, characters) {
	let rest = text;
	for (let character in characters) {
		rest = join("", split(rest, character));
	}
	return rest;
}

/** The DER in Base64, where it is one whole sequence of a size that certificates have (ITU-T X.690 section 8.1); else undefined. */
function read_der(base64) {
	const url_safe = join("_", split(join("-", split(remove_all(base64, ["="]), "+")), "/"));
	const der = base64url_decode(url_safe) ?? "";
	const has_length = length(der) > 4 && char_code_at(der, 0) == 48 && char_code_at(der, 1) == 130;
	return has_length && char_code_at(der, 2) * 256 + char_code_at(der, 3) + 4 == length(der) ? der : null;
}

/** The bytes before the value of the extension basicConstraints: its object identifier (RFC 5280 section 4.2.1.9). */
const constraints = chr(6) + chr(3) + "U" + chr(29) + chr(19);

/** Bytes within which that value says that the certificate is an authority's: `critical`, lengths, and the flag itself. */
const max_constraints = 12;

/** Whether a certificate says that it is an authority's: the flag cA of basicConstraints, after a sequence. */
export function is_authority(der) {
	const at = index_of(der, constraints);
	const value = at >= 0 ? substring(der, at + length(constraints), at + length(constraints) + max_constraints) : "";
	const start = char_code_at(value, 0) == 1 ? 3 : 0;
	const is_flagged = length(value) > start + 6 && char_code_at(value, start + 2) == 48;
	return is_flagged && char_code_at(value, start + 4) == 1 && char_code_at(value, start + 6) == 255;
};

/** What of certificates in PEM form a text has: an authority's, or none but servers', or none at all. */
export function kind_of(text) {
	let kind = "none";
	for (let part in slice(split(text, "CERTIFICATE-----"), 1)) {
		const der = read_der(remove_all(before(part, "-----END"), ["\r", "\n", " ", "\t"]));
		if (der !== null && is_authority(der)) {
			return "authority";
		}
		kind = der !== null ? "server" : kind;
	}
	return kind;
};

/** One certificate in lines, of its Base64. */
export function encode(base64) {
	const lines = [begin_line];
	for (let at = 0; at < length(base64); at += line_length) {
		push(lines, substring(base64, at, at + line_length));
	}
	return join("\n", array_concat(lines, [end_line, ""]));
};

/** The certificates in a text, without anything around them. */
export function read_certificates(text) {
	if (includes(text, "PRIVATE KEY-----")) {
		return { problem: { id: "no_private_key" } };
	}
	if (length(text) > max_bytes) {
		return { problem: { id: "short", params: { max: `${max_bytes}` } } };
	}
	const found = [];
	for (let part in slice(split(text, begin_line), 1)) {
		const base64 = remove_all(before(part, end_line), ["\r", "\n", " ", "\t"]);
		if (!includes(part, end_line) || read_der(base64) === null) {
			return { problem: { id: "certificate" } };
		}
		push(found, encode(base64));
	}
	return length(found) > 0 ? { pem: join("", found) } : { problem: { id: "certificate" } };
};
