'use strict';
// Generated from src/sso_login/web/endpoints/callback.ts by "make ucode"; do not edit.

/** GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect"). */

import { key_of, load_module } from 'sso_login.ecma';
import { detail_pairs, event } from 'sso_login.base.log';
import { luci_cookie_path, state_cookie, session_cookies, landing_path } from 'sso_login.base.public_names';
import { text_of } from 'sso_login.base.json_values';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { authenticate as login_finish_authenticate } from 'sso_login.login.login_finish';
import { name_of as login_cookie_name_of } from 'sso_login.login.login_cookie';
import { end_replaced, end_oldest } from 'sso_login.rpcd.session_ending';
import { about } from 'sso_login.result';
import { ok } from 'sso_login.result';
import { forget, open_landing } from 'sso_login.web.return_cookies';
import { load_enabled } from 'sso_login.settings.saved_config';
import { checked_values } from 'sso_login.web.request_fields';
import { set_lax_cookie, set_cookie, redirect } from 'sso_login.web.responses';

/** Loaded for logins that fail. */
const failed_callback = () => load_module('sso_login.web.failed_callback');

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
		push(cookies, set_cookie("sysauth_https", "", {
				path: luci_cookie_path,
				same_site: "Strict",
				max_age: 0,
			}));
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
	const notes = detail_pairs(login.notes);
	event(io, "notice", "LOGIN_GRANTED", [...facts, ...login.who, ...[...outcome, ...notes]]);
}

/** Finishes a login by a configuration; INVALID_REQUEST for parameters that are refused, else as login/login_finish fails. */
export function finish_login(io, config, request) {
	const params = checked_values(request.query);
	if (!params.ok) {
		return params;
	}
	const cookies = request.cookies;
	const input = { params: params.data, cookies, remote: request.remote_addr };
	const login = login_finish_authenticate(io, config, input);
	if (!login.ok) {
		return failed_callback().with_facts(io, login, config, request);
	}
	log_login(io, config, request, login.data);
	end_replaced(io, cookies, login.data.sid);
	end_oldest(io, login.data.sid);
	const return_to = login.data.return_to;
	const query = return_to !== null ? "?to=" + return_to : "";
	const state = text_of(params.data.state);
	const headers = [...login_cookies(config, login.data.sid), ...other_cookies(cookies, state, return_to)];
	return ok(redirect(landing_path + query, headers));
};

/** Finishes a login at the provider of the request's address. */
function respond(io, request) {
	const config = load_enabled(io, request.provider);
	return config.ok ? about(config.data.log_name, finish_login(io, config.data, request)) : config;
}

export function admit(io, request) {
	return { respond: () => respond(io, request) };
};
