/** Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875). */
import { protect, read_environment, write_output } from "./io/cgi";
import type { SystemOptions } from "./io/system";
import type { Io } from "./io/types";
import { make_uci } from "./io/uci";
import { is_plain_probe, probe } from "./probe";
import type { Environment } from "./request";
import { type Response, serialize } from "./response";
import { err } from "./result";

type Handler = (this: void, io: Io, environment: Environment) => Response;

/** Runs a handler; what goes wrong unexpectedly becomes INTERNAL_ERROR, with its cause in the log alone. */
export function answer(options: SystemOptions, environment: Environment, handler: Handler): void {
  const system = require("./io/system") as typeof import("./io/system");
  const io = system.create(options);
  const outcome = protect(() => handler(io, environment));
  if (outcome.ok) {
    write_output(serialize(outcome.data));
    return;
  }
  const refusal = require("./refusal") as typeof import("./refusal");
  write_output(serialize(refusal.refuse(io, environment, err("INTERNAL_ERROR", outcome.details))));
}

/** Answers the request that the web server describes in the environment. */
export function main(options?: SystemOptions): void {
  const chosen = options ?? {};
  const environment = read_environment();
  if (is_plain_probe(environment)) {
    const answered = protect(() => probe(make_uci(chosen.root ?? "")));
    if (answered.ok) {
      write_output(serialize(answered.data));
      return;
    }
  }
  answer(chosen, environment, (io, request) => {
    const router = require("./router") as typeof import("./router");
    return router.handle(io, request);
  });
}
