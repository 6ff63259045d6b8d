'use strict';
// Generated from src/sso_login/answers/login_history.ts by "make ucode"; do not edit.

/** The last logins, ends of sessions, refusals and changes, read from the router's log. */

import { array_every, array_find, char_at, floor, index_of, is_number, key_of, substring } from 'sso_login.ecma';
import { list, is_array, is_object } from 'sso_login.io.json';
import { hex_byte } from 'sso_login.base.encoding';
import { package_name } from 'sso_login.base.public_names';
import { shown_text as shown_shown_text } from 'sso_login.login.shown';
import { before, has_control, parse_integer, sorted_keys } from 'sso_login.base.strings';
import { text_of as json_values_text_of } from 'sso_login.base.json_values';
import { errors as errors_errors } from 'sso_login.web.errors';
import { of_refusal } from 'sso_login.answers.refusal_findings';

/** Lines of all programs to read, as on LuCI's own page. */
const max_lines = 1000;
/** Most entries, and bytes of their texts. */
const max_entries = 30;
const max_text = 400;

/** Bytes of an escaped value from which on it may have been cut: the limit of base/log less the longest escape. */
const max_whole = 396;

/** The text of an escape at a place, and its length; undefined where base/log writes no such escape. */
function read_escape(line, at) {
	const next = char_at(line, at + 1);
	if (next === '"' || next === "\\") {
		return { text: next, length: 2 };
	}
	const byte = next === "x" ? hex_byte(substring(line, at + 2, at + 4)) : null;
	return byte !== null ? { text: byte, length: 4 } : null;
}

/** A value at a place, and the place after it; undefined where a quote is not closed. */
function read_value(line, at) {
	if (char_at(line, at) !== '"') {
		const text = before(substring(line, at), " ");
		return { value: { text, is_whole: length(text) < max_whole }, next: at + length(text) };
	}
	const parts = [];
	let place = at + 1;
	while (place < length(line) && char_at(line, place) !== '"') {
		const escape = char_at(line, place) === "\\" ? read_escape(line, place) : null;
		push(parts, escape !== null ? escape.text : char_at(line, place));
		place = place + (escape !== null ? escape.length : 1);
	}
	const value = { text: join("", parts), is_whole: place - at - 1 < max_whole };
	return char_at(line, place) === '"' ? { value, next: place + 1 } : null;
}

/** Parses a line of base/log as far as it has the form `CODE key=value …`; the first value of a key counts. */
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

/** Keys with members of their own. */
const identities = ["email", "sub", "email_id", "sub_id", "user", "by", "by_id"];

/** Codes whose `by` is no user but a cause. */
const causes = ["LOGOUT", "PASSWORD_LOGIN"];

const placed = [...identities, ...[
	"email_unverified",
	"remote",
	"role",
	"reference",
	"session",
	"packages",
	"options",
	"administrator",
	"administrator_id",
]];

/** Most names in the log's list of groups, and bytes of one. */
const max_named = 5;
const max_name = 64;

function text_of(line, key) {
	const value = line.values[key_of(key)];
	return value !== null ? value.text : "";
}

/** A value that is whole and has no control characters. */
function usable(line, key) {
	const value = line.values[key_of(key)];
	const is_usable = value !== null && value.is_whole && value.text !== "" && !has_control(value.text);
	return is_usable ? value.text : null;
}

/** The groups of a refused user, where none can have a comma or be cut. */
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

function first_of(line, keys_) {
	return array_find(map(keys_, (key) => text_of(line, key)), (text) => text !== "") ?? "";
}

/** The keys of a line that have no member of their own. */
function other_keys(line) {
	return filter(sorted_keys(line.values), (key) => !(index(placed, key) >= 0));
}

/** The finding about a refusal; undefined where the line tells of none. */
function finding_of(line) {
	const facts = {};
	for (let key in other_keys(line)) {
		const text = shown_text(text_of(line, key));
		facts[key_of(key)] = key === "http_status" ? parse_integer(text) : text;
	}
	const code = errors_errors[key_of(line.code)] !== null ? line.code : null;
	return of_refusal({ code, facts })[0];
}

function to_entry(line, seconds) {
	const is_refused = line.code === "USER_NOT_AUTHORIZED";
	const is_caused = (index(causes, line.code) >= 0);
	const options = text_of(line, "options");
	return {
		time: seconds,
		code: line.code,
		who: shown_text(first_of(line, is_caused ? filter(identities, (key) => key !== "by") : identities)),
		unverified: usable(line, "email_unverified"),
		from: shown_text(text_of(line, "remote")),
		reference: shown_text(first_of(line, ["reference", "session"])),
		role: shown_text(text_of(line, "role")),
		by: is_caused ? usable(line, "by") : null,
		actor: usable(line, "administrator") ?? usable(line, "administrator_id"),
		packages: usable(line, "packages"),
		options: options !== "" ? shown_text(options) : null,
		why: shown_text(
			join(", ", map(other_keys(line), (key) => key + "=" + text_of(line, key)))
		),
		provider: usable(line, "provider"),
		email: is_refused ? usable(line, "email") : null,
		sub: is_refused ? usable(line, "sub") : null,
		groups: is_refused ? groups_of(line) : null,
	};
}

/** The line of this service in an entry of the log; undefined for all others. The tag may have a process id. */
function own_line(message) {
	const tag = before(message, ": ");
	const name = before(tag, "[");
	return name === package_name && length(tag) < length(message)
		? substr(message, length(tag) + 2)
		: null;
}

/** The last entries with codes of `is_told`, the newest first; undefined where the ubus object `log` does not answer. */
export function read(io, is_told) {
	const reply = io.ubus_call("log", "read", { lines: max_lines, stream: false, oneshot: true });
	const lines = reply.ok && reply.data !== null ? reply.data.log : null;
	if (!is_array(lines)) {
		return null;
	}
	const entries = [];
	// By session and user: the line of a test login has the session of who tests.
	const unverified = {};
	const login_of = (entry) => entry.reference + " " + entry.who;
	for (let at = length(lines) - 1; at >= 0; at--) {
		const item = lines[at];
		const kept = is_object(item) ? item : {};
		// The time is in milliseconds.
		const text = own_line(json_values_text_of(kept.msg));
		const line = text !== null ? parse(text) : null;
		if (line !== null && is_number(kept.time)) {
			const entry = to_entry(line, floor(1.0 * kept.time / 1000));
			unverified[key_of(login_of(entry))] = unverified[key_of(login_of(entry))] ?? entry.unverified;
			if (is_told(line.code) && length(entries) < max_entries) {
				entry.finding = finding_of(line);
				push(entries, entry);
			}
		}
	}
	for (let entry in entries) {
		entry.unverified = unverified[key_of(login_of(entry))];
	}
	return entries;
};
