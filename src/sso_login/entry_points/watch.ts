/**
 * The process that waits for the ends of programs' sessions and the turns of sessions with a refresh token. It ends the former when their
 * tokens expire, as rpcd's time-out is only one of idleness, and starts the task `revalidate` for the latter. A token exchange or a login
 * starts this process where none runs; it exits when no such session is left. It also applies `session_max_lifetime`.
 */
import * as protect from "io/protect";
import * as system from "io/system";
import type { Io } from "../base/io";
import * as session_ending from "../rpcd/session_ending";
import * as refresh_tokens from "../rpcd/refresh_tokens";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import type { SsoSession } from "../rpcd/rpcd_sessions";
import * as background from "../rpcd/background";
import * as saved_config from "../settings/saved_config";
import * as package_sections from "../settings/package_sections";

/** Seconds between two looks at most, and looks that may fail in a row. */
const max_wait = 60;
const max_failures = 10;

/** Seconds between two calls of providers: an idle router makes none, one with many sessions makes them one by one. */
const pause = 2;

/** Has the file whose turn it is worked on; returns the next moment at which one may be due, undefined without files. */
function revalidate(io: Io, names: string[], live: SsoSession[]): number | undefined {
  // Reads the configuration anew, also for what follows.
  const saved = saved_config.saved_sections(io);
  const now = io.time();
  if (!saved.ok) {
    return names.length > 0 ? now + max_wait : undefined;
  }
  const turn = refresh_tokens.next_turn(io, package_sections.provider_sections(saved.data), names, live);
  if (turn === undefined || turn.moment > now) {
    return turn !== undefined ? turn.moment : undefined;
  }
  background.start(io, "revalidate");
  return now + pause;
}

/** Ends overdue sessions; returns the next moment to look, undefined when none is left, `now` where rpcd does not answer. */
function look(io: Io): number | undefined {
  const names = refresh_tokens.list(io);
  const list = rpcd_sessions.list_sso_sessions(io);
  if (!list.ok) {
    return io.time();
  }
  const live = session_ending.end_overdue(io, list.data);
  let next = revalidate(io, names, live);
  for (const entry of live) {
    if (entry.end !== undefined) {
      next = Math.min(next ?? entry.end, entry.end);
    }
  }
  return next;
}

/** Waits until a moment, or until it is wanted more often than `known`; a minute at most, even where the clock goes back. */
function wait(io: Io, moment: number, known: number): void {
  for (let waited = 0; waited < max_wait && io.time() < moment && background.count_wakes(io) === known; waited++) {
    io.sleep(1);
  }
}

/** Looks and waits until no session is left; false where rpcd does not answer or ends no session. */
function watch_all(io: Io): boolean {
  let failures = 0;
  let known = background.count_wakes(io);
  let next = look(io);
  while (next !== undefined && failures < max_failures) {
    failures = next <= io.time() ? failures + 1 : 0;
    wait(io, Math.max(next, io.time() + 1), known);
    known = background.count_wakes(io);
    next = look(io);
  }
  return next === undefined;
}

/** Watches while it has the lock, and looks once more after releasing it: an exchange that found it taken relies on this process. */
export function run(io: Io): void {
  const lock = background.lock_of(io, "watch");
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
