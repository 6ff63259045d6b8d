'use strict';
// Generated from src/sso_login/program/session_table.ts by "make ucode"; do not edit.

/** Sessions as the command line lists them. */

import { array_concat, array_some } from 'sso_login.ecma';
import { format_time } from 'sso_login.io.clock';
import * as console from 'sso_login.io.console';
import { escape_value } from 'sso_login.base.log';

/** Bytes of a column: what a provider says about a user is escaped and cut as in the log. */
const max_column = 200;

function row_of(entry, lifetime) {
	const latest = lifetime !== null ? (entry.since ?? 0) + lifetime : null;
	return {
		who: escape_value(entry.email !== "" ? entry.email : entry.sub, max_column),
		role: escape_value(entry.role, max_column),
		since: entry.since !== null ? format_time(entry.since) : "unknown",
		until: format_time(min(entry.until, latest ?? entry.until)),
		latest: latest !== null ? format_time(latest) : "",
	};
}

/** A text with blanks behind it, two more than the longest of its column has. */
function cell(text, column) {
	let filled = text;
	while (array_some(column, (other) => length(other) + 2 > length(filled))) {
		filled = filled + " ";
	}
	return filled;
}

/**
 * Prints a line for each session, in columns: who, since and until when, and when at the latest where it may last
 * `lifetime` seconds.
 */
export function print(entries, lifetime) {
	const header = { who: "WHO", role: "ROLE", since: "SINCE", until: "UNTIL", latest: "LATEST" };
	const rows = array_concat([header], map(entries, (entry) => row_of(entry, lifetime)));
	const who = map(rows, (row) => row.who);
	const role = map(rows, (row) => row.role);
	const since = map(rows, (row) => row.since);
	const ends = map(rows, (row) => row.until);
	for (let row in rows) {
		const last = lifetime !== null ? cell(row.until, ends) + row.latest : row.until;
		console.print(cell(row.who, who) + cell(row.role, role) + cell(row.since, since) + last);
	}
};
