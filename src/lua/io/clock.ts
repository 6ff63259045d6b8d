/** Time: the clock's, and in a form people read. */
interface TimeSpec {
  tv_sec: number;
  tv_nsec: number;
}

function posix_time(): {
  clock_gettime: (this: void, clock: number) => TimeSpec;
  nanosleep: (this: void, span: TimeSpec) => void;
  CLOCK_MONOTONIC: number;
} {
  return require("posix.time") as ReturnType<typeof posix_time>;
}

export function monotonic(): number {
  const clock = posix_time();
  const now = clock.clock_gettime(clock.CLOCK_MONOTONIC);
  return now.tv_sec + now.tv_nsec / 1e9;
}

export function sleep(seconds: number): void {
  const whole = Math.floor(seconds);
  posix_time().nanosleep({ tv_sec: whole, tv_nsec: Math.floor((seconds - whole) * 1e9) });
}

/** Whether SIGHUP has come since the last wait. */
let is_told = false;

function posix_signal(): {
  signal: (this: void, signal: number, handler: string | ((this: void) => void)) => void;
  SIGHUP: number;
  SIGTERM: number;
  SIG_DFL: string;
} {
  return require("posix.signal") as ReturnType<typeof posix_signal>;
}

export function wait(seconds: number): void {
  const signals = posix_signal();
  signals.signal(signals.SIGTERM, signals.SIG_DFL);
  signals.signal(signals.SIGHUP, () => {
    is_told = true;
  });
  if (!is_told) {
    sleep(seconds);
  }
  is_told = false;
}

export function ignore_signals(): void {
  const signals = posix_signal();
  for (const name of [signals.SIGTERM, signals.SIGHUP]) {
    // No SIG_IGN, which the processes that this one starts would have, too.
    signals.signal(name, () => undefined);
  }
}

/** A Unix time as people read it, `2026-01-31 12:00:00 UTC`: as the days of certificates. */
export function format_time(seconds: number): string {
  return os.date("!%Y-%m-%d %H:%M:%S UTC", seconds);
}
