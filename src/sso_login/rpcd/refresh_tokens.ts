/**
 * The refresh tokens of sessions (option `session_revalidate`), each in a file of the run directory. A file outlives its session for
 * a moment: the supervisor finds it, in whatever way the session ended, and has the token revoked and the file removed.
 */
import type { Io, UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import type { Config } from "../settings/provider_config";
import * as package_sections from "../settings/package_sections";
import type { SsoSession } from "./rpcd_sessions";

/** A file's name is the hash of a session's id between `public_names.refresh_prefix` and this. */
const suffix = ".json";

/** Bytes of a token. */
const max_length = 16384;

/** Least seconds between two questions, whatever the option says. */
const min_interval = 300;

/** Intervals, and least seconds, that a proof is enough for. */
const max_intervals = 3;
const min_unproved = 3600;

/** A stored token, of the client that got it. Times are Unix seconds. */
export interface StoredToken {
  refresh_token: string;
  provider: string;
  issuer: string;
  client_id: string;
  /** The login, or the last question to the provider. */
  asked_at: number;
  /** The login, or the last question that proved the user; also by the monotonic clock. */
  proved_at: number;
  proved_uptime: number;
  /** The failure of a later question in a few words. */
  failure?: string;
}

/** The name of a session's file. */
export function name_of(sid: string): string {
  return public_names.refresh_prefix + hash.hash_sha256_hex(sid) + suffix;
}

/** The fault of a value of the provider that cannot be used as a token; undefined where it can. */
export function fault_of(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") {
    return "is not a text";
  }
  if (value.length > max_length) {
    return "is over 16 384 bytes";
  }
  return strings.is_visible_ascii(value) ? undefined : "has a blank, or another character that no token has";
}

/** Stores a token under a file's name in the place of an older one, whole or not at all; false when it cannot be written. */
export function write(io: Io, name: string, token: StoredToken): boolean {
  return store.write(io, store.path_of(io, name), token);
}

/** Stores the token of a new session; false when it cannot be stored. */
export function keep(io: Io, config: Config, sid: string, refresh_token: string): boolean {
  const now = io.time();
  const token = {
    refresh_token,
    provider: config.provider,
    issuer: config.issuer_url,
    client_id: config.client_id,
    asked_at: now,
    proved_at: now,
    proved_uptime: io.monotonic(),
  };
  return fault_of(refresh_token) === undefined && write(io, name_of(sid), token);
}

export function remove(io: Io, name: string): void {
  io.remove(store.path_of(io, name));
}

/** The token in a file; undefined where it is damaged. */
export function read(io: Io, name: string): StoredToken | undefined {
  const stored = store.read(io, store.path_of(io, name)) ?? {};
  if (!json_values.is_name(stored.refresh_token) || typeof stored.asked_at !== "number") {
    return undefined;
  }
  // Files of earlier versions have no time of a proof where the last question gave one, and none by the monotonic clock.
  const proved_at = typeof stored.proved_at === "number" ? stored.proved_at : stored.asked_at;
  stored.proved_at = proved_at;
  if (typeof stored.proved_uptime !== "number") {
    stored.proved_uptime = io.monotonic() - Math.max(0, io.time() - proved_at);
  }
  return stored as unknown as StoredToken;
}

/** Seconds between two questions by the option `session_revalidate`; undefined where it is off, or wrong. */
export function interval_of(option: unknown): number | undefined {
  const seconds = typeof option === "string" ? strings.parse_integer(option) : undefined;
  return seconds !== undefined ? Math.max(min_interval, seconds) : undefined;
}

/** The last proof of a session's user, of which the login is the first: Unix time, and seconds since then by the clock that does not jump. */
export function last_proof(io: Io, entry: SsoSession): { at: number; age: number } {
  const token = read(io, name_of(entry.sid));
  const at = token !== undefined ? token.proved_at : (entry.since ?? 0);
  const uptime = token !== undefined ? token.proved_uptime : entry.uptime;
  return { at, age: uptime !== undefined ? io.monotonic() - uptime : io.time() - at };
}

/** Whether a session's last proof is too old; `option` is `session_revalidate`. A program's session lasts as its token. */
export function is_unproved(io: Io, entry: SsoSession, option: unknown): boolean {
  const interval = entry.client === "" ? interval_of(option) : undefined;
  return interval !== undefined && last_proof(io, entry).age >= Math.max(max_intervals * interval, min_unproved);
}

export function list(io: Io): string[] {
  return (io.list_dir(io.paths.run_dir) ?? []).filter(
    (name) => name.startsWith(public_names.refresh_prefix) && name.endsWith(suffix),
  );
}

export function of_provider(io: Io, provider: string): StoredToken[] {
  const found: StoredToken[] = [];
  for (const name of list(io)) {
    const token = read(io, name);
    if (token !== undefined && token.provider === provider) {
      found.push(token);
    }
  }
  return found;
}

/** The next thing to do with a file. */
export interface Turn {
  name: string;
  token: StoredToken;
  /** The session that the provider is to be asked about; undefined where it has ended, and the token is to go. */
  entry?: SsoSession;
  /** Unix time. */
  moment: number;
}

/** The moment at which the provider is to be asked again; undefined where the option is off. */
function moment_of(providers: UciSection[], token: StoredToken, now: number): number | undefined {
  const section = providers.find((provider) => provider.name === token.provider);
  const interval = section !== undefined ? interval_of(section.options.session_revalidate) : undefined;
  if (interval === undefined) {
    return undefined;
  }
  const moment = token.asked_at + interval;
  // The clock may have gone back.
  return store.is_fresh(token.asked_at, now, interval) ? moment : Math.min(moment, now);
}

/**
 * The turns of files; damaged ones are removed. The token of a live session stays also while the option is off: the change may be taken
 * back. `files` were listed before `live`, all live sessions, as the file of a new session is not to go. `sections` are those of the package.
 */
export function turns_of(io: Io, files: string[], live: SsoSession[], sections: UciSection[]): Turn[] {
  const now = io.time();
  const providers = package_sections.provider_sections(sections);
  const found: Turn[] = [];
  for (const name of files) {
    const entry = live.find((candidate) => name_of(candidate.sid) === name);
    const token = read(io, name);
    const moment = token === undefined || entry === undefined ? now : moment_of(providers, token, now);
    if (token === undefined) {
      remove(io, name);
    } else if (moment !== undefined) {
      found.push({ name, token, entry, moment });
    }
  }
  return found;
}

/** The turn of a provider that is due for the longest time. */
export function first_turn(all: Turn[], provider: string, now: number): Turn | undefined {
  let first: Turn | undefined;
  for (const turn of all) {
    const is_due = turn.token.provider === provider && turn.moment <= now;
    if (is_due && (first === undefined || turn.moment < first.moment)) {
      first = turn;
    }
  }
  return first;
}
