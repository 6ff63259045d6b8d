'use strict';
// Generated from src/sso_login/jose/foreign_json.ts by "make ucode"; do not edit.

/**
 * JSON of providers. A text that no rule reads must not fail a login: parts that a runtime cannot represent are replaced by values that
 * no rule accepts, and the text is read again. Half a surrogate pair (RFC 8259 section 8.2) becomes NUL, which no name may hold; an
 * array or object below the depth that can be read becomes null, which is absence; a number that is too large becomes false.
 */

import { char_at, lower, starts_with, substring } from 'sso_login.ecma';
import { decode, decode_object as json_decode_object } from 'sso_login.io.json';
import { before, consists_of } from 'sso_login.base.strings';

/** Levels that both runtimes read. */
const max_depth = 31;

/** Bytes of an escape, `\\uXXXX`. */
const escape_length = 6;

/** Kind of the escape at a place: the first or the second half of a surrogate pair, or another. */
function half_at(text, at) {
	const digits = lower(substring(text, at + 2, at + escape_length));
	if (substring(text, at, at + 2) !== "\\u" || length(digits) != 4 || char_at(digits, 0) !== "d") {
		return "none";
	}
	const kind = char_at(digits, 1);
	if ((index("89ab", kind) >= 0)) {
		return "first";
	}
	return (index("cdef", kind) >= 0) ? "second" : "none";
}

/** Length of the number at a place, in bytes. */
function number_length(text, at) {
	let length_ = 0;
	while (at + length_ < length(text) && (index("0123456789+-.eE", char_at(text, at + length_)) >= 0)) {
		length_ += 1;
	}
	return length_;
}

/** Whether a number is one (RFC 8259 section 6) that is too large for this machine. */
function is_too_large(number) {
	const mantissa = before(lower(number), "e");
	const exponent = substr(number, length(mantissa) + 1);
	const digits = starts_with(exponent, "+") ? substr(exponent, 1) : exponent;
	const is_number_ = digits !== "" && consists_of(digits, "digits");
	return is_number_ && decode("[" + mantissa + "]").ok && !decode("[" + number + "]").ok;
}

/** The text with what cannot be represented replaced. Says nothing about whether it is JSON. */
export function repair(text) {
	const parts = [];
	let kept = 0;
	let depth = 0;
	let in_string = false;
	let at = 0;
	while (at < length(text)) {
		const char = char_at(text, at);
		let length_ = 1;
		if (char === "\\") {
			const half = half_at(text, at);
			const is_pair = half === "first" && half_at(text, at + escape_length) === "second";
			length_ = is_pair ? 2 * escape_length : 2;
			if (half !== "none" && !is_pair && depth <= max_depth) {
				push(parts, substring(text, kept, at) + "\\u0000");
				kept = at + escape_length;
			}
		} else if (char === '"') {
			in_string = !in_string;
		} else if (!in_string && (index("-0123456789", char) >= 0)) {
			length_ = number_length(text, at);
			if (depth <= max_depth && is_too_large(substring(text, at, at + length_))) {
				push(parts, substring(text, kept, at) + "false");
				kept = at + length_;
			}
		} else if (!in_string && (char === "[" || char === "{")) {
			depth += 1;
			if (depth == max_depth + 1) {
				push(parts, substring(text, kept, at) + "null");
			}
		} else if (!in_string && (char === "]" || char === "}")) {
			if (depth == max_depth + 1) {
				kept = at + 1;
			}
			depth -= 1;
		}
		at += length_;
	}
	// Without its end a text that is too deep stays what it is, no JSON.
	return depth > max_depth ? text : join("", parts) + substring(text, kept);
};

/** Decodes a JSON text whose value is an object. */
export function decode_object(text) {
	const decoded = json_decode_object(text);
	return decoded.ok ? decoded : json_decode_object(repair(text));
};
