'use strict';
// Generated from src/sso_login/web/endpoints/callback.ts by "make ucode"; do not edit.

/** GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect"). */

import { has_members, key_of, load_module } from 'sso_login.ecma';
import { detail_pairs, event } from 'sso_login.base.log';
import { luci_cookie_path, state_cookie, session_cookies, landing_path } from 'sso_login.base.names';
import { parse_https, host_header } from 'sso_login.base.urls';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { authenticate as finish_authenticate } from 'sso_login.login.finish';
import { name_of as login_cookie_name_of } from 'sso_login.login.cookie';
import { place_of } from 'sso_login.login.record';
import { end_replaced, end_oldest } from 'sso_login.rpcd.ending';
import { err, ok } from 'sso_login.result';
import { name_of as landing_cookie_name_of, lifetime as landing_cookie_lifetime } from 'sso_login.web.landing_cookie';
import { forget, page_of } from 'sso_login.web.page_cookie';
import { host_of, parse as requests_parse } from 'sso_login.web.request';
import { set_lax_cookie, set_cookie, redirect } from 'sso_login.web.responses';

/** Loaded for logins that fail. */
const late = () => load_module('sso_login.web.late');

/**
 * The cookies of a login. LuCI's own `sysauth_https` lives at a longer path and is sent first: a stale one would hide
 * the new session, so it is deleted before ours are set, where LuCI keeps it and where the web interface is.
 */
function login_cookies(config, sid) {
	const webui_path = config.webui_path ?? luci_cookie_path;
	const cookies = [
		set_lax_cookie(state_cookie, "", 0),
		set_cookie("sysauth_https", "", { path: webui_path, same_site: "Strict", max_age: 0 }),
	];
	if (webui_path !== luci_cookie_path) {
		push(cookies, set_cookie("sysauth_https", "", { path: luci_cookie_path, same_site: "Strict", max_age: 0 }));
	}
	for (let name in session_cookies) {
		push(cookies, set_cookie(name, sid, { path: "/", same_site: "Strict" }));
	}
	return cookies;
}

/** The cookies of only this login are cleared, and the landing page learns where the login ends. */
function other_cookies(cookies, state, return_to) {
	const own = login_cookie_name_of(state);
	const cleared = cookies[key_of(own)] !== null ? [set_lax_cookie(own, "", 0)] : [];
	const list = [...cleared, ...forget(cookies, state)];
	if (return_to !== null) {
		push(list, set_lax_cookie(landing_cookie_name_of(return_to), "1", landing_cookie_lifetime));
	}
	return list;
}

/**
 * The page at which a login that is over was to end. A missing cookie is most often that of a login which began under another
 * name than the registered one, where the browser keeps it: the line names both, each with its port. Cookies know no ports, so with
 * one name the cause is another.
 */
function explain(io, failure, config, environment, request) {
	if (!late().may_be(environment, failure.error)) {
		return failure;
	}
	const state = request.params.state ?? "";
	const place = place_of(io, state);
	const webui_path = config.webui_path ?? luci_cookie_path;
	environment.return_to = place.return_to ?? page_of(request.cookies, state, webui_path);
	if (failure.error !== "MISSING_HANDSHAKE_COOKIE") {
		return failure;
	}
	const registered = parse_https(config.redirect_uri);
	const host = place.host ?? host_of(environment);
	if (registered === null) {
		return err(failure.error, { host, redirect_host: "" });
	}
	const start = parse_https("https://" + host);
	const same_host = start !== null && start.host === registered.host;
	const hint = same_host ? { id: "other_browser" } : null;
	return err(failure.error, { host, redirect_host: host_header(registered), hint });
}

/** Refusals whose user is to ask the administrator, who finds the reference in the log. */
const referenced = ["USER_NOT_AUTHORIZED", "ROLE_WITHOUT_PAGE", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"];

function with_reference(failure, state) {
	const details = has_members(failure.details) ? failure.details : {};
	details.reference = hash_safe_id(state);
	return err(failure.error, details);
}

function log_login(io, config, environment, login) {
	const facts = [
		["provider", config.log_name],
		["remote", environment.remote_addr],
	];
	const outcome = [
		["role", join(",", login.roles)],
		["session", hash_safe_id(login.sid)],
	];
	const notes = detail_pairs(login.notes);
	event(io, "notice", "LOGIN_GRANTED", [...facts, ...login.who, ...[...outcome, ...notes]]);
}

/** Finishes a login; INVALID_REQUEST for parameters that cannot be taken, else as login/finish fails. */
export function handle(io, config, environment) {
	const request = requests_parse(environment);
	if (!request.ok) {
		return request;
	}
	const state = request.data.params.state ?? "";
	const cookies = request.data.cookies;
	const answer = { params: request.data.params, cookies, remote: environment.remote_addr };
	const login = finish_authenticate(io, config, answer);
	if (!login.ok) {
		environment.return_to = answer.return_to;
		return (index(referenced, login.error) >= 0)
			? with_reference(login, state)
			: explain(io, login, config, environment, request.data);
	}
	log_login(io, config, environment, login.data);
	end_replaced(io, cookies, login.data.sid);
	end_oldest(io, login.data.sid);
	const return_to = login.data.return_to;
	const query = return_to !== null ? "?to=" + return_to : "";
	const headers = [...login_cookies(config, login.data.sid), ...other_cookies(cookies, state, return_to)];
	return ok(redirect(landing_path + query, headers));
};
