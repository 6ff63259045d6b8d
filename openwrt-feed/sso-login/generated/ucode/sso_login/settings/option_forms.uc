'use strict';
// Generated from src/sso_login/settings/option_forms.ts by "make ucode"; do not edit.

/** Forms of the values of options: addresses, paths, names. Pure functions. */

import { ends_with, starts_with } from 'sso_login.ecma';
import { first, callback_path as public_names_callback_path } from 'sso_login.base.public_names';
import { consists_of } from 'sso_login.base.strings';

/** Bytes of a path to return to. */
const max_return = 512;

/** Bytes of the name of a provider's section. */
const max_provider_name = 32;

/** Whether a further provider's section may have a name, which is part of paths. */
export function is_provider_name(name) {
	return (
		name !== "" && length(name) <= max_provider_name && consists_of(name, "name") && name !== first
	);
};

/** The path of a provider's redirect_uri. */
export function callback_path(provider) {
	return public_names_callback_path + (provider === first ? "" : "/" + provider);
};

/** A path that cannot lead off this host. */
export function is_plain_path(value) {
	const closed = value + "/";
	const plain = starts_with(value, "/") && !(index(value, "//") >= 0) && consists_of(value, "path");
	return plain && !(index(closed, "/../") >= 0) && !(index(closed, "/./") >= 0);
};

/** Whether a path leads neither to the landing page nor to the login. */
export function avoids_login(value) {
	const closed = value + "/";
	return !starts_with(closed, "/cgi-bin/webui/") && !starts_with(closed, "/cgi-bin/sso-login/");
};

/** Whether a path may be the option `webui_path`; it is safe in HTML. */
export function is_web_path(value) {
	return is_plain_path(value) && avoids_login(value);
};

/** Whether a login may end at a page: a plain path below `webui_path`, of at most 512 bytes, and not LuCI's logout. */
export function is_return_path(path, webui_path) {
	const base = ends_with(webui_path, "/") ? webui_path : webui_path + "/";
	const below = length(path) <= max_return && starts_with(path, base) && !(index((path + "/"), "/admin/logout/") >= 0);
	return below && is_web_path(path);
};
