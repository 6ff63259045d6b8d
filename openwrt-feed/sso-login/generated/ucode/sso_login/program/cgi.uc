'use strict';
// Generated from src/sso_login/program/cgi.ts by "make ucode"; do not edit.

/** Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875). */

import * as cgi from 'sso_login.io.cgi';
import * as system from 'sso_login.io.system';
import * as responses from 'sso_login.web.responses';
import * as router from 'sso_login.web.router';

function answer(io, environment, handler) {
	const outcome = cgi.protect(() => handler(io, environment));
	if (outcome.ok) {
		return outcome.data;
	}
	const refusal = cgi.protect(() => router.refuse(io, environment, outcome));
	if (refusal.ok) {
		return refusal.data;
	}
	// The log's own module may be what is missing.
	io.log = cgi.log_without_module;
	return router.refuse(io, environment, refusal);
}

/** Answers this process's request; what goes wrong unexpectedly becomes INTERNAL_ERROR, its cause in the log alone. */
export function serve(options, handler) {
	const environment = cgi.read_environment();
	cgi.write_output(responses.serialize(answer(system.create(options), environment, handler)));
};

/** Answers the request that the web server describes in the environment. */
export function main(options) {
	serve(options ?? {}, router.handle);
};
