/** Background processes: they go on when the request has ended; one for each task runs at a time, by its lock. */
import type { Io } from "../base/io";
import * as store from "../base/store";

/** The lock of a task. */
export function lock_of(io: Io, task: string): string {
  return store.path_of(io, task + ".lock");
}

/** Starts the plug-in for a task unless it runs. */
export function start(io: Io, task: string): void {
  if (io.lock(lock_of(io, task))) {
    io.unlock(lock_of(io, task));
    io.start(io.paths.plugin, task);
  }
}

/** Has the process that waits for the end of sessions (entry_points/watch) look at them again, or starts it. */
export function wake(io: Io): void {
  // The running process sees the file grow.
  io.append_byte(store.path_of(io, "watch"));
  start(io, "watch");
}
