/**
 * Background processes: each does one task, runs alone, by its lock, and goes on when the request has ended. The Io record has the
 * executable file that takes a task.
 */
import type { Io } from "../base/io";
import * as store from "../base/store";

/** To wait for the ends of sessions, and for their turns to be asked about; to ask a provider about one. */
export type Task = "watch" | "revalidate";

/** The lock of a task. */
export function lock_of(io: Io, task: Task): string {
  return store.path_of(io, task + ".lock");
}

/** Starts a process for a task unless one runs. */
export function start(io: Io, task: Task): void {
  if (io.lock(lock_of(io, task))) {
    io.unlock(lock_of(io, task));
    io.start(io.paths.plugin, task);
  }
}

/** The number of exchanges, logins and ends of sessions so far, for which the process that waits was wanted. */
export function count_wakes(io: Io): number {
  const info = io.file_info(store.path_of(io, "watch"));
  return info !== undefined ? info.size : 0;
}

/** Has the process that waits for the ends of sessions look at them again, or starts it. */
export function wake(io: Io): void {
  io.append_byte(store.path_of(io, "watch"));
  start(io, "watch");
}
