'use strict';
// Generated from src/sso_login/web/start.ts by "make ucode"; do not edit.

/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */

import * as names from 'sso_login.base.names';
import * as store from 'sso_login.base.store';
import * as initiate from 'sso_login.login.initiate';
import { ok } from 'sso_login.result';
import * as requests from 'sso_login.web.requests';
import * as responses from 'sso_login.web.responses';

/**
 * Starts a login; fails as login/initiate does. After one that ended without a role, the provider is asked for the account:
 * its session would bring the same one again.
 */
export function handle(io, config, environment) {
	const ask_account = requests.parse_cookies(environment.cookie)[names.account_cookie] !== null;
	const started = initiate.initiate(io, config, environment.host, ask_account);
	if (!started.ok) {
		return started;
	}
	const attributes = { path: "/", same_site: "Lax", max_age: store.handshake_lifetime };
	const cookies = [responses.set_cookie(names.state_cookie, started.data.token, attributes)];
	if (ask_account) {
		push(cookies, responses.set_cookie(names.account_cookie, "", { path: "/", same_site: "Lax", max_age: 0 }));
	}
	return ok(responses.redirect(started.data.url, cookies));
};
