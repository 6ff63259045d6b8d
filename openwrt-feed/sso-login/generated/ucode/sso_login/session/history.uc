'use strict';
// Generated from src/sso_login/session/history.ts by "make ucode"; do not edit.

/** The last logins and refusals, as far back as the router's log goes. */

import { array_every, floor, is_number, key_of } from 'sso_login.ecma';
import { list, is_array, is_object } from 'sso_login.io.json';
import { parse } from 'sso_login.base.log_line';
import { package_name } from 'sso_login.base.names';
import * as shown from 'sso_login.base.shown';
import { has_control, parse_integer, sorted_keys, before } from 'sso_login.base.strings';
import * as values from 'sso_login.base.values';

/** Lines of all programs that the log is asked for, as LuCI's own page asks. */
const max_lines = 1000;
/** Entries that are told, and bytes of their texts. */
const max_entries = 30;
const max_text = 400;

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
	return shown.shown_text(text, max_text);
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
