/** Sessions as the command line lists them. */
import * as clock from "io/clock";
import * as console from "io/console";
import * as log from "../base/log";
import type { SsoSession } from "../session/session";

/** Bytes of a column: what a provider says about a user is escaped and cut as in the log. */
const max_column = 200;

function describe_session(entry: SsoSession, lifetime: number | undefined): string[] {
  const since = entry.since !== undefined ? clock.format_time(entry.since) : "unknown";
  const who = entry.email !== "" ? entry.email : entry.sub;
  const row = [log.escape_value(who, max_column), log.escape_value(entry.role, max_column), since];
  if (lifetime === undefined) {
    return row.concat([clock.format_time(entry.until)]);
  }
  const latest = (entry.since ?? 0) + lifetime;
  return row.concat([clock.format_time(Math.min(entry.until, latest)), clock.format_time(latest)]);
}

/** Prints rows in columns, each but the last as wide as its longest member. */
function print_table(rows: string[][]): void {
  const widths: { [column: string]: number } = {};
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) {
      widths[`${i}`] = Math.max(widths[`${i}`] ?? 0, (row[i] ?? "").length);
    }
  }
  for (const row of rows) {
    let line = "";
    let place = 0;
    for (let i = 0; i < row.length; i++) {
      while (line.length < place) {
        line = line + " ";
      }
      line = line + (row[i] ?? "");
      place = place + (widths[`${i}`] ?? 0) + 2;
    }
    console.print(line);
  }
}

/** Prints a line for each session: who, since and until when, and when at the latest where it may last `lifetime` seconds. */
export function print(entries: SsoSession[], lifetime: number | undefined): void {
  const head = ["WHO", "ROLE", "SINCE", "UNTIL"].concat(lifetime !== undefined ? ["LATEST"] : []);
  print_table([head].concat(entries.map((entry) => describe_session(entry, lifetime))));
}
