'use strict';
// Generated from src/sso_login/base/log.ts by "make ucode"; do not edit.

/** Log lines: `CODE key=value …`, one an event, in which no input can look like anything but a value. */

import { array_concat, has_members, key_of, substring } from 'sso_login.ecma';
import { printable_at } from 'sso_login.base.encoding';
import { consists_of, sorted_keys } from 'sso_login.base.strings';

/** Values longer than this are cut; a URL fits, a document does not. */
const max_value_length = 400;

function escape_character(text, at) {
	const char = printable_at(text, at);
	return char === '"' || char === "\\" ? "\\" + char : char;
}

/** A value as it stands in a line: bare when it is plain, else quoted with `\"`, `\\` and `\xNN`. Cut at `limit` bytes. */
export function escape_value(text, limit) {
	const cut = substring(text, 0, limit);
	if (cut !== "" && consists_of(cut, "bare")) {
		return cut;
	}
	const out = [];
	for (let i = 0; i < length(cut); i++) {
		push(out, escape_character(cut, i));
	}
	return '"' + join("", out) + '"';
};

/** The pairs of an error's details, in the order of their names; texts.in_words gives the words of messages. */
export function detail_pairs(details) {
	if (details === null) {
		return [];
	}
	if (type(details) == "string") {
		return [["reason", details]];
	}
	const list = [];
	for (let name in sorted_keys(details)) {
		push(list, [name, details[key_of(name)]]);
	}
	return list;
};

/** `key=value` for each pair that has a value; of a message, its id. */
function format_pairs(pairs) {
	const out = [];
	for (let pair in pairs) {
		const fact = pair[1];
		if (fact !== null) {
			push(out, pair[0] + "=" + escape_value(has_members(fact) ? fact.id : `${fact}`, max_value_length));
		}
	}
	return out;
}

/** An error's details on one line. */
export function format_details(details) {
	return join(" ", format_pairs(detail_pairs(details)));
};

/** One line: the code and its pairs. */
export function format(code, pairs) {
	return join(" ", array_concat([code], format_pairs(pairs)));
};

/** Writes one line to the system log. */
export function event(io, level, code, pairs) {
	io.log(level, format(code, pairs));
};
