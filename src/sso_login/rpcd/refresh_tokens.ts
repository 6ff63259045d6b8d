/**
 * The refresh tokens of sessions (option `session_revalidate`), each in a file of the run directory. A file outlives its session for
 * a moment: the supervisor finds it, in whatever way the session ended, and has the token revoked and the file removed.
 */
import type { Io, UciSection } from "../base/io";
import type { LogPair } from "../base/log";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import type { Config } from "../settings/provider_config";
import * as package_sections from "../settings/package_sections";
import type { SsoSession } from "./rpcd_sessions";
import * as session_ending from "./session_ending";

/** A file's name is the hash of a session's id between `public_names.refresh_prefix` and this. */
const suffix = ".json";

/** Bytes of a token. */
const max_length = 16384;

/** Least seconds between two questions, whatever the option says. */
const min_interval = 300;

/** A stored token, of the client that got it. Times are Unix seconds. */
export interface StoredToken {
  refresh_token: string;
  provider: string;
  issuer: string;
  client_id: string;
  /** The login, or the last question to the provider. */
  asked_at: number;
  /** The login, or the last question that proved the user, where a later one did not. */
  proved_at?: number;
  /** Questions since then. */
  failures?: number;
  /** Whether the provider refused one of them. */
  is_refused?: boolean;
  /** The last failure in a few words. */
  failure?: string;
}

/** The name of a session's file. */
export function name_of(sid: string): string {
  return public_names.refresh_prefix + hash.hash_sha256_hex(sid) + suffix;
}

/** Whether a value of the provider can be stored as a token. */
export function is_usable(value: unknown): value is string {
  return json_values.is_name(value) && value.length <= max_length;
}

/** Stores a token under a file's name in the place of an older one, whole or not at all; false when it cannot be written. */
export function write(io: Io, name: string, token: StoredToken): boolean {
  return store.write(io, store.path_of(io, name), token);
}

/** Stores the token of a new session; false when it cannot be stored. */
export function keep(io: Io, config: Config, sid: string, refresh_token: string): boolean {
  const client_id = config.client_id;
  const token = { refresh_token, provider: config.provider, issuer: config.issuer_url, client_id, asked_at: io.time() };
  return is_usable(refresh_token) && write(io, name_of(sid), token);
}

export function remove(io: Io, name: string): void {
  io.remove(store.path_of(io, name));
}

/** The token in a file; undefined where it is damaged. */
export function read(io: Io, name: string): StoredToken | undefined {
  const stored = store.read(io, store.path_of(io, name)) ?? {};
  const is_whole = is_usable(stored.refresh_token) && typeof stored.asked_at === "number";
  return is_whole ? (stored as unknown as StoredToken) : undefined;
}

/** The time at which a session's user was proved last, where later questions did not. */
export function unproved_since(io: Io, sid: string): number | undefined {
  const token = read(io, name_of(sid));
  return token !== undefined ? token.proved_at : undefined;
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
  const option = section !== undefined ? section.options.session_revalidate : undefined;
  const seconds = typeof option === "string" ? strings.parse_integer(option) : undefined;
  if (seconds === undefined) {
    return undefined;
  }
  const interval = Math.max(min_interval, seconds);
  const moment = token.asked_at + interval;
  // The clock may have gone back.
  return store.is_fresh(token.asked_at, now, interval) ? moment : Math.min(moment, now);
}

/** Ends the session of a damaged file, as nothing can prove its user again, and removes the file; a session that stays keeps it. */
function end_damaged(io: Io, name: string, entry: SsoSession | undefined): void {
  const reason: LogPair[] = [["reason", "damaged_file"]];
  if (entry === undefined || session_ending.end_session(io, entry, reason, "SESSION_ENDED")) {
    remove(io, name);
  }
}

/**
 * Ends the sessions of damaged files, and returns the turns of the others. The token of a live session stays also while the option is off: the change may be taken back. `files` were listed
 * before `live`, all live sessions, as the file of a new session is not to go. `sections` are those of the package.
 */
export function settle(io: Io, files: string[], live: SsoSession[], sections: UciSection[]): Turn[] {
  const now = io.time();
  const providers = package_sections.provider_sections(sections);
  const found: Turn[] = [];
  for (const name of files) {
    const entry = live.find((candidate) => name_of(candidate.sid) === name);
    const token = read(io, name);
    const moment = token === undefined || entry === undefined ? now : moment_of(providers, token, now);
    if (token === undefined) {
      end_damaged(io, name, entry);
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
