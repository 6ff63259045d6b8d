/** How long a certificate counts (RFC 5280 section 4.1.2.5). Pure functions. */
import * as strings from "../base/strings";

/** Where the value of an element of DER begins, and where it ends (ITU-T X.690 section 8.1). */
interface Element {
  tag: number;
  from: number;
  to: number;
}

const version_tag = 160;
const utc_time_tag = 23;
const generalized_time_tag = 24;

/** The element at a place; undefined where none fits before `limit`. */
function element_at(der: string, at: number, limit: number): Element | undefined {
  if (at + 2 > limit) {
    return undefined;
  }
  let from = at + 2;
  let length = der.charCodeAt(at + 1);
  if (length > 127) {
    const digits = length - 128;
    if (digits > 2 || from + digits > limit) {
      return undefined;
    }
    length = 0;
    for (let i = 0; i < digits; i++) {
      length = length * 256 + der.charCodeAt(from + i);
    }
    from = from + digits;
  }
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

/** The field `validity` of a certificate. */
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

/** The day on which a certificate ends, in UTC: the number 20260131. Undefined where it is not to be found. */
export function last_day(der: string): number | undefined {
  const validity = validity_of(der);
  const time = validity !== undefined ? nth_element(der, validity.from, validity.to, 1) : undefined;
  if (time === undefined || (time.tag !== utc_time_tag && time.tag !== generalized_time_tag)) {
    return undefined;
  }
  const text = der.substring(time.from, time.to);
  const century = text < "50" ? "20" : "19";
  const date = (time.tag === utc_time_tag ? century + text : text).substring(0, 8);
  return date.length === 8 ? strings.parse_integer(date) : undefined;
}
