'use strict';
// Generated from src/sso_login/web/negotiation.ts by "make ucode"; do not edit.

/**
 * The preferences of a browser: the headers Accept and Accept-Language (RFC 9110 sections 12.5.1, 12.5.4), and the words of the language
 * that it prefers. A process makes one page at most, and loads the words of no other language.
 */

import { array_find, array_some, char_at, load_module, lower, starts_with, substring } from 'sso_login.ecma';
import { parse_integer, before } from 'sso_login.base.strings';

/** The first is that of a browser that names none of them. */
const offered = ["en", "de", "fr"];

/** Bytes that are looked at; web servers take as many of a header line. */
const max_header = 4096;

/** A weight in thousandths (RFC 9110 section 12.4.2); 0 for a text that is no weight. */
function weight_of(text) {
	const digits = substr(text, 2);
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

/** The elements of a header in their order. */
function elements_of(header) {
	const found = [];
	// Blanks may be around each of these signs.
	const packed = join("", split(join("", split(substring(header, 0, max_header), " ")), "\t"));
	for (let element in split(lower(packed), ",")) {
		const parts = split(element, ";");
		const given = array_find(slice(parts, 1), (part) => starts_with(part, "q="));
		push(found, { name: parts[0] ?? "", weight: given !== null ? weight_of(substr(given, 2)) : 1000 });
	}
	return found;
}

/** Whether `text/html` itself is in Accept, with a weight above 0: a client that takes anything is mostly a program. */
export function accepts_html(accept) {
	return array_some(elements_of(accept), (element) => element.name === "text/html" && element.weight > 0);
};

/** The offered language that Accept-Language likes best, by the primary tag; the first one where it names none of them. */
function language_of(accept_language) {
	let best = { name: offered[0] ?? "", weight: 0 };
	for (let element in elements_of(accept_language)) {
		const name = before(element.name, "-");
		if (element.weight > best.weight && (index(offered, name) >= 0)) {
			best = { name, weight: element.weight };
		}
	}
	return best.name;
}

/** The language and words for a header Accept-Language. */
export function choose_language(accept_language) {
	const language = language_of(accept_language);
	if (language === "de") {
		return { language, words: load_module('sso_login.web.generated.words_de').words };
	}
	if (language === "fr") {
		return { language, words: load_module('sso_login.web.generated.words_fr').words };
	}
	return { language, words: load_module('sso_login.web.words').words };
};
