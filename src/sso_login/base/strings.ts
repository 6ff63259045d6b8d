/** Small questions about byte strings, and about records keyed by them, that several modules ask. */

/** Whether a control character (below 32, or 127) is in the text. */
export function has_control(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || code === 127) {
      return true;
    }
  }
  return false;
}

/** Whether every byte is visible ASCII: no control character, no space, nothing above 126. */
export function is_visible_ascii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 33 || code > 126) {
      return false;
    }
  }
  return true;
}

/** Whether every byte of `text` is one of `allowed`; true for the empty text. */
export function consists_of(text: string, allowed: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (!allowed.includes(text.charAt(i))) {
      return false;
    }
  }
  return true;
}

/** A whole number of one to nine decimal digits without sign, or undefined. */
export function parse_integer(digits: string): number | undefined {
  if (digits.length === 0 || digits.length > 9) {
    return undefined;
  }
  let value = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) {
      return undefined;
    }
    value = value * 10 + digit;
  }
  return value;
}

/** The parts of a text between single separators, without the empty ones. */
export function split_words(text: string, separator: string): string[] {
  const words: string[] = [];
  for (const part of text.split(separator)) {
    if (part !== "") {
      words.push(part);
    }
  }
  return words;
}

/** What stands before the first `separator`, or the whole text. */
export function before(text: string, separator: string): string {
  return text.split(separator)[0] ?? "";
}

/** The keys of a record in byte order: a table has none of its own. */
export function sorted_keys(record: object): string[] {
  return Object.keys(record).sort((a, b) => (a < b ? -1 : 1));
}
