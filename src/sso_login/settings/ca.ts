/** The certificate authority of a provider as an administrator hands it over (RFC 7468). Pure functions. */
import * as encoding from "../base/encoding";
import * as strings from "../base/strings";
import type { Problem } from "../base/texts";

/** Bytes of certificates that are kept: ten large ones, and what fits into one call of ubus over the web. */
export const max_bytes = 49152;

/** Characters of a line (RFC 7468 section 2). */
const line_length = 64;

const begin = "-----BEGIN CERTIFICATE-----";
const ending = "-----END CERTIFICATE-----";

/** What a text holds: certificates alone and in order, or the rule that it breaks. */
export interface Certificates {
  pem?: string;
  problem?: Problem;
}

/** The text without any of these characters. */
function without(text: string, characters: string[]): string {
  let left = text;
  for (const character of characters) {
    left = left.split(character).join("");
  }
  return left;
}

/** Whether Base64 is one whole DER sequence of a size that certificates have (ITU-T X.690 section 8.1). */
function is_sequence(base64: string): boolean {
  const url_safe = without(base64, ["="]).split("+").join("-").split("/").join("_");
  const der = encoding.base64url_decode(url_safe) ?? "";
  const has_length = der.length > 4 && der.charCodeAt(0) === 48 && der.charCodeAt(1) === 130;
  return has_length && der.charCodeAt(2) * 256 + der.charCodeAt(3) + 4 === der.length;
}

/** One certificate in lines. */
function encode(base64: string): string {
  const lines = [begin];
  for (let at = 0; at < base64.length; at += line_length) {
    lines.push(base64.substring(at, at + line_length));
  }
  return lines.concat([ending, ""]).join("\n");
}

/** The certificates in a text; whatever stands around them is left out. */
export function read_certificates(text: string): Certificates {
  if (text.includes("PRIVATE KEY-----")) {
    return { problem: { id: "no_private_key" } };
  }
  if (text.length > max_bytes) {
    return { problem: { id: "short", params: { max: `${max_bytes}` } } };
  }
  const found: string[] = [];
  for (const part of text.split(begin).slice(1)) {
    const base64 = without(strings.before(part, ending), ["\r", "\n", " ", "\t"]);
    if (!part.includes(ending) || !is_sequence(base64)) {
      return { problem: { id: "certificate" } };
    }
    found.push(encode(base64));
  }
  return found.length > 0 ? { pem: found.join("") } : { problem: { id: "certificate" } };
}
