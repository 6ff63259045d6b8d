/** Programs that go on when the request has ended; one of each runs at a time, by its lock. */
import type { Io } from "../base/io";
import * as store from "../base/store";

/** The lock of a program. */
export function lock_of(io: Io, program: string): string {
  return store.path_of(io, program + ".lock");
}

/** Starts a program of the plug-in unless it runs. */
export function start(io: Io, program: string): void {
  if (io.lock(lock_of(io, program))) {
    io.unlock(lock_of(io, program));
    io.start(io.paths.plugin, program);
  }
}

/** Has the process that waits for the end of sessions (program/watch) look at them again, or starts it. */
export function wake(io: Io): void {
  // The running process sees the file grow.
  io.append_byte(store.path_of(io, "watch"));
  start(io, "watch");
}
