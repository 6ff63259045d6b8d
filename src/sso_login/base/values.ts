/** Values that may be anything, as decoded from JSON or handed over by rpcd. */
import * as json from "io/json";
import type { Err, Facts } from "../result";

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

/** The facts of a failure; none where it has only a text. */
export function facts_of(failure: Err): Facts {
  return typeof failure.details === "object" ? failure.details : {};
}
