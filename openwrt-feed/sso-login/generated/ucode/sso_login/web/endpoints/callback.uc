'use strict';
// Generated from src/sso_login/web/endpoints/callback.ts by "make ucode"; do not edit.

/** GET /callback: finishes the login and sends the browser to the landing page (specification, "handle the IdP redirect"). */

import { load_module } from 'sso_login.ecma';
import { event, detail_pairs } from 'sso_login.base.log';
import { luci_cookie_path, landing_path } from 'sso_login.base.public_names';
import { text_of } from 'sso_login.base.json_values';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { authenticate as login_finish_authenticate } from 'sso_login.login.login_finish';
import { login_ends, read as browser_read } from 'sso_login.login.browser';
import { after_login as session_ending_after_login } from 'sso_login.rpcd.session_ending';
import { ok } from 'sso_login.result';
import { load_enabled } from 'sso_login.settings.saved_config';
import { checked_values } from 'sso_login.web.request_fields';
import { redirect } from 'sso_login.web.responses';

function log_login(io, config, remote, login) {
	const facts = [
		["provider", config.log_name],
		["remote", remote],
	];
	const outcome = [
		["role", join(",", login.roles)],
		["session", hash_safe_id(login.sid)],
	];
	event(io, "notice", "LOGIN_GRANTED", [...facts, ...login.who, ...[...outcome, ...detail_pairs(login.notes)]]);
}

/** The way of the browser that brought the provider's response into the session of its login. */
function lead_into(config, brought, ending) {
	const query = ending.page !== null ? "?to=" + ending.page : "";
	const webui_path = config.webui_path ?? luci_cookie_path;
	const state = text_of(brought.params.state);
	const headers = login_ends(brought.browser, { state, sid: ending.sid, page: ending.page, webui_path });
	return redirect(landing_path + query, headers);
}

/** Answers a failed login: a callback that its browser loads again as the first time, every other one with the facts for its page. */
function answer_failure(io, config, failure, brought) {
	const finished = load_module('sso_login.web.late_callback').finished_session(io, brought, failure.error);
	if (finished === null) {
		const first = load_module('sso_login.web.late_callback').first_refusal(io, brought, failure);
		return load_module('sso_login.web.failed_callback').with_facts(io, config, first, brought);
	}
	// A session without a page has "" there.
	const page = finished.page !== "" ? finished.page : null;
	return ok(lead_into(config, brought, { sid: finished.sid, page }));
}

/** Finishes a login by a configuration; INVALID_REQUEST for parameters that are refused, else as login/login_finish fails. */
export function finish_login(io, config, request) {
	const params = checked_values(request.query);
	const values = params.ok ? params.data : request.query.values;
	const host = request.host;
	const brought = { params: values, browser: browser_read(request.cookies), remote: request.remote_addr, host };
	const login = params.ok ? login_finish_authenticate(io, config, brought) : params;
	if (!login.ok) {
		return answer_failure(io, config, login, brought);
	}
	log_login(io, config, brought.remote, login.data);
	session_ending_after_login(io, login.data.sid, login.data.is_own_site, brought.browser);
	return ok(lead_into(config, brought, login.data));
};

/** Finishes a login at the provider of the request's address. */
function respond(io, request) {
	const config = load_enabled(io, request.provider);
	if (!config.ok) {
		return config;
	}
	const response = finish_login(io, config.data, request);
	return response.ok ? response : load_module('sso_login.base.failures').about(config.data.log_name, response);
}

export function admit(io, request) {
	return { respond: () => respond(io, request) };
};
