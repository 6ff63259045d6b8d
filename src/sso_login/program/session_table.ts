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
  /** Empty where sessions may last for ever. */
  latest: string;
}

function row_of(entry: SsoSession, lifetime: number | undefined): Row {
  const latest = lifetime !== undefined ? (entry.since ?? 0) + lifetime : undefined;
  return {
    who: log.escape_value(entry.email !== "" ? entry.email : entry.sub, max_column),
    role: log.escape_value(entry.role, max_column),
    since: entry.since !== undefined ? clock.format_time(entry.since) : "unknown",
    until: clock.format_time(Math.min(entry.until, latest ?? entry.until)),
    latest: latest !== undefined ? clock.format_time(latest) : "",
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

/**
 * Prints a line for each session, in columns: who, since and until when, and when at the latest where it may last
 * `lifetime` seconds.
 */
export function print(entries: SsoSession[], lifetime: number | undefined): void {
  const header: Row = { who: "WHO", role: "ROLE", since: "SINCE", until: "UNTIL", latest: "LATEST" };
  const rows = [header].concat(entries.map((entry) => row_of(entry, lifetime)));
  const who = rows.map((row) => row.who);
  const role = rows.map((row) => row.role);
  const since = rows.map((row) => row.since);
  const ends = rows.map((row) => row.until);
  for (const row of rows) {
    const last = lifetime !== undefined ? cell(row.until, ends) + row.latest : row.until;
    console.print(cell(row.who, who) + cell(row.role, role) + cell(row.since, since) + last);
  }
}
