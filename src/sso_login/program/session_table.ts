/** Sessions as the command line lists them. */
import * as clock from "io/clock";
import * as console from "io/console";
import * as log from "../base/log";
import type { SsoSession } from "../session/session";

/** Bytes of a column: what a provider says about a user is escaped and cut as in the log. */
const max_column = 200;

interface Row {
  who: string;
  role: string;
  since: string;
  until: string;
}

const header: Row = { who: "WHO", role: "ROLE", since: "SINCE", until: "UNTIL" };

function row_of(entry: SsoSession): Row {
  return {
    who: log.escape_value(entry.email !== "" ? entry.email : entry.sub, max_column),
    role: log.escape_value(entry.role, max_column),
    since: entry.since !== undefined ? clock.format_time(entry.since) : "unknown",
    until: clock.format_time(entry.until),
  };
}

/** A text with blanks behind it, two more than the longest of its column has. */
function cell(text: string, column: string[]): string {
  let filled = text;
  while (column.some((other) => other.length + 2 > filled.length)) {
    filled = filled + " ";
  }
  return filled;
}

/** Prints a line for each session, in columns. */
export function print(entries: SsoSession[]): void {
  const rows = [header].concat(entries.map((entry) => row_of(entry)));
  const who = rows.map((row) => row.who);
  const role = rows.map((row) => row.role);
  const since = rows.map((row) => row.since);
  for (const row of rows) {
    console.print(cell(row.who, who) + cell(row.role, role) + cell(row.since, since) + row.until);
  }
}
