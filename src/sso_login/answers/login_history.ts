/** The last logins, ends of sessions, refusals and changes, read from the router's log. */
import * as json from "io/json";
import type { JsonObject, List } from "io/json";
import type { Io } from "../base/io";
import * as encoding from "../base/encoding";
import type { Finding } from "../check/report";
import * as public_names from "../base/public_names";
import * as shown from "../login/shown";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import type { Facts } from "../result";
import * as errors from "../web/errors";
import * as refusal_findings from "./refusal_findings";

/** Lines of all programs to read, as on LuCI's own page. */
const max_lines = 1000;
/** Most entries, and bytes of their texts. */
const max_entries = 30;
const max_text = 400;

/** A login, a refusal or a change; texts as the log has them. */
export interface Entry {
  time: number;
  code: string;
  /** The e-mail, else the subject, or their hashes where `log_identity` is off; the user name of a local login. */
  who: string;
  /** An address that the provider does not call verified, of the line or of the login of its session: nobody's identity. */
  unverified?: string;
  from: string;
  /** The reference of a refusal, or the name of a session. */
  reference: string;
  role: string;
  /** Of the end of a session or a change of passwords: its cause, and who wanted it. */
  by?: string;
  actor?: string;
  /** The changed packages, and the options in them; the last of a list may be how many more there are. */
  packages?: string;
  options?: string;
  /** All other facts of the line, and what they say about a refusal. */
  why: string;
  finding?: Finding;
  /** The section of the provider, where there are several. */
  provider?: string;
  /** Values that may be added to a role, exactly as the provider sent them. */
  email?: string;
  sub?: string;
  groups?: List<string>;
}

/** A value of a line; not whole where it was cut. */
interface LogValue {
  text: string;
  is_whole: boolean;
}

interface LogLine {
  code: string;
  values: { [key: string]: LogValue | undefined };
}

/** Bytes of an escaped value from which on it may have been cut: the limit of base/log less the longest escape. */
const max_whole = 396;

/** The text of an escape at a place, and its length; undefined where base/log writes no such escape. */
function read_escape(line: string, at: number): { text: string; length: number } | undefined {
  const next = line.charAt(at + 1);
  if (next === '"' || next === "\\") {
    return { text: next, length: 2 };
  }
  const byte = next === "x" ? encoding.hex_byte(line.substring(at + 2, at + 4)) : undefined;
  return byte !== undefined ? { text: byte, length: 4 } : undefined;
}

/** A value at a place, and the place after it; undefined where a quote is not closed. */
function read_value(line: string, at: number): { value: LogValue; next: number } | undefined {
  if (line.charAt(at) !== '"') {
    const text = strings.before(line.substring(at), " ");
    return { value: { text, is_whole: text.length < max_whole }, next: at + text.length };
  }
  const parts: string[] = [];
  let place = at + 1;
  while (place < line.length && line.charAt(place) !== '"') {
    const escape = line.charAt(place) === "\\" ? read_escape(line, place) : undefined;
    parts.push(escape !== undefined ? escape.text : line.charAt(place));
    place = place + (escape !== undefined ? escape.length : 1);
  }
  const value = { text: parts.join(""), is_whole: place - at - 1 < max_whole };
  return line.charAt(place) === '"' ? { value, next: place + 1 } : undefined;
}

/** Parses a line of base/log as far as it has the form `CODE key=value …`; the first value of a key counts. */
export function parse(line: string): LogLine {
  const code = strings.before(line, " ");
  const found: LogLine = { code, values: {} };
  let at = code.length;
  while (at < line.length) {
    const equals = line.indexOf("=", at);
    const taken = equals >= 0 ? read_value(line, equals + 1) : undefined;
    if (taken === undefined) {
      return found;
    }
    const key = line.substring(at + 1, equals);
    found.values[key] = found.values[key] ?? taken.value;
    at = taken.next;
  }
  return found;
}

/** Keys with members of their own. */
const identities = ["email", "sub", "email_id", "sub_id", "user", "by", "by_id"];

/** Codes whose `by` is no user but a cause. */
const causes = ["LOGOUT", "PASSWORD_LOGIN"];

const placed = identities.concat([
  "email_unverified",
  "remote",
  "role",
  "reference",
  "session",
  "packages",
  "options",
  "administrator",
  "administrator_id",
]);

/** Most names in the log's list of groups, and bytes of one. */
const max_named = 5;
const max_name = 64;

function text_of(line: LogLine, key: string): string {
  const value = line.values[key];
  return value !== undefined ? value.text : "";
}

