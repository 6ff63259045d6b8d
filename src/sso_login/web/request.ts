/** Reading a request: query parameters and cookies, with the limits of the specification. Pure functions. */
import * as bytes from "io/bytes";
import * as names from "../base/names";
import * as encoding from "../base/encoding";
import { err, ok, type Result } from "../result";
import * as strings from "../base/strings";

/** Bytes of a query string and of a Cookie header. */
export const max_input_bytes = 16384;
/** Parameters of a query, and cookies of a Cookie header. */
const max_input_items = 100;

/** What the web server hands over, as CGI meta-variables (RFC 3875); absent ones are "". */
export interface Environment {
  method: string;
  https: boolean;
  path_info: string;
  query_string: string;
  cookie: string;
  remote_addr: string;
  host: string;
  content_type: string;
  authorization: string;
  /** The headers Accept and Accept-Language. */
  accept: string;
  accept_language: string;
  /** The page at which the login of a callback was to end, once it is known. */
  return_to?: string;
  /** The further provider whose address it came to, or whose login it starts. */
  provider?: string;
  /** Whether this is an exchange of a token, and exchanges are on; absent until that is known. */
  is_exchange?: boolean;
}

/** Parameters and cookies by name. */
export interface Request {
  params: { [name: string]: string | undefined };
  cookies: { [name: string]: string | undefined };
}

/** Parameters that decide something: a second value, a bad encoding or a control character is an attack or a fault. */
const strict_params = ["code", "state", "error", "iss", "stoken"];

/** A raw pair `name=value`; the value is "" without an equals sign. */
function split_pair(text: string): [string, string] {
  const equals = text.indexOf("=");
  return equals >= 0 ? [text.substring(0, equals), text.substring(equals + 1)] : [text, ""];
}

/** Raw pairs of a query string, empty ones left out. */
function split_query(query: string): [string, string][] {
  return strings.split_words(query, "&").map((part) => split_pair(part));
}

function is_blank(character: string): boolean {
  return character === " " || character === "\t";
}

/** The text without spaces and tabs at its ends. */
function trim(text: string): string {
  let from = 0;
  while (is_blank(text.charAt(from))) {
    from = from + 1;
  }
  let to = text.length;
  while (to > from && is_blank(text.charAt(to - 1))) {
    to = to - 1;
  }
  return text.substring(from, to);
}

/** Raw pairs of a Cookie header (RFC 6265 section 4.2), empty ones left out. */
function split_cookies(header: string): [string, string][] {
  const out: [string, string][] = [];
  for (const part of header.split(";")) {
    const text = trim(part);
    if (text !== "") {
      const pair = split_pair(text);
      out.push([trim(pair[0]), trim(pair[1])]);
    }
  }
  return out;
}

/** Bytes that are kept of a Host header. */
const max_host = 255;

/** The Host header as far as it is one: only host characters, at most 255 bytes (RFC 3986 section 3.2.2). */
export function host_of(environment: Environment): string {
  const host = environment.host.substring(0, max_host);
  return host.substring(0, bytes.outside(host, "host", 0));
}

/** Whether a request stays within the limits; INPUT_TOO_LARGE with what is over them otherwise. */
export function check_limits(environment: Environment): Result<true> {
  if (environment.query_string.length > max_input_bytes) {
    return err("INPUT_TOO_LARGE", { reason: "query string", bytes: environment.query_string.length });
  }
  if (environment.cookie.length > max_input_bytes) {
    return err("INPUT_TOO_LARGE", { reason: "Cookie header", bytes: environment.cookie.length });
  }
  if (split_query(environment.query_string).length > max_input_items) {
    return err("INPUT_TOO_LARGE", { reason: "query parameters" });
  }
  if (split_cookies(environment.cookie).length > max_input_items) {
    return err("INPUT_TOO_LARGE", { reason: "cookies" });
  }
  return ok(true);
}

/** The first value of one parameter, decoded; "" when it is badly encoded, undefined when it is absent. */
export function query_param(query: string, param: string): string | undefined {
  for (const pair of split_query(query)) {
    if (encoding.form_decode(pair[0]) === param) {
      return encoding.form_decode(pair[1]) ?? "";
    }
  }
  return undefined;
}

/** What forbids a strict parameter, or undefined. */
function param_problem(value: string | undefined, known: string | undefined): string | undefined {
  if (known !== undefined) {
    return "given twice";
  }
  if (value === undefined) {
    return "percent-encoding";
  }
  return strings.has_control(value) ? "control character" : undefined;
}

/**
 * Decodes a query string or a posted form; INVALID_REQUEST as the strict parameters demand, those of all pages but the start
 * unless others are named. Of other parameters the first value counts, and one that cannot be decoded is left out.
 */
export function parse_query(query: string, strict?: string[]): Result<{ [name: string]: string | undefined }> {
  const params: { [name: string]: string | undefined } = {};
  for (const pair of split_query(query)) {
    const name = encoding.form_decode(pair[0]);
    const value = encoding.form_decode(pair[1]);
    if (name !== undefined) {
      const problem = (strict ?? strict_params).includes(name) ? param_problem(value, params[name]) : undefined;
      if (problem !== undefined) {
        return err("INVALID_REQUEST", { reason: problem, parameter: name });
      }
      params[name] = params[name] ?? value;
    }
  }
  return ok(params);
}

/** The cookies but those of these names. */
function without(cookies: { [name: string]: string | undefined }, left_out: string[]): { [name: string]: string } {
  const kept: { [name: string]: string } = {};
  for (const name of Object.keys(cookies)) {
    const value = cookies[name];
    if (value !== undefined && !left_out.includes(name)) {
      kept[name] = value;
    }
  }
  return kept;
}

/**
 * Cookies by name. A browser sends the one with the longest path first, so the first counts; two cookies of
 * ours with different values count as none.
 */
export function parse_cookies(header: string): { [name: string]: string | undefined } {
  const cookies: { [name: string]: string | undefined } = {};
  const ambiguous: string[] = [];
  for (const pair of split_cookies(header)) {
    const name = pair[0];
    const known = cookies[name];
    if (known === undefined) {
      cookies[name] = pair[1];
    } else if (name.startsWith(names.cookie_prefix) && known !== pair[1]) {
      ambiguous.push(name);
    }
  }
  return without(cookies, ambiguous);
}

/** Parameters and cookies of a request; INVALID_REQUEST when a parameter cannot be taken. */
export function parse(environment: Environment): Result<Request> {
  const params = parse_query(environment.query_string);
  if (!params.ok) {
    return params;
  }
  return ok({ params: params.data, cookies: parse_cookies(environment.cookie) });
}
