/** Time: the clock's, and in a form people read. */
import type { Io } from "../../sso_login/base/io";

function monotonic(): number {
  const clock = require("posix.time") as {
    clock_gettime: (this: void, clock: number) => { tv_sec: number; tv_nsec: number };
    CLOCK_MONOTONIC: number;
  };
  const now = clock.clock_gettime(clock.CLOCK_MONOTONIC);
  return now.tv_sec + now.tv_nsec / 1e9;
}

/** The clock functions of `Io`. */
export function make(): Pick<Io, "time" | "monotonic"> {
  return { time: () => os.time(), monotonic };
}

/** A Unix time in the router's time zone, `2026-01-31 12:00:00`. */
export function format_time(seconds: number): string {
  return os.date("%Y-%m-%d %H:%M:%S", seconds);
}
