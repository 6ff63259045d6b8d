/** The part of src/lua/io/json.ts that the page's types and the scripts need: JSON is JavaScript's own values. */
import { ok, type Result } from "../../sso_login/result";

export type JsonObject = { [key: string]: unknown };
export type List<T> = T[];

export function list<T>(items: T[]): List<T> {
  return items;
}

export function is_array(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

export function is_object(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function decode_file(text: string): Result<JsonObject> {
  return ok(JSON.parse(text) as JsonObject);
}

export const decode_as_rpcd = decode_file;
