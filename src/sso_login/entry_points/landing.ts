/**
 * The landing page /cgi-bin/webui/: the session cookies are SameSite=Strict, and the navigation that began at the
 * provider does not send them, redirected or not. A page that starts a new navigation does (docs/architecture.md).
 */
import * as cgi from "./cgi";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import type { Headers } from "../login/browser";
import * as enabled from "../settings/enabled";
import * as option_forms from "../settings/option_forms";
import * as webui from "../settings/webui";
import { err, ok } from "../result";
import * as negotiation from "../web/negotiation";
import type { Request } from "../web/web_request";
import * as responses from "../web/responses";
import type { Response } from "../web/responses";

/** Loaded for a login that ends at a page. */
const browser = () => require("../login/browser") as typeof import("../login/browser");
/** Loaded for a refusal. */
const refusal = () => require("../web/refusal") as typeof import("../web/refusal");

/**
 * The headers of the way to a path, with which a login of this browser has just ended while single sign-on is on, a test login also while it
 * is off; undefined for any other path.
 */
function way_to(io: Io, request: Request, path: string): Headers | undefined {
  const on = path !== public_names.test_page ? enabled.is_enabled(io) : ok(true);
  return on.ok && on.data ? browser().lands(browser().read(request.cookies), path) : undefined;
}

/**
 * Sends the browser on, from this site: to the page that `to` names, or `return_to` after a late callback, where a login has just ended with
 * it, else to the web interface. Any site may link here, so the page is judged again, and a login leads to it once. Needs no script.
 */
export function page(io: Io, request: Request): Response {
  const base = webui.path(io);
  const to = request.query.values.to ?? request.query.values.return_to ?? "";
  const is_page = to === public_names.test_page || option_forms.is_return_path(to, base);
  const way = is_page ? way_to(io, request, to) : undefined;
  const path = way !== undefined ? to : base;
  const spoken = negotiation.choose_language(request.accept_language);
  const word = (id: string): string => spoken.words[id] ?? "";
  const head = '<!DOCTYPE html>\n<html lang="' + spoken.language + '">\n<head>\n<meta charset="utf-8">\n';
  const refresh = '<meta http-equiv="refresh" content="0;url=' + path + '">\n';
  const title = "<title>" + word("logged_in") + "</title>\n</head>\n";
  const link = '<body>\n<p><a href="' + path + '">' + word("interface") + "</a></p>\n</body>\n</html>\n";
  return responses.html_page(200, way ?? [], head + refresh + title + link);
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
