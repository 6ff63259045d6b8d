/**
 * Ends the sessions of programs when their tokens expire, as rpcd's time-out is only one of idleness. A token exchange starts this
 * process where none runs; it exits when no such session is left. It also applies `session_max_lifetime`.
 */
import * as protect from "io/protect";
import * as system from "io/system";
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as ending from "../rpcd/ending";
import * as sessions from "../rpcd/sessions";

/** Seconds between two looks at most, and looks that may fail in a row. */
const max_wait = 60;
const max_failures = 10;

/** The number of exchanges so far: each appends a byte to the file. */
function exchanges(io: Io): number {
  const info = io.file_info(store.path_of(io, "watch"));
  return info !== undefined ? info.size : 0;
}

/** Ends overdue sessions; returns the next moment to look, undefined when none is left, `now` where rpcd does not answer. */
function look(io: Io): number | undefined {
  const list = sessions.list_sso_sessions(io);
  if (!list.ok) {
    return io.time();
  }
  let next: number | undefined;
  for (const entry of ending.end_overdue(io, list.data)) {
    if (entry.end !== undefined) {
      next = Math.min(next ?? entry.end, entry.end);
    }
  }
  return next;
}

/** Waits until a moment, or until there are more exchanges than `known`. */
function wait(io: Io, moment: number, known: number): void {
  const latest = Math.min(moment, io.time() + max_wait);
  while (io.time() < latest && exchanges(io) === known) {
    io.sleep(1);
  }
}

/** Looks and waits until no session is left; false where rpcd does not answer or ends no session. */
function watch_all(io: Io): boolean {
  let failures = 0;
  let known = exchanges(io);
  let next = look(io);
  while (next !== undefined && failures < max_failures) {
    failures = next <= io.time() ? failures + 1 : 0;
    wait(io, Math.max(next, io.time() + 1), known);
    known = exchanges(io);
    next = look(io);
  }
  return next === undefined;
}

/** Watches while it has the lock, and looks once more after releasing it: an exchange that found it taken relies on this process. */
export function run(io: Io): void {
  const lock = store.path_of(io, "watch.lock");
  let is_needed = true;
  while (is_needed && io.lock(lock)) {
    const is_done = watch_all(io);
    io.unlock(lock);
    is_needed = is_done && look(io) !== undefined;
  }
}

/** Returns the exit status. */
export function main(_args: string[], options?: system.SystemOptions): number {
  protect.protect(() => {
    run(system.create(options ?? {}));
  });
  return 0;
}
