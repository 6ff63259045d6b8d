'use strict';
// Generated from src/sso_login/program/session_table.ts by "make ucode"; do not edit.

/** Sessions as the command line lists them. */

import { array_concat } from 'sso_login.ecma';
import * as clock from 'sso_login.io.clock';
import * as console from 'sso_login.io.console';
import * as log from 'sso_login.base.log';

/** Bytes of a column: what a provider says about a user is escaped and cut as in the log. */
const max_column = 200;

function describe_session(entry, lifetime) {
	const since = entry.since !== null ? clock.format_time(entry.since) : "unknown";
	const who = entry.email !== "" ? entry.email : entry.sub;
	const row = [log.escape_value(who, max_column), log.escape_value(entry.role, max_column), since];
	if (lifetime === null) {
		return array_concat(row, [clock.format_time(entry.until)]);
	}
	const latest = (entry.since ?? 0) + lifetime;
	return array_concat(row, [clock.format_time(min(entry.until, latest)), clock.format_time(latest)]);
}

/** Prints rows in columns, each but the last as wide as its longest member. */
function print_table(rows) {
	const widths = {};
	for (let row in rows) {
		for (let i = 0; i < length(row); i++) {
			widths[`${i}`] = max(widths[`${i}`] ?? 0, length((row[i] ?? "")));
		}
	}
	for (let row in rows) {
		let line = "";
		let place = 0;
		for (let i = 0; i < length(row); i++) {
			while (length(line) < place) {
				line = line + " ";
			}
			line = line + (row[i] ?? "");
			place = place + (widths[`${i}`] ?? 0) + 2;
		}
		console.print(line);
	}
}

/** Prints a line for each session: who, since and until when, and when at the latest where it may last `lifetime` seconds. */
export function print(entries, lifetime) {
	const head = array_concat(["WHO", "ROLE", "SINCE", "UNTIL"], lifetime !== null ? ["LATEST"] : []);
	print_table(array_concat([head], map(entries, (entry) => describe_session(entry, lifetime))));
};
