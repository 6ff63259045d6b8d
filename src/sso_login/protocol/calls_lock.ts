/** The lock that lets one process at a time call a provider. A process that ends releases it, too. */
import type { Io } from "../base/io";
import * as store from "../base/store";

/** How the names of these locks begin. */
export const prefix = "provider_lock";

/** The lock of this process's provider. */
export function path_of(io: Io): string {
  return store.path_of(io, prefix + store.own_suffix(io));
}

/** Lets other processes call the provider: this one is done with it. */
export function release(io: Io): void {
  io.unlock(path_of(io));
}
