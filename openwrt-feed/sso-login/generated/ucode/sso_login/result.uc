'use strict';
// Generated from src/sso_login/result.ts by "make ucode"; do not edit.

/** The one shape in which every fallible function answers (specification, "Internal module contracts"). */

import { has_members } from 'sso_login.ecma';

/** A successful Result holding `data`. */
export function ok(data) {
	return { ok: true, data };
};

/** A failed Result: `error` is a code of errors.ts, `details` is only for the log. */
export function err(error, details, cause) {
	return { ok: false, error, details, cause };
};

/** A Result whose failure names a provider in its log line; undefined for the only one. */
export function about(provider, result) {
	if (result.ok || provider === null) {
		return result;
	}
	const details = result.details;
	const facts = has_members(details) ? details : { reason: details };
	facts.provider = provider;
	return err(result.error, facts, result.cause);
};

/** Whether `obj` has the form of a Result. */
export function is(obj) {
	if (!has_members(obj) || obj === null) {
		return false;
	}
	const candidate = obj;
	return candidate.ok === true || (candidate.ok === false && type(candidate.error) == "string");
};
