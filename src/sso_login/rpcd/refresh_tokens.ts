/**
 * The refresh tokens of sessions (option `session_revalidate`), each in a file of the run directory. A file outlives its session for
 * a moment: the supervisor finds it, in whatever way the session ended, and has the token revoked and the file removed.
 */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import type { Config } from "../settings/provider_config";
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

/** A stored token, of the client that got it. What ends in `_at` is Unix time, what ends in `_uptime` a moment of the monotonic clock. */
export interface StoredToken {
  readonly refresh_token: string;
  readonly provider: string;
  readonly issuer: string;
  readonly client_id: string;
  /** The login, or the last question to the provider. */
  readonly asked_at: number;
  /** The login, or the last question that proved the user. */
  readonly proved_at: number;
  readonly proved_uptime: number;
  /** The failure of a later question in a few words; absent while there is none. */
  readonly failure?: string;
}

/** The members that a question changes, without the failure. */
type Changes = Partial<Pick<StoredToken, "refresh_token" | "asked_at" | "proved_at" | "proved_uptime">>;

/** A file of a token that can be read. */
export interface TokenFile {
  readonly name: string;
  readonly token: StoredToken;
}

/** All files of tokens, and the names of damaged ones: nothing of these is of use any more. */
export interface TokenFiles {
  readonly whole: TokenFile[];
  readonly damaged: string[];
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

/** The token with changes, and with this failure or without one. */
function changed(token: StoredToken, changes: Changes, failure: string | undefined): StoredToken {
  return {
    refresh_token: changes.refresh_token ?? token.refresh_token,
    provider: token.provider,
    issuer: token.issuer,
    client_id: token.client_id,
    asked_at: changes.asked_at ?? token.asked_at,
    proved_at: changes.proved_at ?? token.proved_at,
    proved_uptime: changes.proved_uptime ?? token.proved_uptime,
    failure,
  };
}

/** The token at a question to the provider, which begins now. */
export function at_question(io: Io, token: StoredToken): StoredToken {
  return changed(token, { asked_at: io.time() }, token.failure);
}

/** The token with another one that the provider gave in its place. */
export function rotated(token: StoredToken, refresh_token: string): StoredToken {
  return changed(token, { refresh_token }, token.failure);
}

/** The token after a question that proved the user. By the monotonic clock the proof is of the answer, a few seconds later, which does not matter. */
export function after_proof(io: Io, token: StoredToken): StoredToken {
  return changed(token, { proved_at: token.asked_at, proved_uptime: io.monotonic() }, undefined);
}

/** The token after a question that did not prove the user. */
export function after_failure(token: StoredToken, failure: string): StoredToken {
  return changed(token, {}, failure);
}

/**
 * The moment of the last proof by the monotonic clock, as far as the wall clock tells: files of earlier versions have it by the latter alone.
 */
function uptime_at(io: Io, proved_at: number): number {
  return io.monotonic() - Math.max(0, io.time() - proved_at);
}

/** The token in a file; undefined where it is damaged. */
export function read(io: Io, name: string): StoredToken | undefined {
  const stored = store.read(io, store.path_of(io, name)) ?? {};
  const asked_at = stored.asked_at;
  const refresh_token = json_values.name_of(stored.refresh_token);
  const provider = json_values.name_of(stored.provider);
  if (refresh_token === "" || provider === "" || typeof asked_at !== "number") {
    return undefined;
  }
  // In files of earlier versions the last question was a proof, unless they name another moment.
  const proved_at = typeof stored.proved_at === "number" ? stored.proved_at : asked_at;
  return {
    refresh_token,
    provider,
    issuer: json_values.text_of(stored.issuer),
    client_id: json_values.text_of(stored.client_id),
    asked_at,
    proved_at,
    proved_uptime: typeof stored.proved_uptime === "number" ? stored.proved_uptime : uptime_at(io, proved_at),
    failure: json_values.is_name(stored.failure) ? stored.failure : undefined,
  };
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

/** All files of tokens. */
export function read_all(io: Io): TokenFiles {
  const whole: TokenFile[] = [];
  const damaged: string[] = [];
  for (const name of io.list_dir(io.paths.run_dir) ?? []) {
    if (name.startsWith(public_names.refresh_prefix) && name.endsWith(suffix)) {
      const token = read(io, name);
      if (token !== undefined) {
        whole.push({ name, token });
      } else {
        damaged.push(name);
      }
    }
  }
  return { whole, damaged };
}

export function remove_damaged(io: Io, files: TokenFiles): void {
  for (const name of files.damaged) {
    remove(io, name);
  }
}

export function of_provider(io: Io, provider: string): StoredToken[] {
  const tokens = read_all(io).whole.map((file) => file.token);
  return tokens.filter((token) => token.provider === provider);
}
