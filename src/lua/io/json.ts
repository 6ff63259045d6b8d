/** JSON as the service sees it: objects, arrays, strings, finite numbers and booleans; null is absence. */
import { err, ok, type Result } from "../../sso_login/result";
import * as native from "./native";

export type JsonObject = { [key: string]: unknown };

/** The limit of ucode's parser, too. Nothing we read is deeper; rpcd's and LuCI's files stay below ten. */
const max_depth = 31;

type Codec = ReturnType<typeof import("cjson").new>;

let loaded: Codec | undefined;

/** lua-cjson, loaded at its first use: a program can say that it is missing. */
function codec(): Codec {
  if (loaded === undefined) {
    loaded = (require("cjson") as typeof import("cjson")).new();
    loaded.decode_invalid_numbers(false);
    loaded.decode_max_depth(max_depth);
  }
  return loaded;
}

/** An array that `list` made, which JSON shows as one when it is empty, too (io/plugin, `encode_answer`). */
export type List<T> = T[] & { is_list: true };

/** The metatable of such arrays: Lua's empty table does not tell whether it is one. */
export const list_mark = {};

export function list<T>(items: T[]): List<T> {
  return setmetatable(items, list_mark);
}

/** Whether a decoded value is an array; an empty object and an empty array look alike and count as both. */
export function is_array(value: unknown): value is unknown[] {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const [key] = next(value);
  return (value as unknown[])[0] !== undefined || key === undefined;
}

export function is_object(value: unknown): value is JsonObject {
  return typeof value === "object" && (value as unknown[])[0] === undefined;
}

/** Replaces lua-cjson's null, which is a value, by absence: members go, array elements close up. */
function without_null(value: unknown): unknown {
  if (value === codec().null) {
    return undefined;
  }
  if (typeof value !== "object") {
    return value;
  }
  if (is_array(value)) {
    const list: unknown[] = [];
    for (const item of value) {
      const kept = without_null(item);
      if (kept !== undefined) {
        list.push(kept);
      }
    }
    return list;
  }
  const object: JsonObject = {};
  for (const [key, item] of pairs(value as LuaTable<string, unknown>)) {
    object[key] = without_null(item);
  }
  return object;
}

function read(text: string): unknown {
  const value = codec().decode(text);
  return text.includes("null") ? without_null(value) : value;
}

function decode_with(reader: typeof read, text: string): Result<unknown> {
  codec();
  const [success, value] = pcall(reader, text);
  return success && !text.includes("\0") ? ok(value) : err("JSON_INVALID");
}

/** A decoded text as an object; once decoded, an empty array would look like one. */
function to_object(decoded: Result<unknown>, text: string): Result<JsonObject> {
  if (!decoded.ok) {
    return decoded;
  }
  const [opening] = string.find(text, "^[ \t\r\n]*{");
  return opening !== undefined && is_object(decoded.data) ? ok(decoded.data) : err("JSON_INVALID");
}

/**
 * Decodes a JSON text (RFC 8259). Of members with the same name the last counts. Numbers that are not finite, nesting
 * deeper than 31 and everything that is not JSON are errors.
 */
export function decode(text: string): Result<unknown> {
  const rewritten = native.load_crypto().json_rewrite(text, false);
  return rewritten !== undefined ? decode_with(read, rewritten) : err("JSON_INVALID");
}

export function decode_object(text: string): Result<JsonObject> {
  return to_object(decode(text), text);
}

/**
 * The same of a text of providers, where what no rule reads must not fail a login: what a runtime cannot represent is replaced by values that
 * no rule accepts. Half a surrogate pair becomes NUL, which no name may hold; an array or object below level 31 becomes null, which is
 * absence; a number that is too large becomes false.
 */
export function decode_foreign(text: string): Result<JsonObject> {
  const rewritten = native.load_crypto().json_rewrite(text, true);
  return rewritten !== undefined ? to_object(decode_with(read, rewritten), rewritten) : err("JSON_INVALID");
}

/** The object in a file that this service or the router's packages wrote: in ucode whatever rpcd takes for one. */
export function decode_file(text: string): Result<JsonObject> {
  return to_object(decode_with(read, text), text);
}

/** The value with `false` for each null, which counts as a member in rpcd. */
function with_members(value: unknown): unknown {
  if (value === codec().null) {
    return false;
  }
  if (typeof value === "object") {
    for (const [key, member] of pairs(value as LuaTable<string, unknown>)) {
      (value as LuaTable<string, unknown>).set(key, with_members(member));
    }
  }
  return value;
}

/**
 * The object that rpcd reads in a file of access groups; a member that is null is `false`. rpcd's parser takes more than JSON, and ends
 * texts at a NUL: what this one does not read as rpcd does is an error.
 */
export function decode_as_rpcd(text: string): Result<JsonObject> {
  if (text.includes("\\u0000")) {
    return err("JSON_INVALID");
  }
  return to_object(
    decode_with((whole) => with_members(codec().decode(whole)), text),
    text,
  );
}

/** Encodes a value of strings, numbers, booleans, arrays and objects; an empty array comes out as `{}`. */
export function encode(value: unknown): string {
  return codec().encode(value);
}

/** A text that is the same whenever this program has made the same value in the same way, to compare. */
export function encode_repeatable(value: unknown): string {
  return codec().encode(value);
}
