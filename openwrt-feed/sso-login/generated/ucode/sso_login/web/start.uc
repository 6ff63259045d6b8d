'use strict';
// Generated from src/sso_login/web/start.ts by "make ucode"; do not edit.

/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */

import * as names from 'sso_login.base.names';
import * as store from 'sso_login.base.store';
import * as strings from 'sso_login.base.strings';
import * as urls from 'sso_login.base.urls';
import * as initiate from 'sso_login.login.initiate';
import { err, ok } from 'sso_login.result';
import * as options from 'sso_login.settings.options';
import * as requests from 'sso_login.web.requests';
import * as responses from 'sso_login.web.responses';

/** Bytes of a hint at whom the provider is to ask for. */
const max_hint = 200;

/** The path of an address of this router; undefined for all others. */
function own_path(config, address) {
	const url = address !== null ? urls.parse_https(address) : null;
	const own = urls.parse_https(config.redirect_uri);
	const is_own = url !== null && own !== null && urls.host_header(url) === urls.host_header(own);
	return is_own && url.query === null ? url.path : null;
}

/**
 * What the address of a start asks for: a page to return to, and what a login initiated by a third party has (OpenID Connect
 * Core section 4). INVALID_REQUEST where that names another issuer; all else that is of no use is ignored.
 */
function read_query(config, query) {
	const parsed = requests.parse_query(query, ["iss"]);
	if (!parsed.ok) {
		return parsed;
	}
	const params = parsed.data;
	if (params.iss !== null && params.iss !== config.issuer_url) {
		return err("INVALID_REQUEST", { reason: "not issuer_url", parameter: "iss" });
	}
	const hint = params.login_hint ?? "";
	const has_hint = hint !== "" && length(hint) <= max_hint && strings.is_visible_ascii(hint);
	const page = params.return_to ?? own_path(config, params.target_link_uri) ?? "";
	const webui_path = config.webui_path ?? names.luci_cookie_path;
	return ok({
		login_hint: has_hint ? hint : null,
		return_to: options.is_return_path(page, webui_path) ? page : null,
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
	const ask_account = requests.parse_cookies(environment.cookie)[names.account_cookie] !== null;
	start.data.ask_account = ask_account;
	start.data.host = environment.host;
	const started = initiate.initiate(io, config, start.data);
	if (!started.ok) {
		return started;
	}
	const attributes = { path: "/", same_site: "Lax", max_age: store.handshake_lifetime };
	const cookies = [responses.set_cookie(names.state_cookie, started.data.token, attributes)];
	if (ask_account) {
		push(cookies, responses.set_cookie(names.account_cookie, "", { path: "/", same_site: "Lax", max_age: 0 }));
	}
	return ok(responses.redirect(started.data.url, cookies));
};
