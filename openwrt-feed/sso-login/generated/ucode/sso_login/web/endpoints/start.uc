'use strict';
// Generated from src/sso_login/web/endpoints/start.ts by "make ucode"; do not edit.

/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */

import { load_module } from 'sso_login.ecma';
import { luci_cookie_path } from 'sso_login.base.public_names';
import { consists_of, is_visible_ascii, sorted_keys } from 'sso_login.base.strings';
import { parse_https, host_header } from 'sso_login.base.urls';
import { read as browser_read, create_value, login_starts } from 'sso_login.login.browser';
import { initiate as login_start_initiate } from 'sso_login.login.login_start';
import { err, ok } from 'sso_login.result';
import { is_return_path } from 'sso_login.settings.option_forms';
import { of_start } from 'sso_login.web.provider_choice';
import { load_enabled } from 'sso_login.settings.saved_config';
import { redirect } from 'sso_login.web.responses';

const many_logins = 8;

/** Bytes of a hint at the user for the provider. */
const max_hint = 200;

/** Whether a text has the form of an account's hash (error_page.ts). */
function is_account(text) {
	return text !== null && length(text) == 8 && consists_of(text, "hex");
}

/** The path of an address of this router; undefined for all others. */
function path_on_router(config, address) {
	const url = address !== null ? parse_https(address) : null;
	const router = url !== null ? parse_https(config.redirect_uri) : null;
	const same_host = url !== null && router !== null && host_header(url) === host_header(router);
	return same_host && url.query === null ? url.path : null;
}

/**
 * The wishes in the address of a start: a page to return to, those of a login initiated by a third party (OpenID Connect Core section
 * 4), and another account or a login that begins again (error_page.ts). INVALID_REQUEST where it names another issuer; all else that is of no use is ignored.
 */
function read_query(config, request, from, cookie_hash) {
	const params = request.query.values;
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
		refused: is_account(params.refused) ? params.refused : null,
		is_again: params.again !== null ? true : null,
		return_to: is_return_path(page, webui_path) ? page : null,
		host: request.host,
		cookie_hash,
		is_own_site: from.is_own_site ? true : null,
	});
}

/** Starts a login by a configuration; INVALID_REQUEST as above, else fails as login/login_start does. */
function begin(io, config, request) {
	const from = browser_read(request.cookies);
	const own = create_value();
	const start = read_query(config, request, from, own.hash);
	if (!start.ok) {
		return start;
	}
	const begun = login_start_initiate(io, config, start.data);
	if (!begun.ok) {
		return begun;
	}
	const login = { state: begun.data.handshake.state, value: own.value, page: start.data.return_to };
	const ids = sorted_keys(from.logins);
	const surplus = length(ids) >= many_logins ? load_module('sso_login.login.surplus_logins').surplus(io, ids) : [];
	return ok(redirect(begun.data.url, login_starts(from, login, surplus)));
}

/** Starts a login at the provider that the request names. */
function respond(io, request) {
	const provider = of_start(io, request);
	const config = provider.ok ? load_enabled(io, provider.data) : provider;
	if (!config.ok) {
		return config;
	}
	const response = begin(io, config.data, request);
	return response.ok ? response : load_module('sso_login.base.failures').about(config.data.log_name, response);
}

export function admit(io, request) {
	return { respond: () => respond(io, request) };
};
