'use strict';
// Generated from src/sso_login/entry_points/cgi.ts by "make ucode"; do not edit.

/** Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875). */

import { load_module } from 'sso_login.ecma';
import { variable, forget, write_output } from 'sso_login.io.cgi';
import { protect as protect_protect, log_without_module } from 'sso_login.io.protect';
import { create as system_create } from 'sso_login.io.system';
import { serialize } from 'sso_login.web.response_text';

function answer(io, environment, handler) {
	const request = protect_protect(() => load_module('sso_login.web.web_request').parse(environment));
	const outcome = request.ok ? protect_protect(() => handler(io, request.data)) : request;
	if (outcome.ok) {
		return outcome.data;
	}
	const refused = request.ok
		? protect_protect(() => load_module('sso_login.web.refusal').refuse(io, request.data, outcome, load_module('sso_login.web.web_request').is_of_program(request.data)))
		: request;
	if (refused.ok) {
		return refused.data;
	}
	// Logs what went wrong last: the module that writes the log may be missing, or one that makes the page for people.
	io.log = log_without_module;
	return load_module('sso_login.web.refusal').refuse_plainly(io, environment.remote_addr, refused);
}

/** The request as the web server hands it over. A request is HTTPS when `HTTPS=on` or `REQUEST_SCHEME=https`. */
function read_environment() {
	return {
		method: variable("REQUEST_METHOD"),
		https: variable("HTTPS") === "on" || variable("REQUEST_SCHEME") === "https",
		path_info: variable("PATH_INFO"),
		query_string: variable("QUERY_STRING"),
		cookie: variable("HTTP_COOKIE"),
		remote_addr: variable("REMOTE_ADDR"),
		host: variable("HTTP_HOST"),
		content_type: variable("CONTENT_TYPE"),
		authorization: variable("HTTP_AUTHORIZATION"),
		accept: variable("HTTP_ACCEPT"),
		accept_language: variable("HTTP_ACCEPT_LANGUAGE"),
	};
}

/** Meta-variables with what opens a session, or is part of it: who may read files as root would find them in `/proc/<pid>/environ`. */
const secrets = ["HTTP_COOKIE", "HTTP_AUTHORIZATION", "QUERY_STRING", "REQUEST_URI"];

/** Answers this process's request; an unexpected failure becomes INTERNAL_ERROR, its cause only in the log. */
export function serve(options, handler) {
	const environment = read_environment();
	// A request is answered also where a module is missing.
	protect_protect(() => {
		forget(secrets);
	});
	write_output(serialize(answer(system_create(options), environment, handler)));
};

/** Answers the request that the web server describes in the environment. */
export function main(options) {
	serve(options ?? {}, (io, request) => load_module('sso_login.web.routes').handle(io, request));
};
