/** The lifetimes of files in the run directory, and the removal of older ones. */
import * as bytes from "io/bytes";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as provider_logout from "../logout/provider_logout";
import * as saved_config from "../settings/saved_config";
import * as token_registry from "../protocol/token_registry";

/** Seconds. */
const minute = 60;

/** Seconds that files of the run directory are kept, by how their names begin. */
const lifetimes: { starts: string[]; seconds: number }[] = [
  { starts: ["client_"], seconds: minute },
  { starts: ["change_"], seconds: 15 * minute },
  {
    starts: ["discovery_", "jwks_", "scopes", "rights_", "acl_folder", "trust_", "revalidate_"],
    seconds: store.cache_lifetime,
  },
];

/** The lifetime of marks of logouts: a mark outlives a token that it is about. */
function lifetime_of_marks(io: Io): number {
  return saved_config.providers_with(io, "api_audience").length > 0
    ? provider_logout.lifetime
    : store.handshake_lifetime;
}

/** The lifetime of a file; one that is not listed, such as the temporary file of a process that was killed, has that of a login. */
function lifetime_of(io: Io, name: string): number {
  if (name.startsWith(provider_logout.file_prefix) && !name.endsWith(".tmp")) {
    return lifetime_of_marks(io);
  }
  const is_whole = !name.endsWith(".tmp");
  const listed = lifetimes.find((one) => is_whole && one.starts.some((start) => name.startsWith(start)));
  return listed !== undefined ? listed.seconds : store.handshake_lifetime;
}

/**
 * Removes expired handshakes, the remains of consumed and interrupted ones, old counters and caches; at their age also links and empty
 * folders in the place of one of them. Cleans one of the token registry's 256 folders a minute, so that no request pays for all the
 * tokens of a day.
 */
export function clean(io: Io, now: number): void {
  for (const name of io.list_dir(io.paths.run_dir) ?? []) {
    const path = store.path_of(io, name);
    const info = io.file_info(path);
    const is_registry = name === token_registry.root_name && info !== undefined && info.kind === "directory";
    // Those of ended sessions are revoked before they go.
    const is_token = name.startsWith(public_names.refresh_prefix) && !name.endsWith(".tmp");
    // The lock's file stays: another one in its place could be locked beside it.
    const is_kept = is_registry || is_token || [public_names.trial_file, public_names.upkeep_lock].includes(name);
    if (info !== undefined && !is_kept && !store.is_fresh(info.mtime, now, lifetime_of(io, name))) {
      io.remove(path);
    }
  }
  const turn = bytes.hex_encode(String.fromCharCode(Math.floor(now / minute) % 256));
  token_registry.clean(io, turn, now);
}
