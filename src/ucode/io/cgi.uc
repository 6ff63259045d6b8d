// The web server's side of a CGI program: meta-variables in, bytes out (RFC 3875).
// Stands where Lua has src/lua/io/cgi.ts.

import { err, ok } from 'sso_login.result';

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
	};
};

/** Writes the response to the web server. */
export function write_output(text) {
	print(text);
};

/** Where an exception comes from: its file and line. */
function origin(error) {
	const place = error.stacktrace?.[0];
	return place?.filename ? `${place.filename}:${place.line}: ` : "";
}

/**
 * Runs a function; an exception becomes INTERNAL_ERROR with its text, which is for the log alone, and CONFIG_ERROR where
 * a module is missing, cannot be loaded, or has another interface.
 */
export function protect(run) {
	try {
		return ok(run());
	} catch (error) {
		if (match(error.message, /^(No module named|Unable to dlopen file|module) '/)) {
			return err("CONFIG_ERROR", { reason: error.message, hint: { id: "reinstall" } });
		}
		return err("INTERNAL_ERROR", { reason: origin(error) + error.message });
	}
};

/** Logs by a program of the router, for want of the module. */
export function log_without_module(level, line) {
	system(["logger", "-t", "sso-login", "-p", `authpriv.${level}`, "--", line]);
};
