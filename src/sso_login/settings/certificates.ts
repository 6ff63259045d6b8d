/** Certificates: PEM texts (RFC 7468), and fields of the DER. Pure functions. */
import * as bytes from "io/bytes";
import type { Peer } from "../base/io";
import * as strings from "../base/strings";
import type { Problem } from "../base/log_texts";

/** Bytes of a text of certificates: ten large ones, which fit into one call of ubus over the web. */
export const max_bytes = 49152;

/** Bytes of the largest file of certificates. */
export const max_file = 1048576;

/** Characters of a line (RFC 7468 section 2). */
const line_length = 64;

const begin_line = "-----BEGIN CERTIFICATE-----";
const end_line = "-----END CERTIFICATE-----";

function remove_all(text: string, characters: string[]): string {
  let rest = text;
  for (const character of characters) {
    rest = rest.split(character).join("");
  }
  return rest;
}

/** The value of an element of DER, from its first byte to the one after it (ITU-T X.690 section 8.1). */
interface Element {
  tag: number;
  from: number;
  to: number;
}

const sequence_tag = 48;
const version_tag = 160;
const host_tag = 130;
const address_tag = 135;
const utc_time_tag = 23;
const generalized_time_tag = 24;

/** The element at a place; undefined where none fits before `limit`. */
function element_at(der: string, at: number, limit: number): Element | undefined {
  let from = at + 2;
  let length = der.charCodeAt(at + 1);
  if (length > 127) {
    const digits = length - 128;
    if (digits > 2) {
      return undefined;
    }
    length = 0;
    for (let i = 0; i < digits; i++) {
      length = length * 256 + der.charCodeAt(from + i);
    }
    from = from + digits;
  }
  // Beyond the text there are no codes, so no length fits.
  return from + length <= limit ? { tag: der.charCodeAt(at), from, to: from + length } : undefined;
}

/** The element so many elements after a place. */
function nth_element(der: string, start: number, limit: number, count: number): Element | undefined {
  let element = element_at(der, start, limit);
  for (let i = 0; i < count && element !== undefined; i++) {
    element = element_at(der, element.to, limit);
  }
  return element;
}

/** The DER of a Base64 text; undefined unless it is one whole sequence of the size of a certificate. */
function read_der(base64: string): string | undefined {
  const url_safe = remove_all(base64, ["="]).split("+").join("-").split("/").join("_");
  const der = bytes.base64url_decode(url_safe) ?? "";
  const whole = element_at(der, 0, der.length);
  const is_whole = whole !== undefined && whole.tag === sequence_tag && whole.to === der.length;
  return is_whole && der.charCodeAt(1) === 130 && der.length > 4 ? der : undefined;
}

/** The bytes before the values of extensions: the object identifiers of basicConstraints and subjectAltName (RFC 5280 section 4.2.1). */
const extension = String.fromCharCode(6) + String.fromCharCode(3) + "U" + String.fromCharCode(29);
const constraints = extension + String.fromCharCode(19);
const alternative_names = extension + String.fromCharCode(17);

/** Whether a certificate says that it is an authority's: the flag cA of basicConstraints, after a sequence. */
export function is_authority(der: string): boolean {
  const at = der.indexOf(constraints);
  const value = at >= 0 ? der.substring(at + constraints.length) : "";
  const start = value.charCodeAt(0) === 1 ? 3 : 0;
  const is_sequence = value.charCodeAt(start + 2) === sequence_tag;
  return is_sequence && value.charCodeAt(start + 4) === 1 && value.charCodeAt(start + 6) === 255;
}

/** The kind of the certificates in a PEM text: `authority` where one is an authority's. */
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

/** The PEM text of one certificate in Base64. */
export function encode(base64: string): string {
  const lines = [begin_line];
  for (let at = 0; at < base64.length; at += line_length) {
    lines.push(base64.substring(at, at + line_length));
  }
  return lines.concat([end_line, ""]).join("\n");
}

/** The certificates of a text, in order, or the rule that it breaks. */
export function read_certificates(text: string): { pem?: string; problem?: Problem } {
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

/** The field `validity` of a certificate (RFC 5280 section 4.1.2.5). */
function validity_of(der: string): Element | undefined {
  const certificate = element_at(der, 0, der.length);
  const body = certificate !== undefined ? element_at(der, certificate.from, certificate.to) : undefined;
  const first = body !== undefined ? element_at(der, body.from, body.to) : undefined;
  if (body === undefined || first === undefined) {
    return undefined;
  }
  // Version, which the first version lacks; serial number, algorithm, issuer.
  return nth_element(der, body.from, body.to, first.tag === version_tag ? 4 : 3);
}

/** The first or the last day of a certificate, by the place of the field in `validity`, `2026-01-31 UTC`; undefined where it cannot be read. */
function day_at(der: string, place: number): string | undefined {
  const validity = validity_of(der);
  const time = validity !== undefined ? nth_element(der, validity.from, validity.to, place) : undefined;
  if (time === undefined || (time.tag !== utc_time_tag && time.tag !== generalized_time_tag)) {
    return undefined;
  }
  const text = der.substring(time.from, time.to);
  const century = text < "50" ? "20" : "19";
  const date = (time.tag === utc_time_tag ? century + text : text).substring(0, 8);
  const is_date = date.length === 8 && strings.consists_of(date, "digits");
  return is_date ? [date.substring(0, 4), date.substring(4, 6), date.substring(6)].join("-") + " UTC" : undefined;
}

/** The first day of a certificate as people write it. */
export function first_day(der: string): string | undefined {
  return day_at(der, 0);
}

export function last_day(der: string): string | undefined {
  return day_at(der, 1);
}

/** An address of 4 or 16 bytes as people write it; "" for anything else. */
function address_of(octets: string): string {
  const is_v4 = octets.length === 4;
  const parts: string[] = [];
  for (let at = 0; at < octets.length; at += is_v4 ? 1 : 2) {
    parts.push(is_v4 ? `${octets.charCodeAt(at)}` : bytes.hex_encode(octets.substring(at, at + 2)));
  }
  return is_v4 || octets.length === 16 ? parts.join(is_v4 ? "." : ":") : "";
}

/** The hosts and addresses that a certificate is for: the extension subjectAltName (RFC 5280 section 4.2.1.6), after a flag that may be there. */
function names_of(der: string): string[] {
  const names: string[] = [];
  const at = der.indexOf(alternative_names);
  const start = at + alternative_names.length;
  const value = at >= 0 ? element_at(der, start + (der.charCodeAt(start) === 1 ? 3 : 0), der.length) : undefined;
  const list = value !== undefined ? element_at(der, value.from, value.to) : undefined;
  let next = list !== undefined ? element_at(der, list.from, list.to) : undefined;
  while (list !== undefined && next !== undefined) {
    const value_of = der.substring(next.from, next.to);
    const address = next.tag === address_tag ? address_of(value_of) : "";
    strings.add_missing(
      names,
      [next.tag === host_tag ? value_of : address].filter((name) => name !== ""),
    );
    next = next.to < list.to ? element_at(der, next.to, list.to) : undefined;
  }
  return names;
}

/** The hosts and addresses that a certificate is for, or its subject where it names none: for people. */
export function shown_names(peer: Peer): string {
  const names = names_of(peer.der).join(", ");
  return names !== "" ? names : peer.subject;
}
