'use strict';
// Generated from src/sso_login/result.ts by "make ucode"; do not edit.

/** The one shape in which every fallible function answers (specification, "Internal module contracts"). */

import { has_members } from 'sso_login.ecma';

/** A successful Result holding `data`. */
export function ok(data) {
	return { ok: true, data };
};

/** A failed Result: `error` is a code of errors.ts, `details` are for the log and for people. */
export function err(error, details, meaning, answer) {
	return { ok: false, error, details: details, meaning, answer };
};

/** Whether `obj` has the form of a Result. */
export function is(obj) {
	if (!has_members(obj) || obj === null) {
		return false;
	}
	const candidate = obj;
	return candidate.ok === true || (candidate.ok === false && type(candidate.error) == "string");
};
