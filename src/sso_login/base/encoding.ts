/**
 * Text encodings over byte strings: Base64 and Base64URL (RFC 4648), hexadecimal, percent-encoding (RFC 3986) and the
 * form encoding (application/x-www-form-urlencoded). A string is a row of bytes; nothing here knows of UTF-8.
 */

const base64_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const base64url_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const unreserved = base64url_alphabet + ".~";
const hex_alphabet = "0123456789abcdef";
const percent_alphabet = "0123456789ABCDEF";

/** Encodes three bytes as four characters; a shorter last group gives two or three. */
function encode_groups(alphabet: string, bytes: string, padding: string): string {
  const out: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const first = bytes.charCodeAt(i);
    const second = left > 1 ? bytes.charCodeAt(i + 1) : 0;
    const third = left > 2 ? bytes.charCodeAt(i + 2) : 0;
    out.push(alphabet.charAt(Math.floor(first / 4)));
    out.push(alphabet.charAt((first % 4) * 16 + Math.floor(second / 16)));
    out.push(left > 1 ? alphabet.charAt((second % 16) * 4 + Math.floor(third / 64)) : padding);
    out.push(left > 2 ? alphabet.charAt(third % 64) : padding);
  }
  return out.join("");
}

/** Base64 with padding (RFC 4648 section 4), for HTTP Basic authentication. */
export function base64_encode(bytes: string): string {
  return encode_groups(base64_alphabet, bytes, "=");
}

/** Base64URL without padding (RFC 4648 section 5, RFC 7515 section 2). */
export function base64url_encode(bytes: string): string {
  return encode_groups(base64url_alphabet, bytes, "");
}

/**
 * The bytes of an unpadded Base64URL text, or undefined when it is not the one canonical encoding of any bytes:
 * another alphabet, padding, a length of 4n+1, or bits left over that are not zero.
 */
export function base64url_decode(text: string): string | undefined {
  if (text.length % 4 === 1) {
    return undefined;
  }
  const out: string[] = [];
  let buffer = 0;
  let unit = 1;
  for (let i = 0; i < text.length; i++) {
    const value = base64url_alphabet.indexOf(text.charAt(i));
    if (value < 0) {
      return undefined;
    }
    // `buffer` holds less than a byte, `unit` is 2 to the power of its bits.
    buffer = buffer * 64 + value;
    unit = unit * 64;
    if (unit >= 256) {
      unit = unit / 256;
      const byte = Math.floor(buffer / unit);
      out.push(String.fromCharCode(byte));
      buffer = buffer - byte * unit;
    }
  }
  return buffer === 0 ? out.join("") : undefined;
}

/** The two lowercase hexadecimal digits of a byte. */
function hex_byte(code: number): string {
  return hex_alphabet.charAt(Math.floor(code / 16)) + hex_alphabet.charAt(code % 16);
}

/** Lowercase hexadecimal, two characters a byte. */
export function hex_encode(bytes: string): string {
  const out: string[] = [];
  for (let i = 0; i < bytes.length; i++) {
    out.push(hex_byte(bytes.charCodeAt(i)));
  }
  return out.join("");
}

/** The byte at a place as printable ASCII: itself, or `\xNN`. */
export function printable_at(text: string, at: number): string {
  const code = text.charCodeAt(at);
  return code < 32 || code > 126 ? "\\x" + hex_byte(code) : text.charAt(at);
}

/** Percent-encodes all but the unreserved characters of RFC 3986 section 2.3; right for queries and for forms. */
export function percent_encode(text: string): string {
  const out: string[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (unreserved.includes(char)) {
      out.push(char);
    } else {
      const code = text.charCodeAt(i);
      out.push("%" + percent_alphabet.charAt(Math.floor(code / 16)) + percent_alphabet.charAt(code % 16));
    }
  }
  return out.join("");
}

/** The value of a hexadecimal digit, or -1. */
function hex_value(digit: string): number {
  return hex_alphabet.indexOf(digit.toLowerCase());
}

/** Decodes one name or value of a query or form: `+` is a space; undefined when a `%` has no two digits after it. */
export function form_decode(text: string): string | undefined {
  if (!text.includes("%") && !text.includes("+")) {
    return text;
  }
  const out: string[] = [];
  let i = 0;
  while (i < text.length) {
    const char = text.charAt(i);
    if (char === "%") {
      if (i + 2 >= text.length) {
        return undefined;
      }
      const high = hex_value(text.charAt(i + 1));
      const low = hex_value(text.charAt(i + 2));
      if (high < 0 || low < 0) {
        return undefined;
      }
      out.push(String.fromCharCode(high * 16 + low));
      i = i + 3;
    } else {
      out.push(char === "+" ? " " : char);
      i = i + 1;
    }
  }
  return out.join("");
}

/** `name=value&…`, both sides percent-encoded, in the order given. */
export function form_encode(pairs: [string, string][]): string {
  const out: string[] = [];
  for (const pair of pairs) {
    out.push(percent_encode(pair[0]) + "=" + percent_encode(pair[1]));
  }
  return out.join("&");
}
