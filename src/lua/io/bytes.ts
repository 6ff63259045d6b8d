/** Byte strings by what the runtime itself searches and encodes with: a loop over their bytes costs many times as much. */

/** Sets of bytes, as string.find wants them between brackets. */
const sets = {
  /** What stands in a log line without quotes. */
  bare: "A-Za-z0-9._~:/@+,-",
  /** The alphabet of RFC 4648 section 5. */
  base64url: "A-Za-z0-9_-",
  digits: "0-9",
  /** Hexadecimal digits in lower case. */
  hex: "0-9a-f",
  /** Lower case, and the underscore. */
  lower: "a-z_",
  /** What a path is made of that needs no encoding. */
  path: "A-Za-z0-9._~/-",
  /** ASCII without control characters. */
  printable: " -~",
  /** What no encoding touches (RFC 3986 section 2.3). */
  unreserved: "A-Za-z0-9._~-",
  /** Visible characters but `"#<>\^{|}` and the back quote. */
  url: "!$-;=?-Z%[%]_a-z~",
  /** ASCII without control characters and space. */
  visible: "!-~",
};

/** A set of bytes, by its name. */
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

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Characters by their values, and values by the bytes of their characters. */
const characters = new LuaTable<number, string>();
const values = new LuaTable<number, number>();
for (const value of $range(0, 63)) {
  const character = string.sub(alphabet, value + 1, value + 1);
  characters.set(value, character);
  values.set(string.byte(character), value);
}

/** Base64URL without padding (RFC 4648 section 5). */
export function base64url_encode(bytes: string): string {
  const out: string[] = [];
  for (const from of $range(1, bytes.length, 3)) {
    const [a = 0, b = 0, c = 0] = string.byte(bytes, from, from + 2);
    const first = characters.get((a - (a % 4)) / 4) + characters.get((a % 4) * 16 + (b - (b % 16)) / 16);
    out.push(first + characters.get((b % 16) * 4 + (c - (c % 64)) / 64) + characters.get(c % 64));
  }
  return string.sub(table.concat(out), 1, math.ceil((bytes.length * 4) / 3));
}

/** The byte of the digit zero. */
const zero = string.byte(alphabet);

/** The bytes of a text that base64url_encode may have made. */
export function base64url_decode(text: string): string {
  const out: string[] = [];
  for (const from of $range(1, text.length, 4)) {
    const [first = zero, second = zero, third = zero, fourth = zero] = string.byte(text, from, from + 3);
    const b = values.get(second);
    const c = values.get(third);
    const high = values.get(first) * 4 + (b - (b % 16)) / 16;
    out.push(string.char(high, (b % 16) * 16 + (c - (c % 4)) / 4, (c % 4) * 64 + values.get(fourth)));
  }
  return string.sub(table.concat(out), 1, math.floor((text.length * 3) / 4));
}
