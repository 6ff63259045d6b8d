'use strict';
// Generated from src/sso_login/base/log_line.ts by "make ucode"; do not edit.

/** Reads the log lines that base/log writes. */

import { char_at, index_of, key_of, substring } from 'sso_login.ecma';
import { hex_byte } from 'sso_login.base.encoding';
import { before } from 'sso_login.base.strings';

/** Bytes of an escaped value from which on it may have been cut: the limit of a full line less the longest escape. */
const max_whole = 396;

/** What an escape at a place stands for, and how many bytes it has; undefined where it is none of ours. */
function read_escape(line, at) {
	const next = char_at(line, at + 1);
	if (next === '"' || next === "\\") {
		return { text: next, length: 2 };
	}
	const byte = next === "x" ? hex_byte(substring(line, at + 2, at + 4)) : null;
	return byte !== null ? { text: byte, length: 4 } : null;
}

/** A quoted value that begins at a place, and where it ends; undefined where the quote is not closed. */
function read_quoted(line, at) {
	const parts = [];
	let place = at + 1;
	while (place < length(line) && char_at(line, place) !== '"') {
		const escape = char_at(line, place) === "\\" ? read_escape(line, place) : null;
		push(parts, escape !== null ? escape.text : char_at(line, place));
		place = place + (escape !== null ? escape.length : 1);
	}
	return place < length(line)
		? { value: { text: join("", parts), is_whole: place - at - 1 < max_whole }, next: place + 1 }
		: null;
}

/** A value that begins at a place, and where it ends. */
function read_value(line, at) {
	if (char_at(line, at) === '"') {
		return read_quoted(line, at);
	}
	const text = before(substring(line, at), " ");
	return { value: { text, is_whole: length(text) < max_whole }, next: at + length(text) };
}

/** A line taken apart, as far as it has the form `CODE key=value …`; of a key that is there twice the first value counts. */
export function parse(line) {
	const code = before(line, " ");
	const found = { code, values: {} };
	let at = length(code);
	while (at < length(line)) {
		const equals = index_of(line, "=", at);
		const read = equals >= 0 ? read_value(line, equals + 1) : null;
		if (read === null) {
			return found;
		}
		const key = substring(line, at + 1, equals);
		found.values[key_of(key)] = found.values[key_of(key)] ?? read.value;
		at = read.next;
	}
	return found;
};
