/** Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875). */
import * as cgi from "io/cgi";
import * as protect from "io/protect";
import * as system from "io/system";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import type { Environment, Request } from "../web/web_request";
import * as response_text from "../web/response_text";
import type { Response } from "../web/responses";

/** Loaded where a missing module is still answered. */
const web_request = () => require("../web/web_request") as typeof import("../web/web_request");
/** The landing page needs none. */
const routes = () => require("../web/routes") as typeof import("../web/routes");
/** Loaded for a request that is refused. */
const refusal = () => require("../web/refusal") as typeof import("../web/refusal");

type RequestHandler = (this: void, io: Io, request: Request) => Response;

function answer(io: Io, environment: Environment, handler: RequestHandler): Response {
  const request = protect.protect(() => web_request().parse(environment));
  const outcome = request.ok ? protect.protect(() => handler(io, request.data)) : request;
  if (outcome.ok) {
    return outcome.data;
  }
  const refused = request.ok
    ? protect.protect(() => refusal().refuse(io, request.data, outcome, web_request().is_of_program(request.data)))
    : request;
  if (refused.ok) {
    return refused.data;
  }
  // Logs what went wrong last: the module that writes the log may be missing, or one that makes the page for people.
  io.log = protect.log_without_module;
  return refusal().refuse_plainly(io, environment.remote_addr, refused);
}

/** The request as the web server hands it over. A request is HTTPS when `HTTPS=on` or `REQUEST_SCHEME=https`. */
function read_environment(): Environment {
  return {
    method: cgi.variable("REQUEST_METHOD"),
    https: cgi.variable("HTTPS") === "on" || cgi.variable("REQUEST_SCHEME") === "https",
    path_info: cgi.variable("PATH_INFO"),
    query_string: cgi.variable("QUERY_STRING"),
    cookie: cgi.variable("HTTP_COOKIE"),
    remote_addr: cgi.variable("REMOTE_ADDR"),
    host: cgi.variable("HTTP_HOST"),
    content_type: cgi.variable("CONTENT_TYPE"),
    authorization: cgi.variable("HTTP_AUTHORIZATION"),
    accept: cgi.variable("HTTP_ACCEPT"),
    accept_language: cgi.variable("HTTP_ACCEPT_LANGUAGE"),
  };
}

/** Meta-variables with what opens a session, or is part of it: who may read files as root would find them in `/proc/<pid>/environ`. */
const secrets = ["HTTP_COOKIE", "HTTP_AUTHORIZATION", "QUERY_STRING", "REQUEST_URI"];

/** Answers this process's request; an unexpected failure becomes INTERNAL_ERROR, its cause only in the log. */
export function serve(options: SystemOptions, handler: RequestHandler): void {
  const environment = read_environment();
  // A request is answered also where a module is missing.
  protect.protect(() => {
    cgi.forget(secrets);
  });
  cgi.write_output(response_text.serialize(answer(system.create(options), environment, handler)));
}

/** Answers the request that the web server describes in the environment. */
export function main(options?: SystemOptions): void {
  serve(options ?? {}, (io, request) => routes().handle(io, request));
}
