'use strict';
// Generated from src/sso_login/program/cgi.ts by "make ucode"; do not edit.

/** Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875). */

import * as cgi from 'sso_login.io.cgi';
import * as system from 'sso_login.io.system';
import { err } from 'sso_login.result';
import * as responses from 'sso_login.web.responses';
import * as router from 'sso_login.web.router';

/** Answers this process's request; what goes wrong unexpectedly becomes INTERNAL_ERROR, its cause in the log alone. */
export function serve(options, handler) {
	const environment = cgi.read_environment();
	const io = system.create(options);
	const outcome = cgi.protect(() => handler(io, environment));
	const response = outcome.ok ? outcome.data : router.refuse(io, environment, err("INTERNAL_ERROR", outcome.details));
	cgi.write_output(responses.serialize(response));
};

/** Answers the request that the web server describes in the environment. */
export function main(options) {
	serve(options ?? {}, router.handle);
};
