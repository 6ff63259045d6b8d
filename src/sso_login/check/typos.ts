/** Mistakes of people who copy and type options and roles: characters that no value has, placeholders. Pure functions. */
import * as strings from "../base/strings";

/** The first bytes of a character in UTF-8 from some value on, and the bytes that follow. */
const leads = [
  { from: 240, more: 3 },
  { from: 224, more: 2 },
  { from: 192, more: 1 },
  { from: 0, more: 0 },
];

/** The code points of a text in UTF-8; a byte of no character counts as one. */
function code_points(text: string): number[] {
  const points: number[] = [];
  let at = 0;
  while (at < text.length) {
    const first = text.charCodeAt(at);
    const lead = leads.find((one) => first >= one.from) ?? { from: 0, more: 0 };
    let point = first - lead.from;
    for (let i = 1; i <= lead.more; i++) {
      const next = at + i < text.length ? text.charCodeAt(at + i) : 0;
      point = point >= 0 && next >= 128 && next <= 191 ? point * 64 + next - 128 : -1;
    }
    points.push(point >= 0 ? point : first);
    at = at + (point >= 0 ? lead.more : 0) + 1;
  }
  return points;
}

/**
 * Ranges of characters that look like a blank, like nothing, or like a quotation mark, and come from word processors and pages: U+00A0,
 * U+00AB, U+00AD, U+00BB, U+2000 to U+200F, U+2018 to U+201F, U+2028 to U+202F, U+2060, U+3000 and U+FEFF; and those of ASCII below the blank.
 */
const odd = [
  { from: 0, to: 31 },
  { from: 160, to: 160 },
  { from: 171, to: 171 },
  { from: 173, to: 173 },
  { from: 187, to: 187 },
  { from: 8192, to: 8207 },
  { from: 8216, to: 8223 },
  { from: 8232, to: 8239 },
  { from: 8288, to: 8288 },
  { from: 12288, to: 12288 },
  { from: 65279, to: 65279 },
];

const hex_digits = "0123456789ABCDEF";

/** A character for people: of ASCII as it is, others as `U+00A0`. */
function shown(point: number): string {
  if (point > 32 && point < 127) {
    return String.fromCharCode(point);
  }
  let digits = "";
  for (let rest = point; rest > 0 || digits.length < 4; rest = Math.floor(rest / 16)) {
    digits = hex_digits.charAt(rest % 16) + digits;
  }
  return "U+" + digits;
}

/**
 * The first character that a value most often has by mistake: a blank at its ends, what `odd` names, and in an address (RFC 3986) all that is
 * not ASCII. Undefined without one.
 */
export function odd_character(text: string, is_address: boolean): string | undefined {
  const points = code_points(text);
  const ends = points.slice(0, 1).concat(points.slice(points.length - 1));
  const found = points.find(
    (point) => (is_address && point > 126) || odd.some((range) => point >= range.from && point <= range.to),
  );
  return found !== undefined || ends.includes(32) ? shown(found ?? 32) : undefined;
}

/** Characters around an e-mail address, between several, and of patterns, which an entry is not. */
const around_email = ' "(),:;<>[]*';

/**
 * The character of an entry of a role's list that most often comes from copying, or from several entries in one text. A group may be a
 * distinguished name (RFC 4514), which has commas.
 */
export function odd_in_entry(list: string, entry: string): string | undefined {
  const signs = list === "email" ? around_email : list === "group" && !entry.includes("=") ? ",;" : "";
  const first = list === "email" && ["'", "@"].includes(entry.charAt(0)) ? entry.charAt(0) : undefined;
  const sign = code_points(entry).find((point) => point < 127 && signs.includes(String.fromCharCode(point)));
  return odd_character(entry, false) ?? first ?? (sign !== undefined ? shown(sign) : undefined);
}

/** The brackets of placeholders, also as browsers encode them. */
const placeholders = [
  { first: "{", last: "}" },
  { first: "<", last: ">" },
  { first: "%7B", last: "%7D" },
  { first: "%7b", last: "%7d" },
];

/** The first placeholder in a text, such as `{…}` or `<…>`. */
export function placeholder_in(text: string): string | undefined {
  for (const pair of placeholders) {
    const at = text.indexOf(pair.first);
    if (at >= 0 && text.substring(at).includes(pair.last)) {
      return strings.before(text.substring(at), pair.last) + pair.last;
    }
  }
  return undefined;
}
