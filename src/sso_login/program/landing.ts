/**
 * The landing page /cgi-bin/webui/: the session cookies are SameSite=Strict, and the navigation that began at the
 * provider does not send them, redirected or not. A page that starts a new navigation does (docs/architecture.md).
 */
import * as cgi from "./cgi";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import * as options from "../settings/options";
import type { Response } from "../web/responses";
import { err } from "../result";
import type { Environment } from "../web/requests";
import * as router from "../web/router";
import * as names from "../base/names";

const page_start = '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n';

/** The configured path of the web interface; one that is not valid counts as absent. The value is safe in HTML. */
function webui_path(io: Io): string {
  const rule = options.option_rules.find((candidate) => candidate.name === "webui_path");
  const stored = io.uci_get(names.package_name, "default", "webui_path");
  const value = stored.ok && typeof stored.data === "string" ? stored.data : "";
  if (rule === undefined) {
    return "/";
  }
  return value !== "" && options.option_problem(rule, value) === undefined ? value : (rule.fallback ?? "/");
}

/** Sends the browser on to the web interface, from this site. Needs no script and sets no cookie. */
export function page(io: Io): Response {
  const path = webui_path(io);
  const refresh = '<meta http-equiv="refresh" content="0;url=' + path + '">\n<title>Logged in</title>\n</head>\n';
  const body = '<body>\n<p><a href="' + path + '">Continue to the web interface</a></p>\n</body>\n</html>\n';
  return { status: 200, content_type: "text/html; charset=utf-8", headers: [], body: page_start + refresh + body };
}

function respond(io: Io, environment: Environment): Response {
  if (!environment.https) {
    return router.refuse(io, environment, err("HTTPS_REQUIRED"));
  }
  return environment.method === "GET" ? page(io) : router.refuse(io, environment, err("METHOD_NOT_ALLOWED"));
}

/** Entry of the CGI program /www/cgi-bin/webui. */
export function main(system?: SystemOptions): void {
  cgi.serve(system ?? {}, respond);
}
