'use strict';
// Generated from src/sso_login/check/validity.ts by "make ucode"; do not edit.

/** How long a certificate counts (RFC 5280 section 4.1.2.5). Pure functions. */

import { char_code_at, substring } from 'sso_login.ecma';
import { parse_integer } from 'sso_login.base.strings';

const version_tag = 160;
const utc_time_tag = 23;
const generalized_time_tag = 24;

/** The element at a place; undefined where none fits before `limit`. */
function element_at(der, at, limit) {
	if (at + 2 > limit) {
		return null;
	}
	let from = at + 2;
	let length_ = char_code_at(der, at + 1);
	if (length_ > 127) {
		const digits = length_ - 128;
		if (digits > 2 || from + digits > limit) {
			return null;
		}
		length_ = 0;
		for (let i = 0; i < digits; i++) {
			length_ = length_ * 256 + char_code_at(der, from + i);
		}
		from = from + digits;
	}
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

/** The field `validity` of a certificate. */
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

/** The day on which a certificate ends, in UTC: the number 20260131. Undefined where it is not to be found. */
export function last_day(der) {
	const validity = validity_of(der);
	const time = validity !== null ? nth_element(der, validity.from, validity.to, 1) : null;
	if (time === null || (time.tag != utc_time_tag && time.tag != generalized_time_tag)) {
		return null;
	}
	const text = substring(der, time.from, time.to);
	const century = text < "50" ? "20" : "19";
	const date = substring((time.tag == utc_time_tag ? century + text : text), 0, 8);
	return length(date) == 8 ? parse_integer(date) : null;
};
