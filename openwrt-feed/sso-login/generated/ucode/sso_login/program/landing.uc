'use strict';
// Generated from src/sso_login/program/landing.ts by "make ucode"; do not edit.

/**
 * The landing page /cgi-bin/webui/: the session cookies are SameSite=Strict, and the navigation that began at the
 * provider does not send them, redirected or not. A page that starts a new navigation does (docs/architecture.md).
 */

import { array_find } from 'sso_login.ecma';
import { serve } from 'sso_login.program.cgi';
import { option_rules, option_problem, is_return_path } from 'sso_login.settings.options';
import { err } from 'sso_login.result';
import { query_param } from 'sso_login.web.requests';
import { refuse } from 'sso_login.web.router';
import { package_name } from 'sso_login.base.names';

const page_start = '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n';

/** The configured path of the web interface; one that is not valid counts as absent. The value is safe in HTML. */
function webui_path(io) {
	const rule = array_find(option_rules, (candidate) => candidate.name === "webui_path");
	const stored = io.uci_get(package_name, "default", "webui_path");
	const value = stored.ok && type(stored.data) == "string" ? stored.data : "";
	if (rule === null) {
		return "/";
	}
	return value !== "" && option_problem(rule, value) === null ? value : (rule.fallback ?? "/");
}

/** Where the browser goes: the page that `to` names, or the web interface. Any site may link here. */
function target(io, query) {
	const base = webui_path(io);
	const path = query_param(query, "to") ?? "";
	return is_return_path(path, base) ? path : base;
}

/** Sends the browser on to the web interface, from this site. Needs no script and sets no cookie. */
export function page(io, query) {
	const path = target(io, query ?? "");
	const refresh = '<meta http-equiv="refresh" content="0;url=' + path + '">\n<title>Logged in</title>\n</head>\n';
	const body = '<body>\n<p><a href="' + path + '">Continue to the web interface</a></p>\n</body>\n</html>\n';
	return { status: 200, content_type: "text/html; charset=utf-8", headers: [], body: page_start + refresh + body };
};

function respond(io, environment) {
	if (!environment.https) {
		return refuse(io, environment, err("HTTPS_REQUIRED"));
	}
	return environment.method === "GET"
		? page(io, environment.query_string)
		: refuse(io, environment, err("METHOD_NOT_ALLOWED"));
}

/** Entry of the CGI program /www/cgi-bin/webui. */
export function main(system) {
	serve(system ?? {}, respond);
};
