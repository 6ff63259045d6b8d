/**
 * Text encodings over byte strings: Base64 (RFC 4648), percent-encoding (RFC 3986) and the form encoding
 * (application/x-www-form-urlencoded). A string is a sequence of bytes, of any character set.
 */
import * as bytes from "io/bytes";
import * as strings from "./strings";

const hex_digits = "0123456789abcdef";

/** Base64 with padding (RFC 4648 section 4), for HTTP Basic authentication. */
export function base64_encode(text: string): string {
  const encoded = bytes.base64url_encode(text).split("-").join("+").split("_").join("/");
  return encoded + "==".substring(0, (4 - (encoded.length % 4)) % 4);
}

/** The byte at a place as printable ASCII: itself, or `\xNN`. */
export function printable_at(text: string, at: number): string {
  const code = text.charCodeAt(at);
  const char = text.charAt(at);
  return code < 32 || code > 126 ? "\\x" + bytes.hex_encode(char) : char;
}

/** The byte that two hexadecimal digits write, or undefined. */
export function hex_byte(digits: string): string | undefined {
  const high = hex_digits.indexOf(digits.charAt(0).toLowerCase());
  const low = hex_digits.indexOf(digits.charAt(1).toLowerCase());
  return digits.length === 2 && high >= 0 && low >= 0 ? String.fromCharCode(high * 16 + low) : undefined;
}

/** Decodes one name or value of a query or form: `+` is a space; undefined when a `%` has no two digits after it. */
export function form_decode(text: string): string | undefined {
  const spaced = text.split("+").join(" ");
  const out = [strings.before(spaced, "%")];
  for (const part of spaced.split("%").slice(1)) {
    const byte = hex_byte(part.substring(0, 2));
    if (byte === undefined) {
      return undefined;
    }
    out.push(byte + part.slice(2));
  }
  return out.join("");
}

/** `name=value&…` in the order given, with percent-encoded values; names must need no encoding. */
export function form_encode(pairs: [string, string][]): string {
  return pairs.map((pair) => pair[0] + "=" + bytes.percent_encode(pair[1])).join("&");
}
