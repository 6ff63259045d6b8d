'use strict';
// Generated from src/sso_login/web/endpoints/test_login.ts by "make ucode"; do not edit.

/** The two requests of a test login, GET /?test=… and its callback (docs/architecture.md). They set no cookie of a session. */

import { test_page, landing_path } from 'sso_login.base.names';
import { handshake_lifetime } from 'sso_login.base.store';
import { name_of as login_cookie_name_of } from 'sso_login.login.cookie';
import { start as test_login_start, finish as test_login_finish } from 'sso_login.login.test.flow';
import { ok } from 'sso_login.result';
import { name_of as landing_cookie_name_of, lifetime as landing_cookie_lifetime } from 'sso_login.web.landing_cookie';
import { parse as requests_parse } from 'sso_login.web.request';
import { set_lax_cookie, redirect } from 'sso_login.web.responses';

/** Sends the tab on to the view that shows the outcome to whoever began the test; the login's own cookie goes. */
function show_outcome(own) {
	const to = test_page;
	const shown = [set_lax_cookie(landing_cookie_name_of(to), "1", landing_cookie_lifetime)];
	const cleared = own !== null ? [set_lax_cookie(own, "", 0)] : [];
	return redirect(landing_path + "?to=" + to, [...shown, ...cleared]);
}

/** The first request: sends the tab to the provider, with only the login's own cookie. */
function start(io, environment) {
	const ticket = substr(environment.query_string, length("test="));
	const started = test_login_start(io, ticket, environment.remote_addr);
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

/** Serves either; fails as login/test/flow does. */
export function handle(io, environment) {
	if (environment.path_info !== "/callback") {
		return start(io, environment);
	}
	const request = requests_parse(environment);
	if (!request.ok) {
		return request;
	}
	const finished = test_login_finish(io, {
		params: request.data.params,
		cookies: request.data.cookies,
		remote: environment.remote_addr,
		provider: environment.provider,
	});
	return finished.ok ? ok(show_outcome(login_cookie_name_of(request.data.params.state ?? ""))) : finished;
};
