'use strict';
// Generated from src/sso_login/settings/certificates.ts by "make ucode"; do not edit.

/** Certificates: PEM texts (RFC 7468), and fields of the DER. Pure functions. */

import { char_code_at, substring } from 'sso_login.ecma';
import { base64url_decode, hex_encode } from 'sso_login.io.bytes';
import { before, consists_of, add_missing } from 'sso_login.base.strings';

/** Bytes of a text of certificates: ten large ones, which fit into one call of ubus over the web. */
export const max_bytes = 49152;

/** Bytes of the largest file of certificates. */
export const max_file = 1048576;

/** Characters of a line (RFC 7468 section 2). */
const line_length = 64;

const begin_line = "-----BEGIN CERTIFICATE-----";
const end_line = "-----END CERTIFICATE-----";

function remove_all(text, characters) {
	let rest = text;
	for (let character in characters) {
		rest = join("", split(rest, character));
	}
	return rest;
}

const sequence_tag = 48;
const version_tag = 160;
const host_tag = 130;
const address_tag = 135;
const utc_time_tag = 23;
const generalized_time_tag = 24;

/** The element at a place; undefined where none fits before `limit`. */
function element_at(der, at, limit) {
	let from = at + 2;
	let length_ = char_code_at(der, at + 1);
	if (length_ > 127) {
		const digits = length_ - 128;
		if (digits > 2) {
			return null;
		}
		length_ = 0;
		for (let i = 0; i < digits; i++) {
			length_ = length_ * 256 + char_code_at(der, from + i);
		}
		from = from + digits;
	}
	// Beyond the text there are no codes, so no length fits.
	return from + length_ <= limit ? { tag: char_code_at(der, at), from, to: from + length_ } : null;
}

/** The element so many elements after a place. */
function nth_element(der, start, limit, count) {
	let element = element_at(der, start, limit);
	for (let i = 0; i < count && element !== null; i++) {
		element = element_at(der, element.to, limit);
	}
	return element;
}

/** The DER of a Base64 text; undefined unless it is one whole sequence of the size of a certificate. */
function read_der(base64) {
	const url_safe = join("_", split(join("-", split(remove_all(base64, ["="]), "+")), "/"));
	const der = base64url_decode(url_safe) ?? "";
	const whole = element_at(der, 0, length(der));
	const is_whole = whole !== null && whole.tag == sequence_tag && whole.to == length(der);
	return is_whole && char_code_at(der, 1) == 130 && length(der) > 4 ? der : null;
}

/** The bytes before the values of extensions: the object identifiers of basicConstraints and subjectAltName (RFC 5280 section 4.2.1). */
const extension = chr(6) + chr(3) + "U" + chr(29);
const constraints = extension + chr(19);
const alternative_names = extension + chr(17);

/** Whether a certificate says that it is an authority's: the flag cA of basicConstraints, after a sequence. */
export function is_authority(der) {
	const at = index(der, constraints);
	const value = at >= 0 ? substring(der, at + length(constraints)) : "";
	const start = char_code_at(value, 0) == 1 ? 3 : 0;
	const is_sequence = char_code_at(value, start + 2) == sequence_tag;
	return is_sequence && char_code_at(value, start + 4) == 1 && char_code_at(value, start + 6) == 255;
};

/** The kind of the certificates in a PEM text: `authority` where one is an authority's. */
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

/** The PEM text of one certificate in Base64. */
export function encode(base64) {
	const lines = [begin_line];
	for (let at = 0; at < length(base64); at += line_length) {
		push(lines, substring(base64, at, at + line_length));
	}
	return join("\n", [...lines, ...[end_line, ""]]);
};

/** The certificates of a text, in order, or the rule that it breaks. */
export function read_certificates(text) {
	if ((index(text, "PRIVATE KEY-----") >= 0)) {
		return { problem: { id: "no_private_key" } };
	}
	if (length(text) > max_bytes) {
		return { problem: { id: "short", params: { max: `${max_bytes}` } } };
	}
	const found = [];
	for (let part in slice(split(text, begin_line), 1)) {
		const base64 = remove_all(before(part, end_line), ["\r", "\n", " ", "\t"]);
		if (!(index(part, end_line) >= 0) || read_der(base64) === null) {
			return { problem: { id: "certificate" } };
		}
		push(found, encode(base64));
	}
	return length(found) > 0 ? { pem: join("", found) } : { problem: { id: "certificate" } };
};

/** The field `validity` of a certificate (RFC 5280 section 4.1.2.5). */
function validity_of(der) {
	const certificate = element_at(der, 0, length(der));
	const body = certificate !== null ? element_at(der, certificate.from, certificate.to) : null;
	const first = body !== null ? element_at(der, body.from, body.to) : null;
	if (body === null || first === null) {
		return null;
	}
	// Version, which the first version lacks; serial number, algorithm, issuer.
	return nth_element(der, body.from, body.to, first.tag == version_tag ? 4 : 3);
}

/** The first or the last day of a certificate, by the place of the field in `validity`, `2026-01-31 UTC`; undefined where it cannot be read. */
function day_at(der, place) {
	const validity = validity_of(der);
	const time = validity !== null ? nth_element(der, validity.from, validity.to, place) : null;
	if (time === null || (time.tag != utc_time_tag && time.tag != generalized_time_tag)) {
		return null;
	}
	const text = substring(der, time.from, time.to);
	const century = text < "50" ? "20" : "19";
	const date = substring((time.tag == utc_time_tag ? century + text : text), 0, 8);
	const is_date = length(date) == 8 && consists_of(date, "digits");
	return is_date ? join("-", [substring(date, 0, 4), substring(date, 4, 6), substr(date, 6)]) + " UTC" : null;
}

/** The first day of a certificate as people write it. */
export function first_day(der) {
	return day_at(der, 0);
};

export function last_day(der) {
	return day_at(der, 1);
};

/** An address of 4 or 16 bytes as people write it; "" for anything else. */
function address_of(octets) {
	const is_v4 = length(octets) == 4;
	const parts = [];
	for (let at = 0; at < length(octets); at += is_v4 ? 1 : 2) {
		push(parts, is_v4 ? `${char_code_at(octets, at)}` : hex_encode(substring(octets, at, at + 2)));
	}
	return is_v4 || length(octets) == 16 ? join(is_v4 ? "." : ":", parts) : "";
}

/** The hosts and addresses that a certificate is for: the extension subjectAltName (RFC 5280 section 4.2.1.6), after a flag that may be there. */
function names_of(der) {
	const names = [];
	const at = index(der, alternative_names);
	const start = at + length(alternative_names);
	const value = at >= 0 ? element_at(der, start + (char_code_at(der, start) == 1 ? 3 : 0), length(der)) : null;
	const list = value !== null ? element_at(der, value.from, value.to) : null;
	let next = list !== null ? element_at(der, list.from, list.to) : null;
	while (list !== null && next !== null) {
		const value_of = substring(der, next.from, next.to);
		const address = next.tag == address_tag ? address_of(value_of) : "";
		add_missing(
			names,
			filter([next.tag == host_tag ? value_of : address], (name) => name !== "")
		);
		next = next.to < list.to ? element_at(der, next.to, list.to) : null;
	}
	return names;
}

/** The hosts and addresses that a certificate is for, or its subject where it names none: for people. */
export function shown_names(peer) {
	const names = join(", ", names_of(peer.der));
	return names !== "" ? names : peer.subject;
};
