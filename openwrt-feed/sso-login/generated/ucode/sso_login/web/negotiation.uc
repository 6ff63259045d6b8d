'use strict';
// Generated from src/sso_login/web/negotiation.ts by "make ucode"; do not edit.

/** What a browser prefers: the headers Accept and Accept-Language (RFC 9110 sections 12.5.1, 12.5.4). Pure functions. */

import { array_find, array_includes, array_some, char_at, lower, starts_with, substring } from 'sso_login.ecma';
import { parse_integer, before } from 'sso_login.base.strings';

/** Bytes that are looked at; web servers take as many of a header line. */
const max_header = 4096;

/** A weight in thousandths (RFC 9110 section 12.4.2); 0 for what is none. */
function weight_of(text) {
	const digits = substring(text, 2);
	const is_weight = length(digits) <= 3 && (length(text) == 1 || char_at(text, 1) === ".");
	const padded = parse_integer(substring((digits + "000"), 0, 3));
	if (!is_weight || padded === null) {
		return 0;
	}
	if (starts_with(text, "1")) {
		return 1000;
	}
	return starts_with(text, "0") ? padded : 0;
}

/** The text without blanks. */
function packed(text) {
	return join("", split(join("", split(text, " ")), "\t"));
}

/** The elements of a header in their order. */
function elements_of(header) {
	const found = [];
	for (let element in split(lower(packed(substring(header, 0, max_header))), ",")) {
		const parts = split(element, ";");
		const given = array_find(slice(parts, 1), (part) => starts_with(part, "q="));
		push(found, { name: parts[0] ?? "", weight: given !== null ? weight_of(substring(given, 2)) : 1000 });
	}
	return found;
}

/** Whether `text/html` itself is in Accept, with a weight above 0: what takes anything is a program mostly. */
export function accepts_html(accept) {
	return array_some(elements_of(accept), (element) => element.name === "text/html" && element.weight > 0);
};

/** The one of these languages that Accept-Language likes best, by the primary tag; the first one where it names none of them. */
export function language_of(accept_language, offered) {
	let best = { name: offered[0] ?? "", weight: 0 };
	for (let element in elements_of(accept_language)) {
		const name = before(element.name, "-");
		if (element.weight > best.weight && array_includes(offered, name)) {
			best = { name, weight: element.weight };
		}
	}
	return best.name;
};
