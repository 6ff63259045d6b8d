/** The error that an answer of the provider reports, in words for the log and the check. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { HttpResponse } from "../base/io";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import type { Facts, Result } from "../result";

/** Longest text of the provider that reaches the log. */
const max_text = 200;
/** The start of a JWT: Base64URL of `{"`. */
export const jwt_start = "eyJ";

/** In the place of a text that repeats a secret. */
export const left_out = "left out, as it repeats a secret";

/** A text of the provider for the log, cut; undefined for anything else. */
export function cut(text: unknown): string | undefined {
  return typeof text === "string" ? text.substring(0, max_text) : undefined;
}

/**
 * A text of the provider for the log, left out if it repeats a secret, or has what may be a token; undefined for "", too. A number counts as
 * a text, but 0 says success.
 */
export function shown(value: unknown, secrets: string[]): string | undefined {
  const text = typeof value === "number" && value !== 0 ? `${value}` : value;
  if (typeof text !== "string" || text === "") {
    return undefined;
  }
  const repeats = [jwt_start].concat(secrets).some((secret) => secret !== "" && text.includes(secret));
  return repeats ? left_out : cut(text);
}

/**
 * Members that name an error, those that do so only in an object in its place, and those that describe it, plain: OAuth's (RFC 6749
 * sections 4.1.2.1 and 5.2) first, then those of the providers' own interfaces and of RFC 9457, which some endpoints have in their place.
 */
const names = ["error", "errorcode", "errcode", "code", "__type"];
const names_within = ["type", "status"].concat(names);
/** Members with an object in the place of an error, or a list of such objects, plain; the outer ones may hold another one. */
const holders = ["error", "fault", "errors", "meta"];
const descriptions = [
  "errordescription",
  "errorsummary",
  "errormessage",
  "errormsg",
  "errmsg",
  "message",
  "msg",
  "faultstring",
  "detail",
  "reason",
  "title",
];

/** A name of a provider in one spelling: `error_code` and `ErrorCode` are one. */
export function plain(name: string): string {
  return name.toLowerCase().split("_").join("").split("-").join("").split(" ").join("");
}

/** The first of these members that is a text, or a number, in the first of these objects that has one. */
function first_shown(places: JsonObject[], members: string[], secrets: string[]): string | undefined {
  for (const place of places) {
    const keys = strings.sorted_keys(place).filter((key) => shown(place[key], secrets) !== undefined);
    for (const member of members) {
      const found = keys.find((key) => key === member || plain(key) === member);
      if (found !== undefined) {
        return shown(place[found], secrets);
      }
    }
  }
  return undefined;
}

function is_filled(value: unknown): value is JsonObject {
  return json.is_object(value) && strings.sorted_keys(value).length > 0;
}

/** Whether an answer has an error in the member `error`; another member may be part of what was asked for. */
export function has_error(answer: JsonObject): boolean {
  return is_filled(answer.error) || shown(answer.error, []) !== undefined;
}

/** Whether `reported_error` found an error, or words about one. */
export function is_reported(reported: Facts): boolean {
  return reported.error !== undefined || reported.error_description !== undefined;
}

/** The object in the first of these members that has one, or that begins a list there; undefined where none has. */
function object_in(answer: JsonObject, members: string[]): JsonObject | undefined {
  const keys = strings.sorted_keys(answer).filter((key) => members.includes(plain(key)));
  const values = keys.map((key) => answer[key]);
  const found = values.find((value) => is_filled(value) || (json_values.objects_of(value) ?? []).length > 0);
  return is_filled(found) ? found : (json_values.objects_of(found) ?? [])[0];
}

/** The error that an answer reports in the place of what was asked for. Some providers have an object, which may have its code in `detail`. */
export function reported_error(answer: JsonObject, secrets: string[]): Facts {
  const outer = object_in(answer, holders);
  const within = outer !== undefined ? (object_in(outer, holders) ?? outer) : undefined;
  const place = within ?? answer;
  const detail = object_in(place, ["detail"]);
  const details = detail !== undefined ? [detail] : [];
  const listed = json_values.strings_of(answer.errors) ?? [];
  return {
    error:
      first_shown([place], within !== undefined ? names_within : names, secrets) ??
      first_shown(details, names_within, secrets),
    error_description: first_shown(details.concat([place]), descriptions, secrets) ?? shown(listed[0], secrets),
  };
}

/** The same of an answer as it came: one in plain text is words. */
export function reported_in(response: HttpResponse, body: Result<JsonObject>, secrets: string[]): Facts {
  const is_text = json_values.text_of(response.content_type).toLowerCase().startsWith("text/plain");
  return body.ok
    ? reported_error(body.data, secrets)
    : { error_description: is_text ? shown(response.body, secrets) : undefined };
}

/** Bytes of an address in an error. */
const max_address = 200;

/** A text in the place of an address, for people: cut, and without what may be a password before the host. */
export function shown_address(text: string): string {
  const parts = text.split("@");
  return (parts.length > 1 ? "...@" + (parts[parts.length - 1] ?? "") : text).substring(0, max_address);
}
