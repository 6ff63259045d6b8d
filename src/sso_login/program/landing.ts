/**
 * The landing page /cgi-bin/webui/: the session cookies are SameSite=Strict, and the navigation that began at the
 * provider does not send them, redirected or not. A page that starts a new navigation does (docs/architecture.md).
 */
import * as cgi from "./cgi";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import * as options from "../settings/options";
import type { Response } from "../web/output";
import { err } from "../result";
import * as requests from "../web/requests";
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

/** Where the browser goes: the page that `to` names, or the web interface. Any site may link here. */
function target(io: Io, query: string): string {
  const base = webui_path(io);
  const path = requests.query_param(query, "to") ?? "";
  return options.is_return_path(path, base) ? path : base;
}

/** Sends the browser on to the web interface, from this site. Needs no script and sets no cookie. */
export function page(io: Io, query?: string): Response {
  const path = target(io, query ?? "");
  const refresh = '<meta http-equiv="refresh" content="0;url=' + path + '">\n<title>Logged in</title>\n</head>\n';
  const body = '<body>\n<p><a href="' + path + '">Continue to the web interface</a></p>\n</body>\n</html>\n';
  return { status: 200, content_type: "text/html; charset=utf-8", headers: [], body: page_start + refresh + body };
}

function respond(io: Io, environment: Environment): Response {
  if (!environment.https) {
    return router.refuse(io, environment, err("HTTPS_REQUIRED"));
  }
  return environment.method === "GET"
    ? page(io, environment.query_string)
    : router.refuse(io, environment, err("METHOD_NOT_ALLOWED"));
}

/** Entry of the CGI program /www/cgi-bin/webui. */
export function main(system?: SystemOptions): void {
  cgi.serve(system ?? {}, respond);
}
