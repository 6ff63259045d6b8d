'use strict';
// Generated from src/sso_login/web/endpoints/test_login.ts by "make ucode"; do not edit.

/** The two requests of a test login, GET /?test=… and its callback (docs/architecture.md). They set no cookie of a session. */

import { test_page, landing_path } from 'sso_login.base.public_names';
import { handshake_lifetime } from 'sso_login.base.store';
import { text_of } from 'sso_login.base.json_values';
import { name_of as login_cookie_name_of } from 'sso_login.login.login_cookie';
import { start as test_flow_start, finish as test_flow_finish } from 'sso_login.login.test.test_flow';
import { ok } from 'sso_login.result';
import { open_landing } from 'sso_login.web.return_cookies';
import { checked_values } from 'sso_login.web.request_fields';
import { set_lax_cookie, redirect } from 'sso_login.web.responses';

/** Sends the tab on to the view that shows the outcome; the login's own cookie is cleared. */
function show_outcome(own) {
	const to = test_page;
	const cleared = own !== null ? [set_lax_cookie(own, "", 0)] : [];
	return redirect(landing_path + "?to=" + to, [...[open_landing(to)], ...cleared]);
}

/** The first request: sends the tab to the provider, with only the login's own cookie. Fails as login/test/test_flow does. */
function start(io, request) {
	const started = test_flow_start(io, text_of(request.query.values.test), request.remote_addr);
	if (!started.ok) {
		return started;
	}
	const login = started.data;
	if (login === null) {
		return ok(show_outcome(null));
	}
	const own = set_lax_cookie(login_cookie_name_of(login.state), login.cookie, handshake_lifetime);
	return ok(redirect(login.url, [own]));
}

/** The callback. Fails as login/test/test_flow does. */
function finish(io, request) {
	const params = checked_values(request.query);
	if (!params.ok) {
		return params;
	}
	const finished = test_flow_finish(io, {
		params: params.data,
		cookies: request.cookies,
		remote: request.remote_addr,
		provider: request.provider,
	});
	return finished.ok ? ok(show_outcome(login_cookie_name_of(text_of(params.data.state)))) : finished;
}

export function admit_start(io, request) {
	return { respond: () => start(io, request) };
};

export function admit_callback(io, request) {
	return { respond: () => finish(io, request) };
};
