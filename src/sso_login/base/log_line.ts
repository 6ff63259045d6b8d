/** Reads the log lines that base/log writes. */
import * as encoding from "./encoding";
import * as strings from "./strings";

/** A value of a line: its text, and whether that is all of it. */
export interface LogValue {
  text: string;
  is_whole: boolean;
}

/** A line: its code, and the values by their keys. */
export interface LogLine {
  code: string;
  values: { [key: string]: LogValue | undefined };
}

/** Bytes of an escaped value from which on it may have been cut: the limit of a full line less the longest escape. */
const max_whole = 396;

/** What an escape at a place stands for, and how many bytes it has; undefined where it is none of ours. */
function read_escape(line: string, at: number): { text: string; length: number } | undefined {
  const next = line.charAt(at + 1);
  if (next === '"' || next === "\\") {
    return { text: next, length: 2 };
  }
  const byte = next === "x" ? encoding.hex_byte(line.substring(at + 2, at + 4)) : undefined;
  return byte !== undefined ? { text: byte, length: 4 } : undefined;
}

/** A quoted value that begins at a place, and where it ends; undefined where the quote is not closed. */
function read_quoted(line: string, at: number): { value: LogValue; next: number } | undefined {
  const parts: string[] = [];
  let place = at + 1;
  while (place < line.length && line.charAt(place) !== '"') {
    const escape = line.charAt(place) === "\\" ? read_escape(line, place) : undefined;
    parts.push(escape !== undefined ? escape.text : line.charAt(place));
    place = place + (escape !== undefined ? escape.length : 1);
  }
  return place < line.length
    ? { value: { text: parts.join(""), is_whole: place - at - 1 < max_whole }, next: place + 1 }
    : undefined;
}

/** A value that begins at a place, and where it ends. */
function read_value(line: string, at: number): { value: LogValue; next: number } | undefined {
  if (line.charAt(at) === '"') {
    return read_quoted(line, at);
  }
  const text = strings.before(line.substring(at), " ");
  return { value: { text, is_whole: text.length < max_whole }, next: at + text.length };
}

/** A line taken apart, as far as it has the form `CODE key=value …`; of a key that is there twice the first value counts. */
export function parse(line: string): LogLine {
  const code = strings.before(line, " ");
  const found: LogLine = { code, values: {} };
  let at = code.length;
  while (at < line.length) {
    const equals = line.indexOf("=", at);
    const read = equals >= 0 ? read_value(line, equals + 1) : undefined;
    if (read === undefined) {
      return found;
    }
    const key = line.substring(at + 1, equals);
    found.values[key] = found.values[key] ?? read.value;
    at = read.next;
  }
  return found;
}
