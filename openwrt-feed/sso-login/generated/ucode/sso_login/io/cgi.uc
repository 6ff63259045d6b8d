'use strict';
// Generated from src/ucode/io/cgi.uc by "make ucode"; do not edit.

// The web server's side of a CGI program: meta-variables in, bytes out (RFC 3875).
// The counterpart of src/lua/io/cgi.ts.

import { leave } from 'sso_login.io.native';

/** A meta-variable; "" where it is absent. */
export function variable(name) {
	return getenv(name) ?? "";
};

/** Writes the response to the web server, with which the program ends. */
export function write_output(text) {
	print(text);
	leave();
};
