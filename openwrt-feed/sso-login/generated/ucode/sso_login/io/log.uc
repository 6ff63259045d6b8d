'use strict';
// Generated from src/ucode/io/log.uc by "make ucode"; do not edit.

// syslog(3): facility authpriv, tag sso-login. The counterpart of src/lua/io/log.ts.

/** Level numbers and an option of syslog(3); ucode's module has no name for LOG_PERROR. */
const log_levels = { err: 3, warning: 4, notice: 5 };
const log_perror = 32;

/** The log functions of `Io`. */
export function make(_root, options) {
	let opened = null;
	const open_log = () => {
		if (opened === null) {
			opened = require("log");
			const more = options.log_to_stderr ? log_perror : 0;
			opened.openlog("sso-login", opened.LOG_PID | more, opened.LOG_AUTHPRIV);
		}
		return opened;
	};
	return {
		log: (level, line) => {
			// The line is no format: the module takes one argument as it is only after a "%s".
			open_log().syslog(log_levels[level], "%s", line);
		},
		open_log,
	};
};
