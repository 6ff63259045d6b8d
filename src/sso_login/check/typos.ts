/** Mistakes of people who copy and type options: blanks at the ends, placeholders, hosts in other letters. Pure functions. */
import * as strings from "../base/strings";

/** The first bytes of a character in UTF-8 from some value on, and the bytes that follow. */
const leads = [
  { from: 240, more: 3 },
  { from: 224, more: 2 },
  { from: 192, more: 1 },
  { from: 0, more: 0 },
];

/** The code points of a text in UTF-8, with the capitals of Latin-1 as small letters; undefined for other bytes. */
function code_points(text: string): number[] | undefined {
  const points: number[] = [];
  let at = 0;
  while (at < text.length) {
    const first = text.charCodeAt(at);
    const lead = leads.find((one) => first >= one.from);
    if (lead === undefined || (first > 127 && lead.more === 0) || at + lead.more >= text.length) {
      return undefined;
    }
    let point = first - lead.from;
    for (let i = 1; i <= lead.more; i++) {
      const next = text.charCodeAt(at + i);
      if (next < 128 || next > 191) {
        return undefined;
      }
      point = point * 64 + next - 128;
    }
    points.push(point >= 192 && point <= 222 && point !== 215 ? point + 32 : point);
    at = at + lead.more + 1;
  }
  return points;
}

/**
 * Ranges of characters that look like a blank, or like nothing: white space of ASCII, U+00A0, U+00AD, U+2000 to U+200F, U+2028 to U+202F,
 * U+2060, U+3000 and U+FEFF.
 */
const blanks = [
  { from: 9, to: 13 },
  { from: 32, to: 32 },
  { from: 160, to: 160 },
  { from: 173, to: 173 },
  { from: 8192, to: 8207 },
  { from: 8232, to: 8239 },
  { from: 8288, to: 8288 },
  { from: 12288, to: 12288 },
  { from: 65279, to: 65279 },
];

/** Whether a text begins or ends with a blank; one that is not in UTF-8 does not. */
export function has_outer_blank(text: string): boolean {
  const points = code_points(text) ?? [];
  const ends = points.slice(0, 1).concat(points.slice(points.length - 1));
  return ends.some((point) => blanks.some((blank) => point >= blank.from && point <= blank.to));
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

/** Parameters of Punycode (RFC 3492 section 5). */
const base = 36;
const smallest = 1;
const largest = 26;
const skew = 38;
const damp = 700;
const first_point = 128;
const max_point = 1114111;
const first_bias = 72;
const digits = "abcdefghijklmnopqrstuvwxyz0123456789";

/** The next bias (RFC 3492 section 6.1). */
function adapt(delta: number, count: number, is_first: boolean): number {
  let rest = Math.floor(delta / (is_first ? damp : 2));
  rest = rest + Math.floor(rest / count);
  let bias = 0;
  while (rest > ((base - smallest) * largest) / 2) {
    rest = Math.floor(rest / (base - smallest));
    bias = bias + base;
  }
  return bias + Math.floor(((base - smallest + 1) * rest) / (rest + skew));
}

function threshold_at(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, smallest), largest);
}

/** A number in digits of variable length (RFC 3492 section 3.3). */
function encode_number(number: number, bias: number): string {
  let out = "";
  let rest = number;
  let k = base;
  let threshold = threshold_at(k, bias);
  while (rest >= threshold) {
    const over = rest - threshold;
    out = out + digits.charAt(threshold + (over % (base - threshold)));
    rest = Math.floor(over / (base - threshold));
    k = k + base;
    threshold = threshold_at(k, bias);
  }
  return out + digits.charAt(rest);
}

/** The smallest of the code points that are at least `from`; there is one. */
function least_from(points: number[], from: number): number {
  let least = max_point;
  for (const point of points) {
    least = point >= from ? Math.min(least, point) : least;
  }
  return least;
}

/** A label in Punycode (RFC 3492 section 6.3). */
function encode_label(points: number[]): string {
  const basic = points.filter((point) => point < first_point).map((point) => String.fromCharCode(point));
  let out = basic.join("") + (basic.length > 0 ? "-" : "");
  let handled = basic.length;
  let current = first_point;
  let delta = 0;
  let bias = first_bias;
  while (handled < points.length) {
    const next = least_from(points, current);
    delta = delta + (next - current) * (handled + 1);
    for (const point of points) {
      if (point < next) {
        delta = delta + 1;
      } else if (point === next) {
        out = out + encode_number(delta, bias);
        bias = adapt(delta, handled + 1, handled === basic.length);
        delta = 0;
        handled = handled + 1;
      }
    }
    delta = delta + 1;
    current = next + 1;
  }
  return out;
}

const full_stop = String.fromCharCode(227) + String.fromCharCode(128) + String.fromCharCode(130);

/** The host of an address in ASCII (RFC 5890 section 2.3.2.1); undefined where it is in ASCII already, or is not in UTF-8. */
export function ascii_host(address: string): string | undefined {
  const parts = address.split("//");
  const authority = strings.before(strings.before(parts[1] ?? "", "/"), "?");
  // The full stop of Chinese and Japanese counts as one (RFC 5891 section 5.2).
  const host = strings.before(authority, ":").toLowerCase().split(full_stop).join(".");
  const labels: string[] = [];
  let is_ascii = !authority.includes(full_stop);
  for (const label of host.split(".")) {
    const points = code_points(label);
    if (points === undefined) {
      return undefined;
    }
    const is_plain = points.every((point) => point < first_point);
    is_ascii = is_ascii && is_plain;
    labels.push(is_plain ? label : "xn--" + encode_label(points));
  }
  return is_ascii ? undefined : labels.join(".");
}
