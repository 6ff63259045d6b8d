/** Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875). */
import * as cgi from "io/cgi";
import * as protect from "io/protect";
import * as system from "io/system";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import type { Environment } from "../web/request";
import * as output from "../web/output";
import type { Response } from "../web/output";

/** The landing page needs none. */
const router = () => require("../web/router") as typeof import("../web/router");
/** Loaded for a request that is refused. */
const refusals = () => require("../web/refusals") as typeof import("../web/refusals");

type Handler = (this: void, io: Io, environment: Environment) => Response;

function answer(io: Io, environment: Environment, handler: Handler): Response {
  const outcome = protect.protect(() => handler(io, environment));
  if (outcome.ok) {
    return outcome.data;
  }
  const refusal = protect.protect(() => refusals().refuse(io, environment, outcome));
  if (refusal.ok) {
    return refusal.data;
  }
  // The module that writes the log may be missing, or one that makes the page for people.
  io.log = protect.log_without_module;
  environment.accept = "";
  return refusals().refuse(io, environment, refusal);
}

/** Answers this process's request; what goes wrong unexpectedly becomes INTERNAL_ERROR, its cause only in the log. */
export function serve(options: SystemOptions, handler: Handler): void {
  const environment = cgi.read_environment();
  cgi.write_output(output.serialize(answer(system.create(options), environment, handler)));
}

/** Answers the request that the web server describes in the environment. */
export function main(options?: SystemOptions): void {
  serve(options ?? {}, router().handle);
}
