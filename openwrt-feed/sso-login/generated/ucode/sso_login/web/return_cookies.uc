'use strict';
// Generated from src/sso_login/web/return_cookies.ts by "make ucode"; do not edit.

/**
 * The cookies that say at which page a login ends. One lets the landing page, which any site may link to, go to a page. The other keeps
 * the page longer than the login's record, so that "Try again" leads there also after a callback that came too late; a browser has
 * one such cookie, that of the login that was started last with a page.
 */

import { key_of, starts_with } from 'sso_login.ecma';
import { landing_cookie_prefix, page_cookie } from 'sso_login.base.public_names';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { is_return_path } from 'sso_login.settings.option_forms';
import { set_lax_cookie } from 'sso_login.web.responses';

/** Seconds. */
const landing_lifetime = 60;
/** Seconds that a user may spend at the provider's form or at an error page. */
const page_lifetime = 3600;

function landing_name(path) {
	return landing_cookie_prefix + hash_safe_id(path);
}

/** The header that lets the landing page go to a path. */
export function open_landing(path) {
	return set_lax_cookie(landing_name(path), "1", landing_lifetime);
};

/** Whether the landing page may go to a path. */
export function is_landing_open(cookies, path) {
	return (cookies[key_of(landing_name(path))] ?? "") !== "";
};

/** The header that takes the landing page's permission back. */
export function close_landing(path) {
	return set_lax_cookie(landing_name(path), "", 0);
};

/** The page that is kept for a state's login, as the cookie has it; undefined where it belongs to another login or is absent. */
function kept_page(cookies, state) {
	const id = hash_safe_id(state);
	const value = cookies[page_cookie];
	return value !== null && starts_with(value, id) ? substr(value, length(id)) : null;
}

/** The header that keeps a page for the login of a state. */
export function keep(state, page) {
	return set_lax_cookie(page_cookie, hash_safe_id(state) + page, page_lifetime);
};

/** The page of the login of a state, by the rules of a start; undefined where the cookies have none. */
export function page_of(cookies, state, webui_path) {
	const page = kept_page(cookies, state);
	return page !== null && is_return_path(page, webui_path) ? page : null;
};

/** The header that clears the cookie, if it belongs to the login of this state. */
export function forget(cookies, state) {
	return kept_page(cookies, state) !== null ? [set_lax_cookie(page_cookie, "", 0)] : [];
};
