/** Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875). */
import * as cgi from "io/cgi";
import * as protect from "io/protect";
import * as system from "io/system";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import * as names from "../base/names";
import type { Environment, Request } from "../web/request";
import * as responses from "../web/responses";
import type { Response } from "../web/responses";

/** Loaded where a missing module is still answered. */
const requests = () => require("../web/request") as typeof import("../web/request");
/** The landing page needs none. */
const router = () => require("../web/router") as typeof import("../web/router");
/** Loaded for a request that is refused. */
const refusal = () => require("../web/refusal") as typeof import("../web/refusal");

type Handler = (this: void, io: Io, request: Request) => Response;

function answer(io: Io, environment: Environment, handler: Handler): Response {
  const outcome = protect.protect(() => handler(io, requests().parse(environment)));
  if (outcome.ok) {
    return outcome.data;
  }
  const refused = protect.protect(() => {
    const request = requests().parse(environment);
    return refusal().refuse(io, request, outcome, request.path === names.exchange_path_info);
  });
  if (refused.ok) {
    return refused.data;
  }
  // The module that writes the log may be missing, or one that makes the page for people.
  io.log = protect.log_without_module;
  return refusal().refuse_plainly(io, environment.remote_addr, refused);
}

/** Answers this process's request; an unexpected failure becomes INTERNAL_ERROR, its cause only in the log. */
export function serve(options: SystemOptions, handler: Handler): void {
  const environment = cgi.read_environment();
  cgi.write_output(responses.serialize(answer(system.create(options), environment, handler)));
}

/** Answers the request that the web server describes in the environment. */
export function main(options?: SystemOptions): void {
  serve(options ?? {}, (io, request) => router().handle(io, request));
}
