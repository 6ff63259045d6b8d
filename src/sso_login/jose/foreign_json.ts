/**
 * JSON of providers. A text that no rule reads must not fail a login: parts that a runtime cannot represent are replaced by values that
 * no rule accepts, and the text is read again. Half a surrogate pair (RFC 8259 section 8.2) becomes NUL, which no name may hold; an
 * array or object below the depth that can be read becomes null, which is absence; a number that is too large becomes false.
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as strings from "../base/strings";
import type { Result } from "../result";

/** Levels that both runtimes read. */
const max_depth = 31;

/** Bytes of an escape, `\\uXXXX`. */
const escape_length = 6;

/** Kind of the escape at a place: the first or the second half of a surrogate pair, or another. */
function half_at(text: string, at: number): "first" | "second" | "none" {
  const digits = text.substring(at + 2, at + escape_length).toLowerCase();
  if (text.substring(at, at + 2) !== "\\u" || digits.length !== 4 || digits.charAt(0) !== "d") {
    return "none";
  }
  const kind = digits.charAt(1);
  if ("89ab".includes(kind)) {
    return "first";
  }
  return "cdef".includes(kind) ? "second" : "none";
}

/** Length of the number at a place, in bytes. */
function number_length(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && "0123456789+-.eE".includes(text.charAt(at + length))) {
    length += 1;
  }
  return length;
}

/** Whether a number is one (RFC 8259 section 6) that is too large for this machine. */
function is_too_large(number: string): boolean {
  const mantissa = strings.before(number.toLowerCase(), "e");
  const exponent = number.substring(mantissa.length + 1);
  const digits = exponent.startsWith("+") ? exponent.substring(1) : exponent;
  const is_number = digits !== "" && strings.consists_of(digits, "digits");
  return is_number && json.decode("[" + mantissa + "]").ok && !json.decode("[" + number + "]").ok;
}

/** The text with what cannot be represented replaced. Says nothing about whether it is JSON. */
export function repair(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  let depth = 0;
  let in_string = false;
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    let length = 1;
    if (char === "\\") {
      const half = half_at(text, at);
      const is_pair = half === "first" && half_at(text, at + escape_length) === "second";
      length = is_pair ? 2 * escape_length : 2;
      if (half !== "none" && !is_pair && depth <= max_depth) {
        parts.push(text.substring(kept, at) + "\\u0000");
        kept = at + escape_length;
      }
    } else if (char === '"') {
      in_string = !in_string;
    } else if (!in_string && "-0123456789".includes(char)) {
      length = number_length(text, at);
      if (depth <= max_depth && is_too_large(text.substring(at, at + length))) {
        parts.push(text.substring(kept, at) + "false");
        kept = at + length;
      }
    } else if (!in_string && (char === "[" || char === "{")) {
      depth += 1;
      if (depth === max_depth + 1) {
        parts.push(text.substring(kept, at) + "null");
      }
    } else if (!in_string && (char === "]" || char === "}")) {
      if (depth === max_depth + 1) {
        kept = at + 1;
      }
      depth -= 1;
    }
    at += length;
  }
  // Without its end a text that is too deep stays what it is, no JSON.
  return depth > max_depth ? text : parts.join("") + text.substring(kept);
}

/** Decodes a JSON text whose value is an object. */
export function decode_object(text: string): Result<JsonObject> {
  const decoded = json.decode_object(text);
  return decoded.ok ? decoded : json.decode_object(repair(text));
}
