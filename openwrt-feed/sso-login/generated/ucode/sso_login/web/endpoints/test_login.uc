'use strict';
// Generated from src/sso_login/web/endpoints/test_login.ts by "make ucode"; do not edit.

/** The two requests of a test login, GET /?test=… and its callback (docs/architecture.md). They set no cookie of a session. */

import { test_page, landing_path } from 'sso_login.base.public_names';
import { text_of } from 'sso_login.base.json_values';
import { test_ends, test_starts, read as browser_read } from 'sso_login.login.browser';
import { start as test_flow_start, finish as test_flow_finish } from 'sso_login.login.test.test_flow';
import { ok } from 'sso_login.result';
import { checked_values } from 'sso_login.web.request_fields';
import { redirect } from 'sso_login.web.responses';

/** Sends the tab on to the view that shows the outcome of the login of a state; there is none where it had no callback. */
function show_outcome(state) {
	const to = test_page;
	return redirect(landing_path + "?to=" + to, test_ends(to, state));
}

/** The first request: sends the tab to the provider, with only the login's own cookie. Fails as login/test/test_flow does. */
function start(io, request) {
	const started = test_flow_start(io, text_of(request.query.values.test), request.remote_addr);
	if (!started.ok) {
		return started;
	}
	const login = started.data;
	if (login === null) {
		return ok(show_outcome());
	}
	return ok(redirect(login.url, test_starts(login.state, login.cookie)));
}

/** The callback. Fails as login/test/test_flow does. */
function finish(io, request) {
	const params = checked_values(request.query);
	if (!params.ok) {
		return params;
	}
	const finished = test_flow_finish(io, {
		params: params.data,
		browser: browser_read(request.cookies),
		remote: request.remote_addr,
		provider: request.provider,
	});
	return finished.ok ? ok(show_outcome(text_of(params.data.state))) : finished;
}

export function admit(io, request) {
	return { respond: () => (request.path === "/callback" ? finish(io, request) : start(io, request)) };
};
