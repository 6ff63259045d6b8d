'use strict';
// Generated from src/sso_login/web/endpoints/callback.ts by "make ucode"; do not edit.

/** GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect"). */

import { load_module } from 'sso_login.ecma';
import { event, detail_pairs } from 'sso_login.base.log';
import { luci_cookie_path, landing_path } from 'sso_login.base.public_names';
import { text_of } from 'sso_login.base.json_values';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { authenticate as login_finish_authenticate } from 'sso_login.login.login_finish';
import { login_ends, read as browser_read, former_sessions } from 'sso_login.login.browser';
import { after_login as session_ending_after_login } from 'sso_login.rpcd.session_ending';
import { about } from 'sso_login.result';
import { ok } from 'sso_login.result';
import { load_enabled } from 'sso_login.settings.saved_config';
import { checked_values } from 'sso_login.web.request_fields';
import { redirect } from 'sso_login.web.responses';

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

/** The way into a session, which ends at the page `page`, or at the first one. */
function lead_into(config, from, state, sid, page) {
	const query = page !== null ? "?to=" + page : "";
	const webui_path = config.webui_path ?? luci_cookie_path;
	const headers = login_ends(from, { state, sid, page, webui_path });
	return redirect(landing_path + query, headers);
}

/** Finishes a login by a configuration; INVALID_REQUEST for parameters that are refused, else as login/login_finish fails. */
export function finish_login(io, config, request) {
	const params = checked_values(request.query);
	if (!params.ok) {
		return params;
	}
	const from = browser_read(request.cookies);
	const state = text_of(params.data.state);
	const input = { params: params.data, browser: from, remote: request.remote_addr };
	const login = login_finish_authenticate(io, config, input);
	if (!login.ok) {
		const finished = load_module('sso_login.web.late_callback').finished_session(io, request, from, login.error);
		return finished !== null
			? ok(lead_into(config, from, state, finished.sid, finished.page !== "" ? finished.page : null))
			: load_module('sso_login.web.failed_callback').with_facts(io, login, config, request);
	}
	log_login(io, config, request, login.data);
	// Another site may begin a login, and so ends no session, whatever cookies come with the provider's answer.
	const former = login.data.is_own_site ? former_sessions(from) : { sids: [], cookie_hashes: [] };
	session_ending_after_login(io, login.data.sid, former);
	return ok(lead_into(config, from, state, login.data.sid, login.data.return_to));
};

/** Finishes a login at the provider of the request's address. */
function respond(io, request) {
	const config = load_enabled(io, request.provider);
	return config.ok ? about(config.data.log_name, finish_login(io, config.data, request)) : config;
}

export function admit(io, request) {
	return { respond: () => respond(io, request) };
};
