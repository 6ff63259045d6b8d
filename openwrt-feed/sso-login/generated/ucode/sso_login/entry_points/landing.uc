'use strict';
// Generated from src/sso_login/entry_points/landing.ts by "make ucode"; do not edit.

/**
 * The landing page /cgi-bin/webui/: the session cookies are SameSite=Strict, and the navigation that began at the
 * provider does not send them, redirected or not. A page that starts a new navigation does (docs/architecture.md).
 */

import { key_of, load_module } from 'sso_login.ecma';
import { serve } from 'sso_login.entry_points.cgi';
import { test_page } from 'sso_login.base.public_names';
import { is_enabled as enabled_is_enabled } from 'sso_login.settings.enabled';
import { is_return_path } from 'sso_login.settings.option_forms';
import { path as webui_path } from 'sso_login.settings.webui';
import { err, ok } from 'sso_login.result';
import { choose_language } from 'sso_login.web.negotiation';
import { html_page } from 'sso_login.web.responses';

/**
 * The headers of the way to a path, with which a login of this browser has just ended while single sign-on is on, a test login also while it
 * is off; undefined for any other path.
 */
function way_to(io, request, path) {
	const on = path !== test_page ? enabled_is_enabled(io) : ok(true);
	return on.ok && on.data ? load_module('sso_login.login.browser').lands(load_module('sso_login.login.browser').read(request.cookies), path) : null;
}

/**
 * Sends the browser on, from this site: to the page that `to` names, or `return_to` after a late callback, where a login has just ended with
 * it, else to the web interface. Any site may link here, so the page is judged again, and a login leads to it once. Needs no script.
 */
export function page(io, request) {
	const base = webui_path(io);
	const to = request.query.values.to ?? request.query.values.return_to ?? "";
	const is_page = to === test_page || is_return_path(to, base);
	const way = is_page ? way_to(io, request, to) : null;
	const path = way !== null ? to : base;
	const spoken = choose_language(request.accept_language);
	const word = (id) => spoken.words[key_of(id)] ?? "";
	const head = '<!DOCTYPE html>\n<html lang="' + spoken.language + '">\n<head>\n<meta charset="utf-8">\n';
	const refresh = '<meta http-equiv="refresh" content="0;url=' + path + '">\n';
	const title = "<title>" + word("logged_in") + "</title>\n</head>\n";
	const link = '<body>\n<p><a href="' + path + '">' + word("interface") + "</a></p>\n</body>\n</html>\n";
	return html_page(200, way ?? [], head + refresh + title + link);
};

function respond(io, request) {
	if (!request.https) {
		return load_module('sso_login.web.refusal').refuse(io, request, err("HTTPS_REQUIRED", { hint: { id: "https_of_proxy" } }), false);
	}
	if (request.method !== "GET") {
		return load_module('sso_login.web.refusal').refuse(io, request, err("METHOD_NOT_ALLOWED"), false);
	}
	const refused = request.query.values.late !== null ? load_module('sso_login.web.refusal').late_page(io, request) : null;
	return refused ?? page(io, request);
}

/** Entry of the CGI program /www/cgi-bin/webui. */
export function main(system) {
	serve(system ?? {}, respond);
};
