// The last resort of a program where something is missing or goes wrong. The counterpart of src/lua/io/protect.ts.

import { err, ok } from 'sso_login.result';

/** The origin of an exception: its file and line. */
function origin(error) {
	const place = error.stacktrace?.[0];
	return place?.filename ? `${place.filename}:${place.line}: ` : "";
}

/**
 * Runs a function; an exception becomes INTERNAL_ERROR with its text, which is only for the log, and CONFIG_ERROR where
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
