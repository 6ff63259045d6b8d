/** A terminal: lines out. */

/** Writes a line to standard output. */
export function print(line: string): void {
  io.write(line, "\n");
}

/** Writes a line to standard error. */
export function print_error(line: string): void {
  io.stderr.write(line, "\n");
}
