'use strict';
// Generated from src/sso_login/web/start.ts by "make ucode"; do not edit.

/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */

import * as names from 'sso_login.base.names';
import * as store from 'sso_login.base.store';
import * as initiate from 'sso_login.login.initiate';
import { ok } from 'sso_login.result';
import * as responses from 'sso_login.web.responses';

/** Starts a login; fails as login/initiate does. */
export function handle(io, config, environment) {
	const started = initiate.initiate(io, config, environment.host);
	if (!started.ok) {
		return started;
	}
	const attributes = { path: "/", same_site: "Lax", max_age: store.handshake_lifetime };
	const cookie = responses.set_cookie(names.state_cookie, started.data.token, attributes);
	return ok(responses.redirect(started.data.url, [cookie]));
};
