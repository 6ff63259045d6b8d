'use strict';
// Generated from src/sso_login/web/start.ts by "make ucode"; do not edit.

/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */

import { luci_cookie_path, account_cookie, state_cookie } from 'sso_login.base.names';
import { handshake_lifetime } from 'sso_login.base.store';
import { is_visible_ascii } from 'sso_login.base.strings';
import { parse_https, host_header } from 'sso_login.base.urls';
import * as initiate from 'sso_login.login.initiate';
import { err, ok } from 'sso_login.result';
import { is_return_path } from 'sso_login.settings.options';
import { parse_query, parse_cookies } from 'sso_login.web.requests';
import { set_cookie, redirect } from 'sso_login.web.responses';

/** Bytes of a hint at whom the provider is to ask for. */
const max_hint = 200;

/** The path of an address of this router; undefined for all others. */
function own_path(config, address) {
	const url = address !== null ? parse_https(address) : null;
	const own = parse_https(config.redirect_uri);
	const is_own = url !== null && own !== null && host_header(url) === host_header(own);
	return is_own && url.query === null ? url.path : null;
}

/**
 * What the address of a start asks for: a page to return to, and what a login initiated by a third party has (OpenID Connect
 * Core section 4). INVALID_REQUEST where that names another issuer; all else that is of no use is ignored.
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
	const page = params.return_to ?? own_path(config, params.target_link_uri) ?? "";
	const webui_path = config.webui_path ?? luci_cookie_path;
	return ok({
		login_hint: has_hint ? hint : null,
		return_to: is_return_path(page, webui_path) ? page : null,
	});
}

/**
 * Starts a login; INVALID_REQUEST as above, else fails as login/initiate does. After one that ended without a role, the
 * provider is asked for the account: its session would bring the same one again.
 */
export function handle(io, config, environment) {
	const start = read_query(config, environment.query_string);
	if (!start.ok) {
		return start;
	}
	const ask_account = parse_cookies(environment.cookie)[account_cookie] !== null;
	start.data.ask_account = ask_account;
	start.data.host = environment.host;
	const started = initiate.initiate(io, config, start.data);
	if (!started.ok) {
		return started;
	}
	const attributes = { path: "/", same_site: "Lax", max_age: handshake_lifetime };
	const cookies = [set_cookie(state_cookie, started.data.token, attributes)];
	if (ask_account) {
		push(cookies, set_cookie(account_cookie, "", { path: "/", same_site: "Lax", max_age: 0 }));
	}
	return ok(redirect(started.data.url, cookies));
};
