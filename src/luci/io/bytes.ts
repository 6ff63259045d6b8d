/** The functions of src/lua/io/bytes.ts in JavaScript, for the page, tools and tests. A byte is a character below 256. */

const sets = {
  bare: /[^A-Za-z0-9._~:/@+,-]/g,
  digits: /[^0-9]/g,
  hex: /[^0-9a-f]/g,
  host: /[^A-Za-z0-9._:[\]-]/g,
  lower: /[^a-z_]/g,
  name: /[^a-z0-9_]/g,
  path: /[^A-Za-z0-9._~/-]/g,
  printable: /[^ -~]/g,
  unreserved: /[^A-Za-z0-9._~-]/g,
  url: /[^!$-;=?-Z[\]_a-z~]/g,
  visible: /[^!-~]/g,
};

export type ByteSet = keyof typeof sets;

/** The first place at or after `from` whose byte is none of a set; the length of the text where there is none. */
export function outside(text: string, set: ByteSet, from: number): number {
  const found = sets[set];
  found.lastIndex = from;
  return found.exec(text)?.index ?? text.length;
}

/** The value of decimal digits, at most nine. */
export function integer_of(digits: string): number {
  return parseInt(digits, 10);
}

/** The texts in byte order; the array itself is sorted. */
export function sorted(texts: string[]): string[] {
  return texts.sort();
}

/** Lowercase hexadecimal, two characters a byte. */
export function hex_encode(bytes: string): string {
  return [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

/** The text with `%XX` in the place of each byte but the unreserved ones. */
export function percent_encode(text: string): string {
  return text.replace(sets.unreserved, (byte) => "%" + hex_encode(byte).toUpperCase());
}

/** Base64URL without padding (RFC 4648 section 5). */
export function base64url_encode(bytes: string): string {
  return btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** The bytes of a text that is the one canonical encoding of any; undefined otherwise. */
export function base64url_decode(text: string): string | undefined {
  const padded = text.replace(/-/g, "+").replace(/_/g, "/");
  const bytes = /^[\w-]*$/.test(text) && text.length % 4 !== 1 ? atob(padded) : undefined;
  return bytes !== undefined && base64url_encode(bytes) === text ? bytes : undefined;
}
