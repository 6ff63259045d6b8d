/**
 * The landing page /cgi-bin/webui/: the session cookies are SameSite=Strict, and the navigation that began at the
 * provider does not send them, redirected or not. A page that starts a new navigation does (docs/architecture.md).
 */
import * as cgi from "./cgi";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import * as names from "../base/names";
import * as enabled from "../settings/enabled";
import * as option_forms from "../settings/option_forms";
import * as webui from "../settings/webui";
import type { Response } from "../web/output";
import { err } from "../result";
import * as landing_cookie from "../web/landing_cookie";
import * as languages from "../web/languages";
import * as requests from "../web/request";
import * as responses from "../web/responses";
import type { Environment } from "../web/request";

/** Loaded for a refusal. */
const refusals = () => require("../web/refusals") as typeof import("../web/refusals");

/** Whether single sign-on is on, and a login of this browser has just ended with this path; a test login also while it is off. */
function is_from_login(io: Io, path: string, cookie: string): boolean {
  const name = landing_cookie.name_of(path);
  const is_there = (requests.parse_cookies(cookie)[name] ?? "") !== "";
  if (path === names.test_page) {
    return is_there;
  }
  const on = is_there ? enabled.is_enabled(io) : undefined;
  return on !== undefined && on.ok && on.data;
}

/**
 * Sends the browser on, from this site: to the page that `to` names after a login that ended with it, else to the web interface. Any
 * site may link here, so the page that a login may go to is judged again, and once. Needs no script.
 */
export function page(io: Io, query?: string, cookie?: string, accept_language?: string): Response {
  const base = webui.path(io);
  const to = requests.query_param(query ?? "", "to") ?? "";
  const is_page = to === names.test_page || option_forms.is_return_path(to, base);
  const is_wanted = is_page && is_from_login(io, to, cookie ?? "");
  const path = is_wanted ? to : base;
  const headers = is_wanted ? [responses.set_lax_cookie(landing_cookie.name_of(to), "", 0)] : [];
  const spoken = languages.spoken(accept_language ?? "");
  const head = '<!DOCTYPE html>\n<html lang="' + spoken.language + '">\n<head>\n<meta charset="utf-8">\n';
  const refresh = '<meta http-equiv="refresh" content="0;url=' + path + '">\n';
  const title = "<title>" + (spoken.words.logged_in ?? "") + "</title>\n</head>\n";
  const link = '<body>\n<p><a href="' + path + '">' + (spoken.words.interface ?? "") + "</a></p>\n</body>\n</html>\n";
  return responses.html_page(200, headers, head + refresh + title + link);
}

function respond(io: Io, environment: Environment): Response {
  if (!environment.https) {
    return refusals().refuse(io, environment, err("HTTPS_REQUIRED"));
  }
  if (environment.method !== "GET") {
    return refusals().refuse(io, environment, err("METHOD_NOT_ALLOWED"));
  }
  const refused = environment.query_string.startsWith("late=") ? refusals().late_page(io, environment) : undefined;
  return refused ?? page(io, environment.query_string, environment.cookie, environment.accept_language);
}

/** Entry of the CGI program /www/cgi-bin/webui. */
export function main(system?: SystemOptions): void {
  cgi.serve(system ?? {}, respond);
}
