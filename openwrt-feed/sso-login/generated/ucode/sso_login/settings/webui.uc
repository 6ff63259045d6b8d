'use strict';
// Generated from src/sso_login/settings/webui.ts by "make ucode"; do not edit.

/** Where the web interface is, also where the rest of the configuration is wrong. */

import { array_find } from 'sso_login.ecma';
import { package_name, luci_cookie_path } from 'sso_login.base.names';
import { option_rules, option_problem } from 'sso_login.settings.options';

/** The configured path; one that is not valid, or cannot be read, counts as absent. The value is safe in HTML. */
export function path(io) {
	const rule = array_find(option_rules, (candidate) => candidate.name === "webui_path");
	const stored = io.uci_get(package_name, "default", "webui_path");
	const value = stored.ok && type(stored.data) == "string" ? stored.data : "";
	const is_valid = rule !== null && value !== "" && option_problem(rule, value) === null;
	return is_valid ? value : luci_cookie_path;
};
