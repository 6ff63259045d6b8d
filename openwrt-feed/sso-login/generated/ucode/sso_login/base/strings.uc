'use strict';
// Generated from src/sso_login/base/strings.ts by "make ucode"; do not edit.

/** Helpers for byte strings, lists of them, and records keyed by them. */

import { char_code_at } from 'sso_login.ecma';
import { outside, integer_of, sorted } from 'sso_login.io.bytes';

/** Whether a control character (below 32, or 127) is in the text. */
export function has_control(text) {
	for (let i = outside(text, "printable", 0); i < length(text); i++) {
		const code = char_code_at(text, i);
		if (code < 32 || code == 127) {
			return true;
		}
	}
	return false;
};

/** Whether every byte of `text` is one of `set`; true for the empty text. */
export function consists_of(text, set) {
	return outside(text, set, 0) == length(text);
};

/** Whether every byte is visible ASCII: no control character, no space, nothing above 126. */
export function is_visible_ascii(text) {
	return consists_of(text, "visible");
};

/** A whole number of one to nine decimal digits without sign, or undefined. */
export function parse_integer(digits) {
	const is_one = digits !== "" && length(digits) <= 9 && consists_of(digits, "digits");
	return is_one ? integer_of(digits) : null;
};

/** The parts of a text between single separators, without the empty ones. */
export function split_words(text, separator) {
	return filter(split(text, separator), (part) => part !== "");
};

/** The text before the first `separator`, or all of it. */
export function before(text, separator) {
	return split(text, separator)[0] ?? "";
};

/** The keys of a record in byte order; Lua's tables have no order. */
export function sorted_keys(record) {
	return sorted(keys(record)); // eslint-disable-line subset/key-order -- sorted at once
};

export function add_missing(list, items) {
	for (let item in items) {
		if (!(index(list, item) >= 0)) {
			push(list, item);
		}
	}
};

/** The words of an option that is a list, or one text. */
export function words_of(option) {
	const value = option ?? "";
	return split_words(type(value) == "string" ? value : join(" ", value), " ");
};
