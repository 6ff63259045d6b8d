/**
 * The refresh tokens of sessions (option `session_revalidate`), each in a file of the run directory. A file outlives its session for
 * a moment: the process that waits finds it, in whatever way the session ended, and has the token revoked and the file removed.
 */
import type { Io, UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import type { Config } from "../settings/provider_config";
import type { SsoSession } from "./rpcd_sessions";
import * as background from "./background";

/** A file's name is the hash of a session's id between `names.refresh_prefix` and this. */
const suffix = ".json";

/** Bytes of a token. */
const max_length = 16384;

/** Least seconds between two questions, whatever the option says. */
const min_interval = 300;

/** A stored token, of the client that got it. */
export interface StoredToken {
  refresh_token: string;
  provider: string;
  issuer: string;
  client_id: string;
  /** Unix time of the login, or of the last question to the provider. */
  asked_at: number;
  /** Whether that failed in a way that ends no session. */
  is_failing?: boolean;
}

function name_of(sid: string): string {
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

/** Stores the token of a new session, and has the session watched; false when it cannot be stored. */
export function keep(io: Io, config: Config, sid: string, refresh_token: string): boolean {
  const client_id = config.client_id;
  const provider = config.provider ?? public_names.first;
  const token = { refresh_token, provider, issuer: config.issuer_url, client_id, asked_at: io.time() };
  if (!is_usable(refresh_token) || !write(io, name_of(sid), token)) {
    return false;
  }
  background.wake(io);
  return true;
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

/** The names of all files. */
export function list(io: Io): string[] {
  return (io.list_dir(io.paths.run_dir) ?? []).filter(
    (name) => name.startsWith(public_names.refresh_prefix) && name.endsWith(suffix),
  );
}

/** Whether a session of a provider has a token. */
export function of_provider(io: Io, provider: string): boolean {
  return list(io).some((name) => (read(io, name) ?? { provider: undefined }).provider === provider);
}

/** The next thing to do with a file. */
export interface Turn {
  name: string;
  /** Unix time; 0 for a file that is to go. */
  moment: number;
  /** Undefined where the file is damaged. */
  token?: StoredToken;
  /** Undefined where the session has ended. */
  entry?: SsoSession;
}

/** The moment at which the provider is to be asked again; 0 where the option is off. */
function moment_of(providers: UciSection[], token: StoredToken, now: number): number {
  const section = providers.find((provider) => provider.name === token.provider);
  const option = section !== undefined ? section.options.session_revalidate : undefined;
  const seconds = typeof option === "string" ? strings.parse_integer(option) : undefined;
  if (seconds === undefined) {
    return 0;
  }
  const interval = Math.max(min_interval, seconds);
  // The clock may have gone back.
  return store.is_fresh(token.asked_at, now, interval) ? token.asked_at + interval : now;
}

/**
 * The turn that comes first; undefined without files. `files` were listed before `live`, all live sessions, as the file of a new session
 * is not to go.
 */
export function next_turn(io: Io, providers: UciSection[], files: string[], live: SsoSession[]): Turn | undefined {
  const now = io.time();
  let first: Turn | undefined;
  for (const name of files) {
    const token = read(io, name);
    const entry = live.find((candidate) => name_of(candidate.sid) === name);
    const moment = token !== undefined && entry !== undefined ? moment_of(providers, token, now) : 0;
    if (first === undefined || moment < first.moment) {
      first = { name, moment, token, entry };
    }
  }
  return first;
}
