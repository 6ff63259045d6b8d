'use strict';
// Generated from src/sso_login/base/history.ts by "make ucode"; do not edit.

/** The last logins and refusals, as far back as the router's log goes. */

import { array_every, char_at, floor, index_of, is_number, key_of, substring } from 'sso_login.ecma';
import { list, is_array, is_object } from 'sso_login.io.json';
import { hex_byte } from 'sso_login.base.encoding';
import { package_name } from 'sso_login.base.names';
import { shown_text as shown_shown_text } from 'sso_login.base.shown';
import { before, has_control, parse_integer, sorted_keys } from 'sso_login.base.strings';
import * as values from 'sso_login.base.values';

/** Lines of all programs that the log is asked for, as LuCI's own page asks. */
const max_lines = 1000;
/** Entries that are told, and bytes of their texts. */
const max_entries = 30;
const max_text = 400;

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
	return place >= length(line)
		? null
		: { value: { text: join("", parts), is_whole: place - at - 1 < max_whole }, next: place + 1 };
}

/** A value that begins at a place, and where it ends. */
function read_value(line, at) {
	if (char_at(line, at) === '"') {
		return read_quoted(line, at);
	}
	const text = before(substring(line, at), " ");
	return { value: { text, is_whole: length(text) < max_whole }, next: at + length(text) };
}

/** A line of base/log taken apart, as far as it has the form `CODE key=value …`; of a key that is there twice the first value counts. */
export function parse(line) {
	const code = before(line, " ");
	const found = { code, values: {} };
	let at = length(code);
	while (at < length(line)) {
		const equals = index_of(line, "=", at);
		const taken = equals >= 0 ? read_value(line, equals + 1) : null;
		if (taken === null) {
			return found;
		}
		const key = substring(line, at + 1, equals);
		found.values[key_of(key)] = found.values[key_of(key)] ?? taken.value;
		at = taken.next;
	}
	return found;
};

/** Keys that have a place of their own. */
const placed = ["remote", "email", "email_id", "email_unverified", "sub", "sub_id", "role", "reference", "session"];

/** Names of the log's group list, and bytes of one. */
const max_named = 5;
const max_name = 64;

function text_of(line, key) {
	const value = line.values[key_of(key)];
	return value !== null ? value.text : "";
}

/** A value that can be used as it is: whole, and without control characters. */
function usable(line, key) {
	const value = line.values[key_of(key)];
	const is_usable = value !== null && value.is_whole && value.text !== "" && !has_control(value.text);
	return is_usable ? value.text : null;
}

/** The groups of a refused user, where the log's list names them beyond doubt: none has a comma, and none is cut. */
function groups_of(line) {
	const listed = usable(line, "first_groups");
	const count = parse_integer(text_of(line, "groups"));
	if (listed === null || count === null) {
		return null;
	}
	const groups = split(listed, ",");
	const are_exact = array_every(groups, (group) => group !== "" && length(group) < max_name);
	return are_exact && length(groups) == min(count, max_named) ? list(groups) : null;
}

function shown_text(text) {
	return shown_shown_text(text, max_text);
}

function who_of(line) {
	for (let key in ["email", "email_unverified", "sub", "email_id", "sub_id"]) {
		if (text_of(line, key) !== "") {
			return text_of(line, key);
		}
	}
	return "";
}

function why_of(line) {
	const rest = filter(sorted_keys(line.values), (key) => !(index(placed, key) >= 0));
	return join(", ", map(rest, (key) => key + "=" + text_of(line, key)));
}

function to_entry(line, seconds) {
	const is_refused = line.code === "USER_NOT_AUTHORIZED";
	const reference = text_of(line, "reference");
	return {
		time: seconds,
		code: line.code,
		who: shown_text(who_of(line)),
		from: shown_text(text_of(line, "remote")),
		reference: shown_text(reference !== "" ? reference : text_of(line, "session")),
		role: shown_text(text_of(line, "role")),
		why: shown_text(why_of(line)),
		provider: usable(line, "provider"),
		email: is_refused ? usable(line, "email") : null,
		sub: is_refused ? usable(line, "sub") : null,
		groups: is_refused ? groups_of(line) : null,
	};
}

/** The line of this service in an entry of the log; undefined for all others. The tag may have the number of the process. */
function own_line(message) {
	const tag = before(message, ": ");
	const name = before(tag, "[");
	return name === package_name && length(tag) < length(message) ? substr(message, length(tag) + 2) : null;
}

/**
 * The last entries whose codes `is_told` wants, the newest first; undefined where the log cannot be read (ubus object `log`, method
 * `read`, whose time is in milliseconds).
 */
export function read(io, is_told) {
	const reply = io.ubus_call("log", "read", { lines: max_lines, stream: false, oneshot: true });
	const lines = reply.ok && reply.data !== null ? reply.data.log : null;
	if (!is_array(lines)) {
		return null;
	}
	const entries = [];
	for (let at = length(lines) - 1; at >= 0 && length(entries) < max_entries; at--) {
		const item = lines[at];
		const kept = is_object(item) ? item : {};
		const text = own_line(values.text_of(kept.msg));
		const line = text !== null ? parse(text) : null;
		if (line !== null && is_told(line.code) && is_number(kept.time)) {
			push(entries, to_entry(line, floor(1.0 * kept.time / 1000)));
		}
	}
	return entries;
};
