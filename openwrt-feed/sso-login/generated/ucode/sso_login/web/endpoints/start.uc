'use strict';
// Generated from src/sso_login/web/endpoints/start.ts by "make ucode"; do not edit.

/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */

import { first, luci_cookie_path, state_cookie } from 'sso_login.base.names';
import { handshake_lifetime } from 'sso_login.base.store';
import { is_visible_ascii } from 'sso_login.base.strings';
import { parse_https, host_header } from 'sso_login.base.urls';
import { create as login_cookie_create, name_of as login_cookie_name_of, surplus } from 'sso_login.login.cookie';
import { initiate as initiate_initiate } from 'sso_login.login.start';
import { err, ok } from 'sso_login.result';
import { is_on } from 'sso_login.settings.enabled';
import { of_issuer } from 'sso_login.settings.load';
import { is_provider_name, is_return_path } from 'sso_login.settings.option_forms';
import { keep } from 'sso_login.web.page_cookie';
import { parse_query, parse_cookies, host_of } from 'sso_login.web.request';
import { set_lax_cookie, redirect } from 'sso_login.web.responses';

/** Bytes of a hint at whom the provider is to ask for. */
const max_hint = 200;

/** Parameters that say where a login starts. */
const own_params = ["iss", "provider"];

/** The path of an address of this router; undefined for all others. */
function path_on_router(config, address) {
	const url = address !== null ? parse_https(address) : null;
	const router = url !== null ? parse_https(config.redirect_uri) : null;
	const same_host = url !== null && router !== null && host_header(url) === host_header(router);
	return same_host && url.query === null ? url.path : null;
}

/**
 * The provider of a start: the one that `provider` names, or has the issuer `iss`, else the first. NOT_FOUND for one that is not
 * there or off, INVALID_REQUEST where no provider has the issuer, or where a parameter is given twice.
 */
export function provider_of(io, query) {
	const parsed = parse_query(query, own_params);
	if (!parsed.ok) {
		return parsed;
	}
	const named = parsed.data.provider;
	const iss = parsed.data.iss;
	if (named !== null) {
		const is_there = named === first || (is_provider_name(named) && is_on(io, named));
		return is_there ? ok(named) : err("NOT_FOUND", { reason: "no such provider" });
	}
	const found = iss !== null ? of_issuer(io, iss) : first;
	return found !== null ? ok(found) : err("INVALID_REQUEST", { reason: "not issuer_url", parameter: "iss" });
};

/**
 * What the address of a start asks for: a page to return to, and what a login initiated by a third party has (OpenID Connect
 * Core section 4), and another account (error_page.ts). INVALID_REQUEST where that names another issuer; all else that is of no use
 * is ignored.
 */
function read_query(config, query) {
	const parsed = parse_query(query, own_params);
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

/** Starts a login; INVALID_REQUEST as above, else fails as login/start does. */
export function handle(io, config, environment) {
	const start = read_query(config, environment.query_string);
	if (!start.ok) {
		return start;
	}
	const cookies = parse_cookies(environment.cookie);
	const own = login_cookie_create();
	start.data.cookie_hash = own.hash;
	start.data.host = host_of(environment);
	const started = initiate_initiate(io, config, start.data);
	if (!started.ok) {
		return started;
	}
	const state = started.data.token;
	const headers = [
		set_lax_cookie(state_cookie, state, handshake_lifetime),
		set_lax_cookie(login_cookie_name_of(state), own.value, handshake_lifetime),
	];
	if (start.data.return_to !== null) {
		push(headers, keep(state, start.data.return_to));
	}
	for (let name in surplus(io, cookies)) {
		push(headers, set_lax_cookie(name, "", 0));
	}
	return ok(redirect(started.data.url, headers));
};
