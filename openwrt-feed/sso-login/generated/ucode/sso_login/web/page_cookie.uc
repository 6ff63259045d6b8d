'use strict';
// Generated from src/sso_login/web/page_cookie.ts by "make ucode"; do not edit.

/**
 * The cookie that keeps the page at which a login is to end longer than the login's record, so that "Try again" leads there also when
 * the callback came too late. A browser has one such cookie: that of the login that was started last with a page.
 */

import { starts_with } from 'sso_login.ecma';
import { page_cookie } from 'sso_login.base.names';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { is_return_path } from 'sso_login.settings.option_forms';
import { set_lax_cookie } from 'sso_login.web.responses';

/** Seconds that a user may spend at the provider's form or at an error page. */
const lifetime = 3600;

/** What the cookie says of a page, undefined where it belongs to another login or is absent. */
function value_of(cookies, state) {
	const id = hash_safe_id(state);
	const value = cookies[page_cookie] ?? "";
	return starts_with(value, id) ? substr(value, length(id)) : null;
}

/** The header that keeps a page for the login of a state. */
export function keep(state, page) {
	return set_lax_cookie(page_cookie, hash_safe_id(state) + page, lifetime);
};

/** The page of the login of a state, by the rules of a start; undefined where the cookies have none. */
export function page_of(cookies, state, webui_path) {
	const page = value_of(cookies, state) ?? "";
	return is_return_path(page, webui_path) ? page : null;
};

/** The header that clears the cookie, if it belongs to the login of this state. */
export function forget(cookies, state) {
	return value_of(cookies, state) !== null ? [set_lax_cookie(page_cookie, "", 0)] : [];
};
