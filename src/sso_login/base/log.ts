/** Log lines: `CODE key=value …`, one an event, in which no input can look like anything but a value. */
import type { Io, LogLevel } from "./io";
import type { Details, Fact, Sealed } from "../result";
import * as encoding from "./encoding";
import * as strings from "./strings";

/** Bytes of a line, and of an escaped value within its quotes. Values are cut, and pairs that do not fit are left out. */
export interface Limits {
  line: number;
  value: number;
}

/** A URL fits, a document does not; and the router's log daemon takes no line over 1024 bytes. */
const limits: Limits = { line: 1000, value: 400 };
/** Of a line that any client can cause. */
export const unproven_limits: Limits = { line: 512, value: 200 };

/** A pair of a log line; undefined values are left out. */
export type LogPair = [string, Fact];

function escape_character(text: string, at: number): string {
  const char = encoding.printable_at(text, at);
  return char === '"' || char === "\\" ? "\\" + char : char;
}

/** A value as a log line has it: bare when it is plain, else quoted with `\"`, `\\` and `\xNN`. At most `limit` bytes, quotes not counted. */
export function escape_value(text: string, limit: number): string {
  const cut = text.substring(0, limit);
  if (cut !== "" && strings.consists_of(cut, "bare")) {
    return cut;
  }
  let out = "";
  for (let i = 0; i < cut.length; i++) {
    const escaped = escape_character(cut, i);
    if (out.length + escaped.length > limit) {
      break;
    }
    out += escaped;
  }
  return '"' + out + '"';
}

/** The pairs of an error's details, in the order of their names. Messages are ids here; `log_texts.details_in_english` has the words. */
export function detail_pairs(sealed: Sealed | Details | undefined): LogPair[] {
  const details = sealed as unknown as Details | undefined;
  if (details === undefined) {
    return [];
  }
  if (typeof details === "string") {
    return [["reason", details]];
  }
  return strings.sorted_keys(details).map((name) => [name, details[name]]);
}

/** `key=value` for each pair that has a value; of a message, its id. */
function format_pairs(pairs: LogPair[], max_value: number): string[] {
  const out: string[] = [];
  for (const pair of pairs) {
    const fact = pair[1];
    if (fact !== undefined) {
      out.push(pair[0] + "=" + escape_value(typeof fact === "object" ? fact.id : `${fact}`, max_value));
    }
  }
  return out;
}

export function format_details(details: Sealed | Details | undefined): string {
  return format_pairs(detail_pairs(details), limits.value).join(" ");
}

/** One line: the code and those of its pairs that fit. */
export function format(code: string, pairs: LogPair[], within?: Limits): string {
  const bounds = within ?? limits;
  let line = code;
  for (const pair of format_pairs(pairs, bounds.value)) {
    if (line.length + 1 + pair.length <= bounds.line) {
      line += " " + pair;
    }
  }
  return line;
}

export function event(io: Io, level: LogLevel, code: string, pairs: LogPair[], within?: Limits): void {
  io.log(level, format(code, pairs, within));
}
