/** Network addresses as hexadecimal digits, one form for each address. Pure functions. */
import * as bytes from "io/bytes";
import * as strings from "../base/strings";

function ipv4(text: string): string | undefined {
  const parts = text.split(".");
  let digits = "";
  for (const part of parts) {
    const byte = part.length <= 3 ? strings.parse_integer(part) : undefined;
    if (byte === undefined || byte > 255) {
      return undefined;
    }
    digits = digits + bytes.hex_encode(String.fromCharCode(byte));
  }
  return parts.length === 4 ? digits : undefined;
}

/** The digits of one half of an IPv6 address; it may end with an IPv4 address. */
function ipv6_part(text: string): string | undefined {
  let digits = "";
  const parts = text !== "" ? text.split(":") : [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? "";
    const is_group = part !== "" && part.length <= 4 && strings.consists_of(part, "hex");
    const found = is_group ? ("0000" + part).substring(part.length) : i === parts.length - 1 ? ipv4(part) : undefined;
    if (found === undefined) {
      return undefined;
    }
    digits = digits + found;
  }
  return digits;
}

/**
 * The digits of an address: 8 of IPv4, also when it is mapped into an IPv6 address (RFC 4291 section 2.5.5.2), and 32 of IPv6;
 * undefined for anything else.
 */
export function to_hex(address: string): string | undefined {
  const text = address.toLowerCase();
  if (!text.includes(":")) {
    return ipv4(text);
  }
  const halves = text.split("::");
  const head = ipv6_part(strings.before(text, "::"));
  const tail = ipv6_part(halves[1] ?? "");
  if (head === undefined || tail === undefined || halves.length > 2) {
    return undefined;
  }
  const left_out = 32 - head.length - tail.length;
  const is_whole = halves.length === 2 ? left_out >= 4 : left_out === 0;
  if (!is_whole) {
    return undefined;
  }
  const digits = head + "00000000000000000000000000000000".substring(0, left_out) + tail;
  return digits.startsWith("00000000000000000000ffff") ? digits.substring(24) : digits;
}

/**
 * A range in CIDR notation (RFC 4632), or an address as a range of its own: the addresses that begin with the first `bits` of `digits`;
 * undefined for anything else.
 */
export function to_range(text: string): { digits: string; bits: number } | undefined {
  const digits = to_hex(strings.before(text, "/"));
  if (digits === undefined) {
    return undefined;
  }
  const all = digits.length * 4;
  if (!text.includes("/")) {
    return { digits, bits: all };
  }
  const given = strings.parse_integer(text.substring(text.indexOf("/") + 1)) ?? -1;
  // A mapped IPv4 address counts from the first bit of the IPv6 address.
  const bits = text.includes(":") && all === 32 ? given - 96 : given;
  return bits >= 0 && bits <= all ? { digits, bits } : undefined;
}

/** Whether an address, as `to_hex` gives it, is in a range. */
export function is_in_range(address: string, text: string): boolean {
  const range = to_range(text);
  if (range === undefined || range.digits.length !== address.length) {
    return false;
  }
  const whole = Math.floor(range.bits / 4);
  const step = [16, 8, 4, 2][range.bits % 4] ?? 16;
  // The digit that the range ends in, with the bits beyond the range left out.
  const last_of = (digits: string): number => Math.floor("0123456789abcdef".indexOf(digits.charAt(whole)) / step);
  const is_alike = address.startsWith(range.digits.substring(0, whole));
  return is_alike && last_of(address) === last_of(range.digits);
}
