/**
 * What src/lua/io/bytes.ts says, in JavaScript: for the settings page, and for tools and tests that ask the service's modules.
 * A byte is a character below 256.
 */

const sets = {
  bare: /[^A-Za-z0-9._~:/@+,-]/g,
  base64url: /[^A-Za-z0-9_-]/g,
  digits: /[^0-9]/g,
  hex: /[^0-9a-f]/g,
  lower: /[^a-z_]/g,
  path: /[^A-Za-z0-9._~/-]/g,
  printable: /[^ -~]/g,
  unreserved: /[^A-Za-z0-9._~-]/g,
  url: /[^!$-;=?-Z[\]_a-z~]/g,
  visible: /[^!-~]/g,
};

/** A set of bytes, by its name. */
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

/** Lowercase hexadecimal, two characters a byte. */
export function hex_encode(bytes: string): string {
  return [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

/** Base64URL without padding (RFC 4648 section 5). */
export function base64url_encode(bytes: string): string {
  return btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** The bytes of a text that base64url_encode may have made. */
export function base64url_decode(text: string): string {
  return atob(text.replace(/-/g, "+").replace(/_/g, "/"));
}
