'use strict';
// Generated from src/sso_login/settings/webui.ts by "make ucode"; do not edit.

/** Path and session time-out of the web interface, also where the rest of the configuration is wrong. */

import { luci_cookie_path } from 'sso_login.base.public_names';
import { parse_integer } from 'sso_login.base.strings';
import { min_session_timeout, max_session_timeout } from 'sso_login.settings.option_bounds';
import { is_web_path } from 'sso_login.settings.option_forms';
import { option_of } from 'sso_login.settings.package_sections';

/** The option `webui_path`, or LuCI's path where it is absent or wrong; safe in HTML. */
export function path(io) {
	const value = option_of(io, "webui_path");
	return type(value) == "string" && is_web_path(value) ? value : luci_cookie_path;
};

/** Seconds where LuCI has no option. */
const default_session_timeout = 3600;

/** LuCI's session time-out in seconds, within the bounds of `session_timeout`. */
export function session_timeout(io) {
	const option = io.uci_get("luci", "sauth", "sessiontime");
	const seconds = option.ok && type(option.data) == "string" ? (parse_integer(option.data) ?? 0) : 0;
	return seconds > 0
		? max(min_session_timeout, min(max_session_timeout, seconds))
		: default_session_timeout;
};
