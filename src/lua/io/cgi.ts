/** The web server's side of a CGI program: meta-variables in, bytes out (RFC 3875). */

/** A meta-variable; "" where it is absent. */
export function variable(name: string): string {
  return os.getenv(name) ?? "";
}

export function write_output(text: string): void {
  io.write(text);
}
