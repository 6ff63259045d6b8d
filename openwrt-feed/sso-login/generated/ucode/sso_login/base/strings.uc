'use strict';
// Generated from src/sso_login/base/strings.ts by "make ucode"; do not edit.

/** Small questions about byte strings, and about records keyed by them, that several modules ask. */

import { char_at, char_code_at, includes } from 'sso_login.ecma';

/** Whether a control character (below 32, or 127) is in the text. */
export function has_control(text) {
	for (let i = 0; i < length(text); i++) {
		const code = char_code_at(text, i);
		if (code < 32 || code == 127) {
			return true;
		}
	}
	return false;
};

/** Whether every byte is visible ASCII: no control character, no space, nothing above 126. */
export function is_visible_ascii(text) {
	for (let i = 0; i < length(text); i++) {
		const code = char_code_at(text, i);
		if (code < 33 || code > 126) {
			return false;
		}
	}
	return true;
};

/** Whether every byte of `text` is one of `allowed`; true for the empty text. */
export function consists_of(text, allowed) {
	for (let i = 0; i < length(text); i++) {
		if (!includes(allowed, char_at(text, i))) {
			return false;
		}
	}
	return true;
};

/** A whole number of one to nine decimal digits without sign, or undefined. */
export function parse_integer(digits) {
	if (length(digits) == 0 || length(digits) > 9) {
		return null;
	}
	let value = 0;
	for (let i = 0; i < length(digits); i++) {
		const digit = char_code_at(digits, i) - 48;
		if (digit < 0 || digit > 9) {
			return null;
		}
		value = value * 10 + digit;
	}
	return value;
};

/** The parts of a text between single separators, without the empty ones. */
export function split_words(text, separator) {
	const words = [];
	for (let part in split(text, separator)) {
		if (part !== "") {
			push(words, part);
		}
	}
	return words;
};

/** What stands before the first `separator`, or the whole text. */
export function before(text, separator) {
	return split(text, separator)[0] ?? "";
};

/** The keys of a record in byte order: a table has none of its own. */
export function sorted_keys(record) {
	return sort(keys(record), (a, b) => (a < b ? -1 : 1));
};
