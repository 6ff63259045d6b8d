/** The certificate authority of a provider as an administrator hands it over (RFC 7468). Pure functions. */
import * as encoding from "../base/encoding";
import * as strings from "../base/strings";
import type { Problem } from "../base/texts";

/** Bytes of certificates that are kept: ten large ones, and what fits into one call of ubus over the web. */
export const max_bytes = 49152;

/** Characters of a line (RFC 7468 section 2). */
const line_length = 64;

const begin_line = "-----BEGIN CERTIFICATE-----";
const end_line = "-----END CERTIFICATE-----";

/** What a text holds: only certificates, in order, or the rule that it breaks. */
export interface Certificates {
  pem?: string;
  problem?: Problem;
}

/** The text without any of these characters. */
function remove_all(text: string, characters: string[]): string {
  let rest = text;
  for (const character of characters) {
    rest = rest.split(character).join("");
  }
  return rest;
}

/** The DER in Base64, where it is one whole sequence of a size that certificates have (ITU-T X.690 section 8.1); else undefined. */
function read_der(base64: string): string | undefined {
  const url_safe = remove_all(base64, ["="]).split("+").join("-").split("/").join("_");
  const der = encoding.base64url_decode(url_safe) ?? "";
  const has_length = der.length > 4 && der.charCodeAt(0) === 48 && der.charCodeAt(1) === 130;
  return has_length && der.charCodeAt(2) * 256 + der.charCodeAt(3) + 4 === der.length ? der : undefined;
}

/** The bytes before the value of the extension basicConstraints: its object identifier (RFC 5280 section 4.2.1.9). */
const constraints =
  String.fromCharCode(6) + String.fromCharCode(3) + "U" + String.fromCharCode(29) + String.fromCharCode(19);

/** Bytes within which that value says that the certificate is an authority's: `critical`, lengths, and the flag itself. */
const max_constraints = 12;

/** Whether a certificate says that it is an authority's: the flag cA of basicConstraints, after a sequence. */
export function is_authority(der: string): boolean {
  const at = der.indexOf(constraints);
  const value = at >= 0 ? der.substring(at + constraints.length, at + constraints.length + max_constraints) : "";
  const start = value.charCodeAt(0) === 1 ? 3 : 0;
  const is_flagged = value.length > start + 6 && value.charCodeAt(start + 2) === 48;
  return is_flagged && value.charCodeAt(start + 4) === 1 && value.charCodeAt(start + 6) === 255;
}

/** What of certificates in PEM form a text has: an authority's, or none but servers', or none at all. */
export function kind_of(text: string): "authority" | "server" | "none" {
  let kind: "server" | "none" = "none";
  for (const part of text.split("CERTIFICATE-----").slice(1)) {
    const der = read_der(remove_all(strings.before(part, "-----END"), ["\r", "\n", " ", "\t"]));
    if (der !== undefined && is_authority(der)) {
      return "authority";
    }
    kind = der !== undefined ? "server" : kind;
  }
  return kind;
}

/** One certificate in lines, of its Base64. */
export function encode(base64: string): string {
  const lines = [begin_line];
  for (let at = 0; at < base64.length; at += line_length) {
    lines.push(base64.substring(at, at + line_length));
  }
  return lines.concat([end_line, ""]).join("\n");
}

/** The certificates in a text, without anything around them. */
export function read_certificates(text: string): Certificates {
  if (text.includes("PRIVATE KEY-----")) {
    return { problem: { id: "no_private_key" } };
  }
  if (text.length > max_bytes) {
    return { problem: { id: "short", params: { max: `${max_bytes}` } } };
  }
  const found: string[] = [];
  for (const part of text.split(begin_line).slice(1)) {
    const base64 = remove_all(strings.before(part, end_line), ["\r", "\n", " ", "\t"]);
    if (!part.includes(end_line) || read_der(base64) === undefined) {
      return { problem: { id: "certificate" } };
    }
    found.push(encode(base64));
  }
  return found.length > 0 ? { pem: found.join("") } : { problem: { id: "certificate" } };
}
