'use strict';
// Generated from src/sso_login/result.ts by "make ucode"; do not edit.

/** The one shape in which every fallible function answers (specification, "Internal module contracts"). */

import { has_members, key_of } from 'sso_login.ecma';

/** A successful Result holding `data`. */
export function ok(data) {
	return { ok: true, data };
};

/** A failed Result: `error` is a code of errors.ts, `details` are for the log and for people. */
export function err(error, details, cause, answer) {
	return { ok: false, error, details: details, cause, answer };
};

function facts_in(failure) {
	const details = failure.details;
	return has_members(details) ? details : { reason: details };
}

/** The same failure with more facts, in the place of those of the same names; a short text is the fact `reason`. */
export function adding(failure, more) {
	const facts = {};
	for (let source in [facts_in(failure), more]) {
		for (let name in keys(source)) {
			facts[key_of(name)] = source[key_of(name)] ?? facts[key_of(name)];
		}
	}
	return err(failure.error, facts, failure.cause, failure.answer);
};

/** The same failure under another code; the log names its own as `cause`. */
export function renamed(failure, error) {
	const other = adding(failure, { cause: failure.error });
	other.error = error;
	return other;
};

/** The same failure with more for its answer. */
export function answered(failure, more) {
	const known = failure.answer ?? {};
	const answer = {
		retry_after: more.retry_after ?? known.retry_after,
		allow: more.allow ?? known.allow,
		oauth_error: more.oauth_error ?? known.oauth_error,
		is_signed: more.is_signed ?? known.is_signed,
		return_to: more.return_to ?? known.return_to,
		reference: more.reference ?? known.reference,
		account: more.account ?? known.account,
		log_out_at: more.log_out_at ?? known.log_out_at,
		begun: more.begun ?? known.begun,
	};
	return { ok: false, error: failure.error, details: failure.details, cause: failure.cause, answer };
};

/**
 * A failure in the place of another one, with the facts and the answer of both, of which its own win; the log names the cause or the code of
 * the other.
 */
export function instead_of(failure, other) {
	const named = adding(err(failure.error, { cause: other.error }, failure.cause, other.answer), facts_in(other));
	return answered(adding(named, facts_in(failure)), failure.answer ?? {});
};

/** A Result whose failure names a provider in its log line; undefined for the only one. */
export function about(provider, result) {
	return result.ok || provider === null ? result : adding(result, { provider });
};

/** Whether `obj` has the form of a Result. */
export function is(obj) {
	if (!has_members(obj) || obj === null) {
		return false;
	}
	const candidate = obj;
	return candidate.ok === true || (candidate.ok === false && type(candidate.error) == "string");
};
