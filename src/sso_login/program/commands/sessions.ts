/** `sso-login sessions`: prints live sessions in columns. */
import * as clock from "io/clock";
import * as console from "io/console";
import * as log from "../../base/log";
import * as sessions from "../../rpcd/sessions";
import type { LocalSession } from "../../passwords/local_sessions";

/** Bytes of a column; a provider's texts are escaped and cut as in the log. */
const max_column = 200;
/** Bytes of role names, which come from the configuration. */
const max_roles = 2000;

interface Row {
  who: string;
  /** A program's client, or `login`, or `password`. */
  via: string;
  role: string;
  since: string;
  until: string;
  /** Empty where a session may last while it is used. */
  latest: string;
}

const columns: (keyof Row)[] = ["who", "via", "role", "since", "until", "latest"];
const header: Row = { who: "WHO", via: "VIA", role: "ROLE", since: "SINCE", until: "UNTIL", latest: "LATEST" };

function row_of(entry: sessions.SsoSession, lifetime: number | undefined): Row {
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

function row_of_local(entry: LocalSession): Row {
  return {
    who: log.escape_value(entry.username, max_column),
    via: "password",
    role: entry.is_at_luci ? "(password)" : "(password, /ubus)",
    since: "unknown",
    until: clock.format_time(entry.until),
    latest: "",
  };
}

/** A text filled with blanks to two more than the longest of its column. */
function cell(text: string, column: string[]): string {
  let filled = text;
  while (column.some((other) => other.length + 2 > filled.length)) {
    filled = filled + " ";
  }
  return filled;
}

/**
 * Prints a line for each session. The column VIA appears where a program has a session, LATEST where sessions may last only
 * `lifetime` seconds.
 */
export function print(entries: sessions.SsoSession[], lifetime: number | undefined, by_password: LocalSession[]): void {
  const rows = [header].concat(
    entries.map((entry) => row_of(entry, lifetime)),
    by_password.map((entry) => row_of_local(entry)),
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
