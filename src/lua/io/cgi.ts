/** The web server's side of a CGI program: meta-variables in, bytes out (RFC 3875). */
import * as native from "./native";

/** A meta-variable; "" where it is absent. */
export function variable(name: string): string {
  return os.getenv(name) ?? "";
}

/** Empties meta-variables, so that nobody reads them in the environment of this process, or of one that it starts. */
export function forget(names: string[]): void {
  const forget_variable = native.load_crypto().forget_variable;
  for (const name of names) {
    forget_variable(name);
  }
}

export function write_output(text: string): void {
  io.write(text);
}
