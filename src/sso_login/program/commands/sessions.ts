/** Sessions as the command line lists them. */
import * as clock from "io/clock";
import * as console from "io/console";
import * as log from "../../base/log";
import * as sessions from "../../rpcd/sessions";
import type { PasswordSession } from "../../passwords/transitions";
import type { SsoSession } from "../../rpcd/sessions";

/** Bytes of a column: what a provider says about a user is escaped and cut as in the log. */
const max_column = 200;
/** The same of role names, which the configuration has. */
const max_roles = 2000;

interface Row {
  who: string;
  /** The client whose token opened it, or that it was a login. */
  via: string;
  role: string;
  since: string;
  until: string;
  /** Empty where sessions may last for ever. */
  latest: string;
}

const columns: (keyof Row)[] = ["who", "via", "role", "since", "until", "latest"];
const header: Row = { who: "WHO", via: "VIA", role: "ROLE", since: "SINCE", until: "UNTIL", latest: "LATEST" };

function row_of(entry: SsoSession, lifetime: number | undefined): Row {
  const latest = sessions.latest_end(entry, lifetime);
  return {
    who: log.escape_value(entry.email !== "" ? entry.email : entry.sub, max_column),
    via: entry.client !== "" ? log.escape_value(entry.client, max_column) : "login",
    role: log.escape_value(sessions.role_names(entry), max_roles),
    since: entry.since !== undefined ? clock.format_time(entry.since) : "unknown",
    until: clock.format_time(Math.min(entry.until, latest ?? entry.until)),
    latest: latest !== undefined ? clock.format_time(latest) : "",
  };
}

/** A session that a password opened has no role. */
function row_of_password(entry: PasswordSession): Row {
  return {
    who: log.escape_value(entry.username, max_column),
    via: "password",
    role: entry.is_at_luci ? "(password)" : "(password, /ubus)",
    since: "unknown",
    until: clock.format_time(entry.until),
    latest: "",
  };
}

/** A text with blanks after it, two more than the longest of its column has. */
function cell(text: string, column: string[]): string {
  let filled = text;
  while (column.some((other) => other.length + 2 > filled.length)) {
    filled = filled + " ";
  }
  return filled;
}

/**
 * Prints a line for each session, in columns: who, since and until when, and when at the latest where it may last
 * `lifetime` seconds; and by which client's token, where there is a program's. `others` are those that passwords opened.
 */
export function print(entries: SsoSession[], lifetime: number | undefined, others: PasswordSession[]): void {
  const rows = [header].concat(
    entries.map((entry) => row_of(entry, lifetime)),
    others.map((entry) => row_of_password(entry)),
  );
  const has_programs = entries.some((entry) => entry.client !== "");
  const shown = columns.filter(
    (column) => (column !== "via" || has_programs) && (column !== "latest" || lifetime !== undefined),
  );
  const last = shown[shown.length - 1];
  for (const row of rows) {
    const cells = shown.map((column) => {
      const texts = column !== last ? rows.map((other) => other[column]) : [];
      return cell(row[column], texts);
    });
    console.print(cells.join(""));
  }
}
