/**
 * The landing page /cgi-bin/webui/: the session cookies are SameSite=Strict, and the navigation that began at the
 * provider does not send them, redirected or not. A page that starts a new navigation does (docs/architecture.md).
 */
import * as cgi from "./cgi";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as enabled from "../settings/enabled";
import * as option_forms from "../settings/option_forms";
import * as webui from "../settings/webui";
import { err } from "../result";
import * as negotiation from "../web/negotiation";
import type { Request } from "../web/web_request";
import * as responses from "../web/responses";
import type { Response } from "../web/responses";

/** Loaded for a login that ends at a page. */
const browser = () => require("../login/browser") as typeof import("../login/browser");
/** Loaded for a refusal. */
const refusal = () => require("../web/refusal") as typeof import("../web/refusal");

/** Whether single sign-on is on, and a login of this browser has just ended with this path; a test login also while it is off. */
function is_from_login(io: Io, request: Request, path: string): boolean {
  const is_open = browser().may_land(browser().read(request.cookies), path);
  if (!is_open || path === public_names.test_page) {
    return is_open;
  }
  const on = enabled.is_enabled(io);
  return on.ok && on.data;
}

/**
 * Sends the browser on, from this site: to the page that `to` names after a login that ended with it, else to the web interface. Any
 * site may link here, so the page is judged again, and a login leads to it once. Needs no script.
 */
export function page(io: Io, request: Request): Response {
  const base = webui.path(io);
  const to = request.query.values.to ?? "";
  const is_page = to === public_names.test_page || option_forms.is_return_path(to, base);
  const is_wanted = is_page && is_from_login(io, request, to);
  const path = is_wanted ? to : base;
  const headers = is_wanted ? browser().lands(to) : [];
  const spoken = negotiation.choose_language(request.accept_language);
  const word = (id: string): string => spoken.words[id] ?? "";
  const head = '<!DOCTYPE html>\n<html lang="' + spoken.language + '">\n<head>\n<meta charset="utf-8">\n';
  const refresh = '<meta http-equiv="refresh" content="0;url=' + path + '">\n';
  const title = "<title>" + word("logged_in") + "</title>\n</head>\n";
  const link = '<body>\n<p><a href="' + path + '">' + word("interface") + "</a></p>\n</body>\n</html>\n";
  return responses.html_page(200, headers, head + refresh + title + link);
}

function respond(io: Io, request: Request): Response {
  if (!request.https) {
    return refusal().refuse(io, request, err("HTTPS_REQUIRED", { hint: { id: "https_of_proxy" } }), false);
  }
  if (request.method !== "GET") {
    return refusal().refuse(io, request, err("METHOD_NOT_ALLOWED"), false);
  }
  const refused = request.query.values.late !== undefined ? refusal().late_page(io, request) : undefined;
  return refused ?? page(io, request);
}

/** Entry of the CGI program /www/cgi-bin/webui. */
export function main(system?: SystemOptions): void {
  cgi.serve(system ?? {}, respond);
}
