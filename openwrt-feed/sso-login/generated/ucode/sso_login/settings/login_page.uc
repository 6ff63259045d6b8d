'use strict';
// Generated from src/sso_login/settings/login_page.ts by "make ucode"; do not edit.

/** LuCI's login page, as a browser without a session gets it from this router. */

/** Opens the page by the script of the package for LuCI; without that package there is no button. */
export function open(io) {
	if (io.file_info(io.paths.luci) === null) {
		return "absent";
	}
	return io.succeeds("/bin/sh", io.paths.login_page) ? "with_button" : "without_button";
};
