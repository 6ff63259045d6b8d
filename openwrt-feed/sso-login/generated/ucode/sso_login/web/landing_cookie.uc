'use strict';
// Generated from src/sso_login/web/landing_cookie.ts by "make ucode"; do not edit.

/** The cookie by which a login tells the landing page where to go: everyone can link to the page's address. */

import { landing_cookie_prefix } from 'sso_login.base.names';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';

/** Seconds. */
export const lifetime = 60;

/** The name of the cookie for a path. */
export function name_of(path) {
	return landing_cookie_prefix + hash_safe_id(path);
};
