/** The part of src/lua/io/json.ts that the types of the service's answers need: the page reads the same JSON as JavaScript's own values. */
import type { Result } from "../../sso_login/result";

export type JsonObject = { [key: string]: unknown };
export type List<T> = T[];
export declare function list<T>(items: T[]): List<T>;
export declare function is_array(value: unknown): value is unknown[];
export declare function is_object(value: unknown): value is JsonObject;
export declare function decode_file(text: string): Result<JsonObject>;
