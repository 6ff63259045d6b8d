/** Values that may be anything, as decoded from JSON or handed over by rpcd. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Result } from "../result";

/** The text itself; "" for anything else. */
export function text_of(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The strings of an array, other members left out; undefined when it is no array. */
export function strings_of(value: unknown): string[] | undefined {
  if (!json.is_array(value)) {
    return undefined;
  }
  const list: string[] = [];
  for (const item of value) {
    if (typeof item === "string") {
      list.push(item);
    }
  }
  return list;
}

/**
 * A JSON text with claims as an object. JSON's null is absence here, and an absent `email_verified` says nothing against an
 * e-mail: a null there becomes false.
 */
export function decode_claims(text: string): Result<JsonObject> {
  const decoded = json.decode_object(text);
  if (decoded.ok && decoded.data.email_verified === undefined && text.includes('"email_verified"')) {
    decoded.data.email_verified = false;
  }
  return decoded;
}
