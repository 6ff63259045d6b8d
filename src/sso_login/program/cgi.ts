/** Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875). */
import * as cgi from "io/cgi";
import * as system from "io/system";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import { err } from "../result";
import type { Environment } from "../web/requests";
import * as responses from "../web/responses";
import type { Response } from "../web/responses";
import * as router from "../web/router";

type Handler = (this: void, io: Io, environment: Environment) => Response;

/** Answers this process's request; what goes wrong unexpectedly becomes INTERNAL_ERROR, its cause in the log alone. */
export function serve(options: SystemOptions, handler: Handler): void {
  const environment = cgi.read_environment();
  const io = system.create(options);
  const outcome = cgi.protect(() => handler(io, environment));
  const response = outcome.ok ? outcome.data : router.refuse(io, environment, err("INTERNAL_ERROR", outcome.details));
  cgi.write_output(responses.serialize(response));
}

/** Answers the request that the web server describes in the environment. */
export function main(options?: SystemOptions): void {
  serve(options ?? {}, router.handle);
}
