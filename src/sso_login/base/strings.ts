/** Helpers for byte strings, lists of them, and records keyed by them. */
import * as bytes from "io/bytes";

/** Whether a control character (below 32, or 127) is in the text. */
export function has_control(text: string): boolean {
  for (let i = bytes.outside(text, "printable", 0); i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || code === 127) {
      return true;
    }
  }
  return false;
}

/** Whether every byte of `text` is one of `set`; true for the empty text. */
export function consists_of(text: string, set: bytes.ByteSet): boolean {
  return bytes.outside(text, set, 0) === text.length;
}

/** Whether every byte is visible ASCII: no control character, no space, nothing above 126. */
export function is_visible_ascii(text: string): boolean {
  return consists_of(text, "visible");
}

/** A whole number of one to nine decimal digits without sign, or undefined. */
export function parse_integer(digits: string): number | undefined {
  const is_one = digits !== "" && digits.length <= 9 && consists_of(digits, "digits");
  return is_one ? bytes.integer_of(digits) : undefined;
}

/** The parts of a text between single separators, without the empty ones. */
export function split_words(text: string, separator: string): string[] {
  return text.split(separator).filter((part) => part !== "");
}

/** The text before the first `separator`, or all of it. */
export function before(text: string, separator: string): string {
  return text.split(separator)[0] ?? "";
}

/** The keys of a record in byte order; Lua's tables have no order. */
export function sorted_keys(record: object): string[] {
  return bytes.sorted(Object.keys(record)); // eslint-disable-line subset/key-order -- sorted at once
}

export function add_missing(list: string[], items: string[]): void {
  for (const item of items) {
    if (!list.includes(item)) {
      list.push(item);
    }
  }
}

/** The words of an option that is a list, or one text. */
export function words_of(option: string | string[] | undefined): string[] {
  const value = option ?? "";
  return split_words(typeof value === "string" ? value : value.join(" "), " ");
}
