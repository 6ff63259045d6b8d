/** Log lines: `CODE key=value …`, one an event, in which no input can look like anything but a value. */
import type { Io, LogLevel } from "./io";
import type { Details, Fact } from "../result";
import * as encoding from "./encoding";
import * as strings from "./strings";

/** Values longer than this are cut; a URL fits, a document does not. */
const max_value_length = 400;

/** A pair of a log line; undefined values are left out. */
export type LogPair = [string, Fact];

function escape_character(text: string, at: number): string {
  const char = encoding.printable_at(text, at);
  return char === '"' || char === "\\" ? "\\" + char : char;
}

/** A value as it stands in a line: bare when it is plain, else quoted with `\"`, `\\` and `\xNN`. Cut at `limit` bytes. */
export function escape_value(text: string, limit: number): string {
  const cut = text.substring(0, limit);
  if (cut !== "" && strings.consists_of(cut, "bare")) {
    return cut;
  }
  const out: string[] = [];
  for (let i = 0; i < cut.length; i++) {
    out.push(escape_character(cut, i));
  }
  return '"' + out.join("") + '"';
}

/** The pairs of an error's details, in the order of their names; texts.in_words gives the words of messages. */
export function detail_pairs(details: Details | undefined): LogPair[] {
  if (details === undefined) {
    return [];
  }
  if (typeof details === "string") {
    return [["reason", details]];
  }
  const list: LogPair[] = [];
  for (const name of strings.sorted_keys(details)) {
    list.push([name, details[name]]);
  }
  return list;
}

/** `key=value` for each pair that has a value; of a message, its id. */
function format_pairs(pairs: LogPair[]): string[] {
  const out: string[] = [];
  for (const pair of pairs) {
    const fact = pair[1];
    if (fact !== undefined) {
      out.push(pair[0] + "=" + escape_value(typeof fact === "object" ? fact.id : `${fact}`, max_value_length));
    }
  }
  return out;
}

/** An error's details on one line. */
export function format_details(details: Details | undefined): string {
  return format_pairs(detail_pairs(details)).join(" ");
}

/** One line: the code and its pairs. */
export function format(code: string, pairs: LogPair[]): string {
  return [code].concat(format_pairs(pairs)).join(" ");
}

/** Writes one line to the system log. */
export function event(io: Io, level: LogLevel, code: string, pairs: LogPair[]): void {
  io.log(level, format(code, pairs));
}
