'use strict';
// Generated from src/sso_login/settings/webui.ts by "make ucode"; do not edit.

/** The path of the web interface, also where the rest of the configuration is wrong. */

import { luci_cookie_path } from 'sso_login.base.public_names';
import { is_web_path } from 'sso_login.settings.option_forms';
import { option_of } from 'sso_login.settings.package_sections';

/** The option `webui_path`, or LuCI's path where it is absent or wrong; safe in HTML. */
export function path(io) {
	const value = option_of(io, "webui_path");
	return type(value) == "string" && is_web_path(value) ? value : luci_cookie_path;
};
