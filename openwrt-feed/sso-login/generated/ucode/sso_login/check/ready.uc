'use strict';
// Generated from src/sso_login/check/ready.ts by "make ucode"; do not edit.

/** Whether everything that a login needs can be loaded. */

import { load_crypto, load as native_load } from 'sso_login.io.native';

/** Loads what a login needs of C; a part that is missing ends the program, and one that is cut may kill it. */
export function load_everything() {
	load_crypto();
	native_load("sso_login.native_https");
};

/** Whether another process of this program loads everything: what kills it does not kill this one. */
export function is_ready(io) {
	return io.succeeds(io.paths.program, "password-login ready");
};
