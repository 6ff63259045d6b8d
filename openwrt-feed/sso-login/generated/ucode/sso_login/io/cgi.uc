'use strict';
// Generated from src/ucode/io/cgi.uc by "make ucode"; do not edit.

// The web server's side of a CGI program: meta-variables in, bytes out (RFC 3875).
// The counterpart of src/lua/io/cgi.ts.

import { leave } from 'sso_login.io.native';

function variable(name) {
	return getenv(name) ?? "";
}

/** The request as the web server hands it over. A request is HTTPS when `HTTPS=on` or `REQUEST_SCHEME=https`. */
export function read_environment() {
	return {
		method: variable("REQUEST_METHOD"),
		https: variable("HTTPS") == "on" || variable("REQUEST_SCHEME") == "https",
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
};

/** Writes the response to the web server, with which the program ends. */
export function write_output(text) {
	print(text);
	leave();
};
