/** Network addresses as hexadecimal digits, one form for each address. Pure functions. */
import * as bytes from "io/bytes";
import * as strings from "./strings";

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
  if (halves.length === 2 ? left_out < 4 : left_out !== 0) {
    return undefined;
  }
  const digits = head + "00000000000000000000000000000000".substring(0, left_out) + tail;
  return digits.startsWith("00000000000000000000ffff") ? digits.substring(24) : digits;
}
