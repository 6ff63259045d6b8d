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
import { err } from 'sso_login.result';
import { choose_language } from 'sso_login.web.negotiation';
import { html_page } from 'sso_login.web.responses';

/** Whether single sign-on is on, and a login of this browser has just ended with this path; a test login also while it is off. */
function is_from_login(io, request, path) {
	const is_open = load_module('sso_login.login.browser').may_land(load_module('sso_login.login.browser').read(request.cookies), path);
	if (!is_open || path === test_page) {
		return is_open;
	}
	const on = enabled_is_enabled(io);
	return on.ok && on.data;
}

/**
 * Sends the browser on, from this site: to the page that `to` names after a login that ended with it, else to the web interface. Any
 * site may link here, so the page is judged again, and a login leads to it once. Needs no script.
 */
export function page(io, request) {
	const base = webui_path(io);
	const to = request.query.values.to ?? "";
	const is_page = to === test_page || is_return_path(to, base);
	const is_wanted = is_page && is_from_login(io, request, to);
	const path = is_wanted ? to : base;
	const headers = is_wanted ? load_module('sso_login.login.browser').lands(to) : [];
	const spoken = choose_language(request.accept_language);
	const word = (id) => spoken.words[key_of(id)] ?? "";
	const head = '<!DOCTYPE html>\n<html lang="' + spoken.language + '">\n<head>\n<meta charset="utf-8">\n';
	const refresh = '<meta http-equiv="refresh" content="0;url=' + path + '">\n';
	const title = "<title>" + word("logged_in") + "</title>\n</head>\n";
	const link = '<body>\n<p><a href="' + path + '">' + word("interface") + "</a></p>\n</body>\n</html>\n";
	return html_page(200, headers, head + refresh + title + link);
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
