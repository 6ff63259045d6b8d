'use strict';
// Generated from src/sso_login/program/cgi.ts by "make ucode"; do not edit.

/** Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875). */

import { load_module } from 'sso_login.ecma';
import { read_environment, write_output } from 'sso_login.io.cgi';
import { protect as protect_protect, log_without_module } from 'sso_login.io.protect';
import { create as system_create } from 'sso_login.io.system';
import { serialize } from 'sso_login.web.output';

/** The landing page needs none. */
const router = () => load_module('sso_login.web.router');
/** Loaded for a request that is refused. */
const refusals = () => load_module('sso_login.web.refusals');

function answer(io, environment, handler) {
	const outcome = protect_protect(() => handler(io, environment));
	if (outcome.ok) {
		return outcome.data;
	}
	const refusal = protect_protect(() => refusals().refuse(io, environment, outcome));
	if (refusal.ok) {
		return refusal.data;
	}
	// The module that writes the log may be missing, or one that makes the page for people.
	io.log = log_without_module;
	environment.accept = "";
	return refusals().refuse(io, environment, refusal);
}

/** Answers this process's request; what goes wrong unexpectedly becomes INTERNAL_ERROR, its cause only in the log. */
export function serve(options, handler) {
	const environment = read_environment();
	write_output(serialize(answer(system_create(options), environment, handler)));
};

/** Answers the request that the web server describes in the environment. */
export function main(options) {
	serve(options ?? {}, router().handle);
};
