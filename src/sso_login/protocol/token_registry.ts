/** The access-token registry: a token opens one session, once (specification, "Access-token registry"). */
import * as hash from "../jose/hash";
import type { Io } from "../base/io";
import { err, ok, type Result } from "../result";
import * as store from "../base/store";

/** When a token was registered, in Unix seconds; undefined when it was not within 24 hours. */
export function registered_at(io: Io, access_token: string): number | undefined {
  const name = hash.hash_sha256_hex(access_token);
  const info = io.file_info(store.registry_folder(io, name.substring(0, 2)) + "/" + name);
  return info !== undefined && io.time() < info.mtime + store.registry_lifetime ? info.mtime : undefined;
}

/**
 * Registers an access token by its SHA-256. The folder's creation is atomic: the first caller wins, later ones get
 * TOKEN_REPLAYED, for 24 hours.
 */
export function register(io: Io, access_token: string): Result<true> {
  const name = hash.hash_sha256_hex(access_token);
  const folder = store.registry_folder(io, name.substring(0, 2));
  const made_all = store.ensure_run_dir(io) && io.make_dir(store.path_of(io, "tokens")) !== "failed";
  if (!made_all || io.make_dir(folder) === "failed") {
    return err("INTERNAL_ERROR", { reason: "cannot make the token registry" });
  }
  store.clean_registry(io, folder, io.time());
  const made = io.make_dir(folder + "/" + name);
  if (made === "created") {
    return ok(true);
  }
  return made === "exists" ? err("TOKEN_REPLAYED") : err("INTERNAL_ERROR", { reason: "cannot register the token" });
}