/** A value that is whole and has no control characters. */
function usable(line: LogLine, key: string): string | undefined {
  const value = line.values[key];
  const is_usable = value !== undefined && value.is_whole && value.text !== "" && !strings.has_control(value.text);
  return is_usable ? value.text : undefined;
}

/** The groups of a refused user, where none can have a comma or be cut. */
function groups_of(line: LogLine): List<string> | undefined {
  const listed = usable(line, "first_groups");
  const count = strings.parse_integer(text_of(line, "groups"));
  if (listed === undefined || count === undefined) {
    return undefined;
  }
  const groups = listed.split(",");
  const are_exact = groups.every((group) => group !== "" && group.length < max_name);
  return are_exact && groups.length === Math.min(count, max_named) ? json.list(groups) : undefined;
}

function shown_text(text: string): string {
  return shown.shown_text(text, max_text);
}

function first_of(line: LogLine, keys: string[]): string {
  return keys.map((key) => text_of(line, key)).find((text) => text !== "") ?? "";
}

/** The keys of a line that have no member of their own. */
function other_keys(line: LogLine): string[] {
  return strings.sorted_keys(line.values).filter((key) => !placed.includes(key));
}

/** The finding about a refusal; undefined where the line tells of none. */
function finding_of(line: LogLine): Finding | undefined {
  const facts: Facts = {};
  for (const key of other_keys(line)) {
    const text = shown_text(text_of(line, key));
    facts[key] = key === "http_status" ? strings.parse_integer(text) : text;
  }
  const code = errors.errors[line.code] !== undefined ? line.code : undefined;
  return refusal_findings.of_refusal({ code, facts })[0];
}

function to_entry(line: LogLine, seconds: number): Entry {
  const is_refused = line.code === "USER_NOT_AUTHORIZED";
  const is_caused = causes.includes(line.code);
  const options = text_of(line, "options");
  return {
    time: seconds,
    code: line.code,
    who: shown_text(first_of(line, is_caused ? identities.filter((key) => key !== "by") : identities)),
    unverified: usable(line, "email_unverified"),
    from: shown_text(text_of(line, "remote")),
    reference: shown_text(first_of(line, ["reference", "session"])),
    role: shown_text(text_of(line, "role")),
    by: is_caused ? usable(line, "by") : undefined,
    actor: usable(line, "administrator") ?? usable(line, "administrator_id"),
    packages: usable(line, "packages"),
    options: options !== "" ? shown_text(options) : undefined,
    why: shown_text(
      other_keys(line)
        .map((key) => key + "=" + text_of(line, key))
        .join(", "),
    ),
    provider: usable(line, "provider"),
    email: is_refused ? usable(line, "email") : undefined,
    sub: is_refused ? usable(line, "sub") : undefined,
    groups: is_refused ? groups_of(line) : undefined,
  };
}

/** The line of this service in an entry of the log; undefined for all others. The tag may have a process id. */
function own_line(message: string): string | undefined {
  const tag = strings.before(message, ": ");
  const name = strings.before(tag, "[");
  return name === public_names.package_name && tag.length < message.length
    ? message.substring(tag.length + 2)
    : undefined;
}

/** The last entries with codes of `is_told`, the newest first; undefined where the ubus object `log` does not answer. */
export function read(io: Io, is_told: (this: void, code: string) => boolean): Entry[] | undefined {
  const reply = io.ubus_call("log", "read", { lines: max_lines, stream: false, oneshot: true });
  const lines = reply.ok && reply.data !== undefined ? reply.data.log : undefined;
  if (!json.is_array(lines)) {
    return undefined;
  }
  const entries: Entry[] = [];
  // By session and user: the line of a test login has the session of who tests.
  const unverified: { [login: string]: string | undefined } = {};
  const login_of = (entry: Entry): string => entry.reference + " " + entry.who;
  for (let at = lines.length - 1; at >= 0; at--) {
    const item = lines[at];
    const kept: JsonObject = json.is_object(item) ? item : {};
    // The time is in milliseconds.
    const text = own_line(json_values.text_of(kept.msg));
    const line = text !== undefined ? parse(text) : undefined;
    if (line !== undefined && typeof kept.time === "number") {
      const entry = to_entry(line, Math.floor(kept.time / 1000));
      unverified[login_of(entry)] = unverified[login_of(entry)] ?? entry.unverified;
      if (is_told(line.code) && entries.length < max_entries) {
        entry.finding = finding_of(line);
        entries.push(entry);
      }
    }
  }
  for (const entry of entries) {
    entry.unverified = unverified[login_of(entry)];
  }
  return entries;
}
