'use strict';
// Generated from src/sso_login/web/endpoints/callback.ts by "make ucode"; do not edit.

/** GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect"). */

import { key_of, load_module } from 'sso_login.ecma';
import { event, detail_pairs } from 'sso_login.base.log';
import { luci_cookie_path, state_cookie, session_cookies as public_names_session_cookies, last_login_cookie, landing_path } from 'sso_login.base.public_names';
import { text_of } from 'sso_login.base.json_values';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { authenticate as login_finish_authenticate } from 'sso_login.login.login_finish';
import { name_of as login_cookie_name_of } from 'sso_login.login.login_cookie';
import { end_replaced, end_idle } from 'sso_login.rpcd.session_ending';
import { about } from 'sso_login.result';
import { ok } from 'sso_login.result';
import { forget as return_cookies_forget, open_landing } from 'sso_login.web.return_cookies';
import { load_enabled } from 'sso_login.settings.saved_config';
import { checked_values } from 'sso_login.web.request_fields';
import { set_lax_cookie, set_cookie, redirect } from 'sso_login.web.responses';

/**
 * The cookies of a session. LuCI's own `sysauth_https` lives at a longer path and is sent first: a stale one would hide
 * the new session, so it is deleted before ours are set, where LuCI keeps it and where the web interface is.
 */
function session_cookies(config, sid) {
	const webui_path = config.webui_path ?? luci_cookie_path;
	const paths = webui_path !== luci_cookie_path ? [webui_path] : [];
	const cookies = [set_lax_cookie(state_cookie, "", 0)];
	for (let path in [...paths, ...[luci_cookie_path]]) {
		push(cookies, set_cookie("sysauth_https", "", { path, same_site: "Strict", max_age: 0 }));
	}
	for (let name in public_names_session_cookies) {
		push(cookies, set_cookie(name, sid, { path: "/", same_site: "Strict" }));
	}
	return cookies;
}

/** The cookies of only this login are cleared, the cookie of the last login names it, and the landing page learns where the login ends. */
function other_cookies(cookies, state, return_to) {
	const own = login_cookie_name_of(state);
	const value = cookies[key_of(own)];
	const list = return_cookies_forget(cookies, state);
	if (value !== null) {
		const named = hash_safe_id(state) + value;
		push(list, set_lax_cookie(own, "", 0));
		push(list, set_cookie(last_login_cookie, named, { path: "/", same_site: "Lax" }));
	}
	if (return_to !== null) {
		push(list, open_landing(return_to));
	}
	return list;
}

function log_login(io, config, request, login) {
	const facts = [
		["provider", config.log_name],
		["remote", request.remote_addr],
	];
	const outcome = [
		["role", join(",", login.roles)],
		["session", hash_safe_id(login.sid)],
	];
	event(io, "notice", "LOGIN_GRANTED", [...facts, ...login.who, ...[...outcome, ...detail_pairs(login.notes)]]);
}

/** The way into a session, which ends at the page `return_to`, or at the first one. */
function lead_into(config, request, sid, return_to) {
	const query = return_to !== null ? "?to=" + return_to : "";
	const state = text_of(request.query.values.state);
	const headers = [...session_cookies(config, sid), ...other_cookies(request.cookies, state, return_to)];
	return redirect(landing_path + query, headers);
}

/** Finishes a login by a configuration; INVALID_REQUEST for parameters that are refused, else as login/login_finish fails. */
export function finish_login(io, config, request) {
	const params = checked_values(request.query);
	if (!params.ok) {
		return params;
	}
	const input = { params: params.data, cookies: request.cookies, remote: request.remote_addr };
	const login = login_finish_authenticate(io, config, input);
	if (!login.ok) {
		const finished = load_module('sso_login.web.last_login').finished_session(io, request, login.error);
		return finished !== null
			? ok(lead_into(config, request, finished.sid, finished.page !== "" ? finished.page : null))
			: load_module('sso_login.web.failed_callback').with_facts(io, login, config, request);
	}
	log_login(io, config, request, login.data);
	// Another site may begin a login, and so ends no session, whatever cookies come with the provider's answer.
	if (login.data.is_own_site) {
		end_replaced(io, request.cookies, login.data.sid);
		if (request.cookies[last_login_cookie] !== null) {
			load_module('sso_login.web.last_login').end_former(io, request.cookies, login.data.sid);
		}
	}
	end_idle(io, login.data.sid);
	return ok(lead_into(config, request, login.data.sid, login.data.return_to));
};

/** Finishes a login at the provider of the request's address. */
function respond(io, request) {
	const config = load_enabled(io, request.provider);
	return config.ok ? about(config.data.log_name, finish_login(io, config.data, request)) : config;
}

export function admit(io, request) {
	return { respond: () => respond(io, request) };
};
