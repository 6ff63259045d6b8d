/** Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875). */
import { protect, read_environment, write_output } from "./io/cgi";
import { create, type SystemOptions } from "./io/system";
import { type Response, serialize } from "./response";
import { err } from "./result";
import { handle, refuse } from "./router";
import type { Environment } from "./request";
import type { Io } from "./io/types";

/** Runs a handler; what goes wrong unexpectedly becomes INTERNAL_ERROR, with its cause in the log alone. */
export function answer(io: Io, handler: (this: void, io: Io, environment: Environment) => Response): void {
  const environment = read_environment();
  const outcome = protect(() => handler(io, environment));
  const response = outcome.ok ? outcome.data : refuse(io, environment, err("INTERNAL_ERROR", outcome.details));
  write_output(serialize(response));
}

/** Answers the request that the web server describes in the environment. */
export function main(options?: SystemOptions): void {
  answer(create(options ?? {}), handle);
}
