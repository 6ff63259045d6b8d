'use strict';
// Generated from src/sso_login/program/session_table.ts by "make ucode"; do not edit.

/** Sessions as the command line lists them. */

import { array_concat, array_some } from 'sso_login.ecma';
import * as clock from 'sso_login.io.clock';
import * as console from 'sso_login.io.console';
import * as log from 'sso_login.base.log';

/** Bytes of a column: what a provider says about a user is escaped and cut as in the log. */
const max_column = 200;

const header = { who: "WHO", role: "ROLE", since: "SINCE", until: "UNTIL" };

function row_of(entry) {
	return {
		who: log.escape_value(entry.email !== "" ? entry.email : entry.sub, max_column),
		role: log.escape_value(entry.role, max_column),
		since: entry.since !== null ? clock.format_time(entry.since) : "unknown",
		until: clock.format_time(entry.until),
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

/** Prints a line for each session, in columns. */
export function print(entries) {
	const rows = array_concat([header], map(entries, (entry) => row_of(entry)));
	const who = map(rows, (row) => row.who);
	const role = map(rows, (row) => row.role);
	const since = map(rows, (row) => row.since);
	for (let row in rows) {
		console.print(cell(row.who, who) + cell(row.role, role) + cell(row.since, since) + row.until);
	}
};
