'use strict';
// Generated from src/sso_login/web/endpoints/callback.ts by "make ucode"; do not edit.

/** GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect"). */

import { key_of, load_module } from 'sso_login.ecma';
import { detail_pairs, event } from 'sso_login.base.log';
import { luci_cookie_path, state_cookie, session_cookies, landing_path } from 'sso_login.base.public_names';
import { parse_https, host_header } from 'sso_login.base.urls';
import { text_of, facts_of } from 'sso_login.base.json_values';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { cut } from 'sso_login.protocol.provider_errors';
import { authenticate as login_finish_authenticate } from 'sso_login.login.login_finish';
import { name_of as login_cookie_name_of } from 'sso_login.login.login_cookie';
import { place_of } from 'sso_login.login.handshake_record';
import { end_replaced, end_oldest } from 'sso_login.rpcd.session_ending';
import { about } from 'sso_login.result';
import { err, ok } from 'sso_login.result';
import { forget, open_landing, page_of } from 'sso_login.web.return_cookies';
import { load as provider_choice_load } from 'sso_login.web.provider_choice';
import { checked_values } from 'sso_login.web.web_request';
import { set_lax_cookie, set_cookie, redirect } from 'sso_login.web.responses';

/** Loaded for logins that fail. */
const late_callback = () => load_module('sso_login.web.late_callback');

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

/**
 * The names of the router in a login without its cookie. Most often it began under another name than the registered one, where the
 * browser keeps the cookie: the log line names both, each with its port. Cookies know no ports, so with one name the cause is another.
 */
function names_of_router(config, host) {
	const registered = parse_https(config.redirect_uri);
	if (registered === null) {
		return { host, redirect_host: "" };
	}
	const start = parse_https("https://" + host);
	const is_same = start !== null && start.host === registered.host;
	const hint = is_same ? { id: "other_browser" } : null;
	return { host, redirect_host: host_header(registered), hint };
}

/** Refusals after which the user asks the administrator, who finds the reference in the log. */
const referenced = ["USER_NOT_AUTHORIZED", "ROLE_WITHOUT_PAGE", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"];

/** A failed login, with the facts for its page. `page` is the page at which the login was to end, as far as its record told. */
function with_facts(io, failure, config, request, page) {
	const state = text_of(request.query.values.state);
	const facts = facts_of(failure);
	facts.return_to = page;
	if ((index(referenced, failure.error) >= 0)) {
		facts.reference = hash_safe_id(state);
	}
	if (!late_callback().may_be(request, failure.error)) {
		return err(failure.error, facts);
	}
	// The login is over or another's, so its record may tell more than this browser has proved.
	const place = place_of(io, state);
	const webui_path = config.webui_path ?? luci_cookie_path;
	const is_cookie_missing = failure.error === "MISSING_HANDSHAKE_COOKIE";
	const all = is_cookie_missing ? names_of_router(config, place.host ?? request.host) : facts;
	// Of a login whose record has ended only the words of the provider are known.
	all.error = cut(request.query.values.error);
	all.error_description = cut(request.query.values.error_description);
	all.return_to = place.return_to ?? page_of(request.cookies, state, webui_path);
	return err(failure.error, all);
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
	const answer = { params: params.data, cookies, remote: request.remote_addr };
	const login = login_finish_authenticate(io, config, answer);
	if (!login.ok) {
		return with_facts(io, login, config, request, answer.return_to);
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
	const config = provider_choice_load(io, request.provider);
	return config.ok ? about(config.data.log_name, finish_login(io, config.data, request)) : config;
}

export function admit(io, request) {
	return { respond: () => respond(io, request) };
};
