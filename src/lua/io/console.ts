/** A terminal: lines out. */

export function print(line: string): void {
  io.write(line, "\n");
}

export function print_error(line: string): void {
  io.stderr.write(line, "\n");
}
