'use strict';
// Generated from src/sso_login/program/landing.ts by "make ucode"; do not edit.

/**
 * The landing page /cgi-bin/webui/: the session cookies are SameSite=Strict, and the navigation that began at the
 * provider does not send them, redirected or not. A page that starts a new navigation does (docs/architecture.md).
 */

import { key_of, load_module, starts_with } from 'sso_login.ecma';
import { serve } from 'sso_login.program.cgi';
import { test_page } from 'sso_login.base.names';
import { is_enabled as enabled_is_enabled } from 'sso_login.settings.enabled';
import { is_return_path } from 'sso_login.settings.option_forms';
import { path as webui_path } from 'sso_login.settings.webui';
import { err } from 'sso_login.result';
import { name_of as landing_cookie_name_of } from 'sso_login.web.landing_cookie';
import { spoken as languages_spoken } from 'sso_login.web.languages';
import { parse_cookies, query_param } from 'sso_login.web.request';
import { set_lax_cookie, html_page } from 'sso_login.web.responses';

/** Loaded for a refusal. */
const refusals = () => load_module('sso_login.web.refusals');

/** Whether single sign-on is on, and a login of this browser has just ended with this path; a test login also while it is off. */
function is_from_login(io, path, cookie) {
	const name = landing_cookie_name_of(path);
	const is_there = (parse_cookies(cookie)[key_of(name)] ?? "") !== "";
	if (path === test_page) {
		return is_there;
	}
	const on = is_there ? enabled_is_enabled(io) : null;
	return on !== null && on.ok && on.data;
}

/**
 * Sends the browser on, from this site: to the page that `to` names after a login that ended with it, else to the web interface. Any
 * site may link here, so the page that a login may go to is judged again, and once. Needs no script.
 */
export function page(io, query, cookie, accept_language) {
	const base = webui_path(io);
	const to = query_param(query ?? "", "to") ?? "";
	const is_page = to === test_page || is_return_path(to, base);
	const is_wanted = is_page && is_from_login(io, to, cookie ?? "");
	const path = is_wanted ? to : base;
	const headers = is_wanted ? [set_lax_cookie(landing_cookie_name_of(to), "", 0)] : [];
	const spoken = languages_spoken(accept_language ?? "");
	const head = '<!DOCTYPE html>\n<html lang="' + spoken.language + '">\n<head>\n<meta charset="utf-8">\n';
	const refresh = '<meta http-equiv="refresh" content="0;url=' + path + '">\n';
	const title = "<title>" + (spoken.words.logged_in ?? "") + "</title>\n</head>\n";
	const link = '<body>\n<p><a href="' + path + '">' + (spoken.words.interface ?? "") + "</a></p>\n</body>\n</html>\n";
	return html_page(200, headers, head + refresh + title + link);
};

function respond(io, environment) {
	if (!environment.https) {
		return refusals().refuse(io, environment, err("HTTPS_REQUIRED"));
	}
	if (environment.method !== "GET") {
		return refusals().refuse(io, environment, err("METHOD_NOT_ALLOWED"));
	}
	const refused = starts_with(environment.query_string, "late=") ? refusals().late_page(io, environment) : null;
	return refused ?? page(io, environment.query_string, environment.cookie, environment.accept_language);
}

/** Entry of the CGI program /www/cgi-bin/webui. */
export function main(system) {
	serve(system ?? {}, respond);
};
