'use strict';
// Generated from src/sso_login/web/start.ts by "make ucode"; do not edit.

/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */

import { luci_cookie_path, state_cookie } from 'sso_login.base.names';
import { handshake_lifetime } from 'sso_login.base.store';
import { is_visible_ascii } from 'sso_login.base.strings';
import { parse_https, host_header } from 'sso_login.base.urls';
import { create, name_of, surplus } from 'sso_login.login.login_cookie';
import * as initiate from 'sso_login.login.initiate';
import { err, ok } from 'sso_login.result';
import { is_return_path } from 'sso_login.settings.options';
import { parse_query, parse_cookies, host_of } from 'sso_login.web.requests';
import { set_lax_cookie, redirect } from 'sso_login.web.responses';

/** Bytes of a hint at whom the provider is to ask for. */
const max_hint = 200;

/** The path of an address of this router; undefined for all others. */
function path_on_router(config, address) {
	const url = address !== null ? parse_https(address) : null;
	const router = parse_https(config.redirect_uri);
	const same_host = url !== null && router !== null && host_header(url) === host_header(router);
	return same_host && url.query === null ? url.path : null;
}

/**
 * What the address of a start asks for: a page to return to, and what a login initiated by a third party has (OpenID Connect
 * Core section 4), and another account (error_page.ts). INVALID_REQUEST where that names another issuer; all else that is of no use
 * is ignored.
 */
function read_query(config, query) {
	const parsed = parse_query(query, ["iss"]);
	if (!parsed.ok) {
		return parsed;
	}
	const params = parsed.data;
	if (params.iss !== null && params.iss !== config.issuer_url) {
		return err("INVALID_REQUEST", { reason: "not issuer_url", parameter: "iss" });
	}
	const hint = params.login_hint ?? "";
	const has_hint = hint !== "" && length(hint) <= max_hint && is_visible_ascii(hint);
	const prompt = params.prompt;
	const page = params.return_to ?? path_on_router(config, params.target_link_uri) ?? "";
	const webui_path = config.webui_path ?? luci_cookie_path;
	return ok({
		login_hint: has_hint ? hint : null,
		prompt: prompt === "login" || prompt === "select_account" ? prompt : null,
		return_to: is_return_path(page, webui_path) ? page : null,
	});
}

/** Starts a login; INVALID_REQUEST as above, else fails as login/initiate does. */
export function handle(io, config, environment) {
	const start = read_query(config, environment.query_string);
	if (!start.ok) {
		return start;
	}
	const cookies = parse_cookies(environment.cookie);
	const own = create();
	start.data.cookie_hash = own.hash;
	start.data.host = host_of(environment);
	const started = initiate.initiate(io, config, start.data);
	if (!started.ok) {
		return started;
	}
	const state = started.data.token;
	const headers = [
		set_lax_cookie(state_cookie, state, handshake_lifetime),
		set_lax_cookie(name_of(state), own.value, handshake_lifetime),
	];
	for (let name in surplus(io, cookies)) {
		push(headers, set_lax_cookie(name, "", 0));
	}
	return ok(redirect(started.data.url, headers));
};
