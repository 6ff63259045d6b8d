'use strict';
// Generated from src/sso_login/settings/option_forms.ts by "make ucode"; do not edit.

/** Forms of the values of options: addresses, paths, names. Pure functions. */

import { ends_with, lower, starts_with, text_slice } from 'sso_login.ecma';
import { first, callback_path as public_names_callback_path } from 'sso_login.base.public_names';
import { consists_of } from 'sso_login.base.strings';
import { parse_https } from 'sso_login.base.urls';

/** Bytes of a path to return to. */
const max_return = 512;

/** Bytes of the name of a provider's section. */
const max_provider_name = 32;

/** Bytes of the address after logout, and of the name of a claim. */
export const max_web_address = 1024;
export const max_claim = 256;

/** An issuer (OpenID Connect Discovery section 2); the URL parser refuses fragments. */
export function is_issuer(value) {
	const url = parse_https(value);
	return url !== null && url.query === null;
};

/** Whether a further provider's section may have a name, which is part of paths. */
export function is_provider_name(name) {
	return (
		name !== "" && length(name) <= max_provider_name && consists_of(name, "name") && name !== first
	);
};

/** The path of a provider's redirect_uri. */
export function callback_path(provider) {
	const name = provider ?? first;
	return public_names_callback_path + (name === first ? "" : "/" + name);
};

export function is_redirect_uri(value, params) {
	const url = parse_https(value);
	return url !== null && url.path === params.path && url.query === null;
};

export function is_color(value) {
	return length(value) == 7 && starts_with(value, "#") && consists_of(lower(text_slice(value, 1)), "hex");
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

/** Whether a text may be an address after logout. The provider compares it with registered ones. */
export function is_web_address(value) {
	const lower_ = lower(value);
	const web = starts_with(lower_, "https://") || starts_with(lower_, "http://");
	return web && length(value) <= max_web_address && !(index(value, " ") >= 0) && !(index(value, "#") >= 0);
};
