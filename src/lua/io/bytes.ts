/** Byte strings by what the runtime itself searches and encodes with: a loop over their bytes costs many times as much. */
import * as native from "./native";

/** Sets of bytes, as string.find wants them between brackets. */
const sets = {
  /** White space of JSON. */
  blank: " \t\r\n",
  /** The bytes that a log line has without quotes. */
  bare: "A-Za-z0-9._~:/@+,-",
  digits: "0-9",
  hex: "0-9a-f",
  /** Of a name, an address and a port. */
  host: "A-Za-z0-9._:%[%]-",
  lower: "a-z_",
  /** Of the name of a provider's section. */
  name: "a-z0-9_",
  /** Characters of a path that need no encoding. */
  path: "A-Za-z0-9._~/-",
  /** ASCII without control characters. */
  printable: " -~",
  /** Characters that no encoding touches (RFC 3986 section 2.3). */
  unreserved: "A-Za-z0-9._~-",
  /** Visible characters but `"#<>\^{|}` and the back quote. */
  url: "!$-;=?-Z%[%]_a-z~",
  /** Of the names of UCI's sections and options. */
  uci_name: "A-Za-z0-9_",
  /** ASCII without control characters and space. */
  visible: "!-~",
};

export type ByteSet = keyof typeof sets;

/** The first place at or after `from` whose byte is none of a set; the length of the text where there is none. */
export function outside(text: string, set: ByteSet, from: number): number {
  const [at] = string.find(text, `[^${sets[set]}]`, from + 1);
  return (at ?? text.length + 1) - 1;
}

/** The value of decimal digits, at most nine. */
export function integer_of(digits: string): number {
  return tonumber(digits) ?? 0;
}

/** The texts in byte order; the array itself is sorted. */
export function sorted(texts: string[]): string[] {
  table.sort(texts);
  return texts;
}

/** Bytes that are encoded in one call: Lua's stack takes no more than some thousand values. */
const block = 64;

/** Lowercase hexadecimal, two characters a byte. */
export function hex_encode(bytes: string): string {
  const out: string[] = [];
  for (const from of $range(1, bytes.length, block)) {
    const part = string.sub(bytes, from, from + block - 1);
    out.push(string.format(string.rep("%02x", part.length), ...string.byte(part, 1, -1)));
  }
  return table.concat(out);
}

/** The text with `%XX` in the place of each byte but the unreserved ones. */
export function percent_encode(text: string): string {
  const [encoded] = string.gsub(text, `[^${sets.unreserved}]`, (byte) => string.format("%%%02X", string.byte(byte)));
  return encoded;
}

/** Base64URL without padding (RFC 4648 section 5) of at most 16 384 bytes. */
export function base64url_encode(bytes: string): string {
  return native.load_crypto().base64url_encode(bytes) ?? native.panic("too long for Base64URL");
}

/** The bytes of a text that is the one canonical encoding of any; undefined otherwise. */
export function base64url_decode(text: string): string | undefined {
  const bytes = native.load_crypto().base64url_decode(text);
  return bytes;
}
