// The web server's side of a CGI program: meta-variables in, bytes out (RFC 3875).
// The counterpart of src/lua/io/cgi.ts.

import { leave, load_crypto } from 'sso_login.io.native';

/** A meta-variable; "" where it is absent. */
export function variable(name) {
	return getenv(name) ?? "";
};

/** Empties meta-variables, so that nobody reads them in the environment of this process, or of one that it starts. */
export function forget(names) {
	const forget_variable = load_crypto().forget_variable;
	for (let name in names) {
		forget_variable(name);
	}
};

/** Writes the response to the web server, with which the program ends. */
export function write_output(text) {
	print(text);
	leave();
};
