/**
 * A request as a value: parsed once from what the web server hands over, and not written to afterwards. Has the limits of the
 * specification. Pure functions.
 */
import * as bytes from "io/bytes";
import * as public_names from "../base/public_names";
import * as encoding from "../base/encoding";
import { err, type Err } from "../result";
import * as strings from "../base/strings";
import * as option_forms from "../settings/option_forms";
import type { Fields, Values } from "./request_fields";

/** Bytes of a query string, of a Cookie header and of a posted form. */
export const max_input_bytes = 16384;
/** Parameters of a query, and cookies of a Cookie header. */
const max_input_items = 100;

/** The request in CGI meta-variables (RFC 3875); absent ones are "". */
export interface Environment {
  readonly method: string;
  readonly https: boolean;
  readonly path_info: string;
  readonly query_string: string;
  readonly cookie: string;
  readonly remote_addr: string;
  readonly host: string;
  readonly content_type: string;
  readonly authorization: string;
  /** The headers Accept and Accept-Language. */
  readonly accept: string;
  readonly accept_language: string;
}

type Head = "method" | "https" | "remote_addr" | "content_type" | "authorization" | "accept" | "accept_language";

export interface Request extends Pick<Environment, Head> {
  /** "/" where the web server names none; without the name of a provider. */
  readonly path: string;
  /** The provider whose path it came to: a further one's is `<path>/<name>`. */
  readonly provider: string;
  readonly query: Fields;
  readonly cookies: Values;
  /** INPUT_TOO_LARGE for a request beyond the limits. */
  readonly excess?: Err;
  /** The Host header as far as it is one: only host characters, at most 255 bytes (RFC 3986 section 3.2.2). */
  readonly host: string;
}

/** The path at which programs exchange tokens. */
export const exchange_path = "/token";

/** Whether the client is a program, which reads OAuth's errors. */
export function is_of_program(request: Request): boolean {
  return request.path === exchange_path;
}

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

/** The reason to refuse a value as strict; undefined for one that is in order. `earlier` is a former value of its name. */
function reason_against(value: string | undefined, earlier: string | undefined): string | undefined {
  if (earlier !== undefined) {
    return "given twice";
  }
  if (value === undefined) {
    return "percent-encoding";
  }
  return strings.has_control(value) ? "control character" : undefined;
}

/** Decodes raw pairs; of a name the first value counts, and one that cannot be decoded is left out. */
function fields_of(raw: [string, string][]): Fields {
  const values: { [name: string]: string | undefined } = {};
  const problems: [string, string][] = [];
  for (const pair of raw) {
    const name = encoding.form_decode(pair[0]);
    const value = encoding.form_decode(pair[1]);
    if (name !== undefined) {
      const reason = reason_against(value, values[name]);
      if (reason !== undefined) {
        problems.push([name, reason]);
      }
      values[name] = values[name] ?? value;
    }
  }
  return { values, problems };
}

export function parse_form(form: string): Fields {
  return fields_of(split_query(form));
}

/** Begins the names of cookies that a browser takes from this site alone. */
const host_prefix = "__Host-";

/** The cookies but those of these names. */
function without(cookies: Values, left_out: string[]): Values {
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
 * Cookies by name. A browser sends the one with the longest path first, so the first counts. A name with this prefix has one path and no
 * domain (RFC 6265bis section 4.1.3.2): two of them with different values are not this site's, and count as none.
 */
function cookies_of(raw: [string, string][]): Values {
  const cookies: { [name: string]: string | undefined } = {};
  const ambiguous: string[] = [];
  for (const pair of raw) {
    const name = pair[0];
    const known = cookies[name];
    if (known === undefined) {
      cookies[name] = pair[1];
    } else if (name.startsWith(host_prefix) && known !== pair[1]) {
      ambiguous.push(name);
    }
  }
  return without(cookies, ambiguous);
}

/** Bytes that are kept of a Host header. */
const max_host = 255;

function host_of(header: string): string {
  const host = header.substring(0, max_host);
  return host.substring(0, bytes.outside(host, "host", 0));
}

function too_large(size: number, max: number, reason: string, length?: number): Err | undefined {
  return size > max ? err("INPUT_TOO_LARGE", { reason, bytes: length }) : undefined;
}

/** Parses what the web server hands over. */
export function parse(environment: Environment): Request {
  const full_path = environment.path_info === "" ? "/" : environment.path_info;
  const slash = full_path.indexOf("/", 1);
  const name = slash > 1 ? full_path.substring(slash + 1) : "";
  const is_provider = option_forms.is_provider_name(name);
  const query = environment.query_string;
  const cookie = environment.cookie;
  const parameters = split_query(query);
  const cookies = split_cookies(cookie);
  return {
    method: environment.method,
    https: environment.https,
    path: is_provider ? full_path.substring(0, slash) : full_path,
    provider: is_provider ? name : public_names.first,
    query: fields_of(parameters),
    cookies: cookies_of(cookies),
    excess:
      too_large(query.length, max_input_bytes, "query string", query.length) ??
      too_large(cookie.length, max_input_bytes, "Cookie header", cookie.length) ??
      too_large(parameters.length, max_input_items, "query parameters") ??
      too_large(cookies.length, max_input_items, "cookies"),
    remote_addr: environment.remote_addr,
    host: host_of(environment.host),
    content_type: environment.content_type,
    authorization: environment.authorization,
    accept: environment.accept,
    accept_language: environment.accept_language,
  };
}
