'use strict';
// Generated from src/sso_login/program/commands/sessions.ts by "make ucode"; do not edit.

/** `sso-login sessions`: prints live sessions in columns. */

import { array_some } from 'sso_login.ecma';
import { format_time } from 'sso_login.io.clock';
import { print as console_print } from 'sso_login.io.console';
import { escape_value } from 'sso_login.base.log';
import { latest_end, role_names } from 'sso_login.rpcd.sessions';

/** Bytes of a column; a provider's texts are escaped and cut as in the log. */
const max_column = 200;
/** Bytes of role names, which come from the configuration. */
const max_roles = 2000;

const columns = ["who", "via", "role", "since", "until", "latest"];
const header = { who: "WHO", via: "VIA", role: "ROLE", since: "SINCE", until: "UNTIL", latest: "LATEST" };

function row_of(entry, lifetime) {
	const latest = latest_end(entry, lifetime);
	return {
		who: escape_value(entry.email !== "" ? entry.email : entry.sub, max_column),
		via: entry.client !== "" ? escape_value(entry.client, max_column) : "login",
		role: escape_value(role_names(entry), max_roles),
		since: entry.since !== null ? format_time(entry.since) : "unknown",
		until: format_time(min(entry.until, latest ?? entry.until)),
		latest: latest !== null ? format_time(latest) : "",
	};
}

function row_of_local(entry) {
	return {
		who: escape_value(entry.username, max_column),
		via: "password",
		role: entry.is_at_luci ? "(password)" : "(password, /ubus)",
		since: "unknown",
		until: format_time(entry.until),
		latest: "",
	};
}

/** A text filled with blanks to two more than the longest of its column. */
function cell(text, column) {
	let filled = text;
	while (array_some(column, (other) => length(other) + 2 > length(filled))) {
		filled = filled + " ";
	}
	return filled;
}

/**
 * Prints a line for each session. The column VIA appears where a program has a session, LATEST where sessions may last only
 * `lifetime` seconds.
 */
export function print(entries, lifetime, by_password) {
	const rows = [...[header], ...map(entries, (entry) => row_of(entry, lifetime)), ...map(by_password, (entry) => row_of_local(entry))];
	const has_programs = array_some(entries, (entry) => entry.client !== "");
	const shown = filter(columns, (column) => (column !== "via" || has_programs) && (column !== "latest" || lifetime !== null));
	const last = shown[length(shown) - 1];
	for (let row in rows) {
		const cells = map(shown, (column) => {
			const texts = column !== last ? map(rows, (other) => other[column]) : [];
			return cell(row[column], texts);
		});
		console_print(join("", cells));
	}
};
