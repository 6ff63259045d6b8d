'use strict';
// Generated from src/sso_login/base/log.ts by "make ucode"; do not edit.

/** Log lines: `CODE key=value …`, one an event, in which no input can look like anything but a value. */

import { has_members, key_of, substring } from 'sso_login.ecma';
import { printable_at } from 'sso_login.base.encoding';
import { consists_of, sorted_keys } from 'sso_login.base.strings';

/** A URL fits, a document does not; and the router's log daemon takes no line over 1024 bytes. */
const limits = { line: 1000, value: 400 };
/** Of a line that any client can cause. */
export const unproven_limits = { line: 512, value: 200 };

function escape_character(text, at) {
	const char = printable_at(text, at);
	return char === '"' || char === "\\" ? "\\" + char : char;
}

/** A value as a log line has it: bare when it is plain, else quoted with `\"`, `\\` and `\xNN`. At most `limit` bytes, quotes not counted. */
export function escape_value(text, limit) {
	const cut = substring(text, 0, limit);
	if (cut !== "" && consists_of(cut, "bare")) {
		return cut;
	}
	let out = "";
	for (let i = 0; i < length(cut); i++) {
		const escaped = escape_character(cut, i);
		if (length(out) + length(escaped) > limit) {
			break;
		}
		out += escaped;
	}
	return '"' + out + '"';
};

/** The pairs of an error's details, in the order of their names. Messages are ids here; `log_texts.details_in_english` has the words. */
export function detail_pairs(sealed) {
	const details = sealed;
	if (details === null) {
		return [];
	}
	if (type(details) == "string") {
		return [["reason", details]];
	}
	return map(sorted_keys(details), (name) => [name, details[key_of(name)]]);
};

/** `key=value` for each pair that has a value; of a message, its id. */
function format_pairs(pairs, max_value) {
	const out = [];
	for (let pair in pairs) {
		const fact = pair[1];
		if (fact !== null) {
			push(out, pair[0] + "=" + escape_value(has_members(fact) ? fact.id : `${fact}`, max_value));
		}
	}
	return out;
}

export function format_details(details) {
	return join(" ", format_pairs(detail_pairs(details), limits.value));
};

/** One line: the code and those of its pairs that fit. */
export function format(code, pairs, within) {
	const bounds = within ?? limits;
	let line = code;
	for (let pair in format_pairs(pairs, bounds.value)) {
		if (length(line) + 1 + length(pair) <= bounds.line) {
			line += " " + pair;
		}
	}
	return line;
};

export function event(io, level, code, pairs, within) {
	io.log(level, format(code, pairs, within));
};
