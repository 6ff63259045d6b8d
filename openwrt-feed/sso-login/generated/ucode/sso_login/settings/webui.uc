'use strict';
// Generated from src/sso_login/settings/webui.ts by "make ucode"; do not edit.

/** Where the web interface is, also where the rest of the configuration is wrong. */

import { package_name, luci_cookie_path } from 'sso_login.base.names';
import { is_web_path } from 'sso_login.settings.option_forms';

/** The configured path; one that is not valid, or cannot be read, counts as absent. The value is safe in HTML. */
export function path(io) {
	const stored = io.uci_get(package_name, "default", "webui_path");
	const value = stored.ok && type(stored.data) == "string" ? stored.data : "";
	return is_web_path(value) ? value : luci_cookie_path;
};
