/** Values of unknown types, as decoded from JSON or passed by rpcd. */
import * as json from "io/json";
import type { JsonObject } from "io/json";

/** The text itself; "" for anything else. */
export function text_of(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Whether a value is a text that is not empty and has no NUL, at which ubus cuts a text. */
export function is_name(value: unknown): value is string {
  return typeof value === "string" && value !== "" && !value.includes("\0");
}

/** The text that is such a name; "" for anything else, as a cut text would be another name. */
export function name_of(value: unknown): string {
  return is_name(value) ? value : "";
}

/** The strings of an array, other members left out; undefined when it is no array. */
export function strings_of(value: unknown): string[] | undefined {
  return json.is_array(value) ? (value.filter((item) => typeof item === "string") as string[]) : undefined;
}

/** The objects of an array, other members left out; undefined when it is no array. An empty object counts as an empty array. */
export function objects_of(value: unknown): JsonObject[] | undefined {
  return json.is_array(value) ? (value.filter((item) => json.is_object(item)) as JsonObject[]) : undefined;
}
