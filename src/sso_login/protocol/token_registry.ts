/** The access-token registry: a token opens one session, once (specification, "Access-token registry"). */
import * as hash from "../jose/hash";
import type { Io } from "../base/io";
import { err, ok, type Result } from "../result";
import * as store from "../base/store";

/** Seconds that a token is remembered. */
export const lifetime = 24 * 3600;

/** The registry, in the run directory. */
export const root_name = "tokens";

/** The folder of the entries whose names begin with these two hexadecimal digits. */
function folder_of(io: Io, digits: string): string {
  return store.path_of(io, root_name + "/" + digits);
}

/** Removes the entries of one folder that are over their age; one from the future, after a clock change, stays. */
export function clean(io: Io, digits: string, now: number): void {
  const folder = folder_of(io, digits);
  for (const name of io.list_dir(folder) ?? []) {
    const info = io.file_info(folder + "/" + name);
    if (info !== undefined && now >= info.mtime + lifetime) {
      io.remove(folder + "/" + name);
    }
  }
}

/** When a token was registered, in Unix seconds; undefined when it was not within 24 hours. */
export function registered_at(io: Io, access_token: string): number | undefined {
  const name = hash.hash_sha256_hex(access_token);
  const info = io.file_info(folder_of(io, name.substring(0, 2)) + "/" + name);
  return info !== undefined && io.time() < info.mtime + lifetime ? info.mtime : undefined;
}

/**
 * Registers an access token by its SHA-256. The folder's creation is atomic: the first caller wins, later ones get
 * TOKEN_REPLAYED, for 24 hours.
 */
export function register(io: Io, access_token: string): Result<true> {
  const name = hash.hash_sha256_hex(access_token);
  const digits = name.substring(0, 2);
  const folder = folder_of(io, digits);
  const made_all = store.ensure_run_dir(io) && io.make_dir(store.path_of(io, root_name)) !== "failed";
  if (!made_all || io.make_dir(folder) === "failed") {
    return err("INTERNAL_ERROR", { reason: "cannot make the token registry" });
  }
  clean(io, digits, io.time());
  const made = io.make_dir(folder + "/" + name);
  if (made === "created") {
    return ok(true);
  }
  return made === "exists" ? err("TOKEN_REPLAYED") : err("INTERNAL_ERROR", { reason: "cannot register the token" });
}
