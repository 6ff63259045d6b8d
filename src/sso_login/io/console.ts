/** A terminal: lines out, and times in a form people read. */

/** Writes a line to standard output. */
export function print(line: string): void {
  io.write(line, "\n");
}

/** Writes a line to standard error. */
export function print_error(line: string): void {
  io.stderr.write(line, "\n");
}

/** A Unix time in the router's time zone, `2026-01-31 12:00:00`. */
export function format_time(seconds: number): string {
  return os.date("%Y-%m-%d %H:%M:%S", seconds);
}
