'use strict';
// Generated from src/sso_login/base/failures.ts by "make ucode"; do not edit.

/** Failures that are made of others. Every request loads `result`, and only one that fails this file. */

import { key_of } from 'sso_login.ecma';
import { err } from 'sso_login.result';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';

/** The same failure with more facts, in the place of those of the same names; a short text is the fact `reason`. */
export function adding(failure, more) {
	const facts = failure_facts_open(failure);
	for (let name in keys(more)) {
		facts[key_of(name)] = more[key_of(name)] ?? facts[key_of(name)];
	}
	return err(failure.error, facts, failure.meaning, failure.answer);
};

/** The same failure under another code; the log names its own as `cause`. */
export function renamed(failure, error) {
	const other = adding(failure, { cause: failure.error });
	other.error = error;
	return other;
};

/** The same failure with more for its answer. */
export function answered(failure, more) {
	const answer = {};
	for (let part in [failure.answer ?? {}, more]) {
		for (let name in keys(part)) {
			answer[key_of(name)] = part[key_of(name)] ?? answer[key_of(name)];
		}
	}
	return { ok: false, error: failure.error, details: failure.details, meaning: failure.meaning, answer };
};

/**
 * A failure in the place of another one, with the facts and the answer of both, of which its own win; the log names the code of the other as
 * `cause`, unless one of them has such a fact.
 */
export function instead_of(failure, other) {
	const named = err(failure.error, { cause: other.error }, failure.meaning, other.answer);
	const both = adding(adding(named, failure_facts_open(other)), failure_facts_open(failure));
	return answered(both, failure.answer ?? {});
};

/** The same failure, which names its provider in the log line; undefined for the only one. */
export function about(provider, failure) {
	return provider !== null ? adding(failure, { provider }) : failure;
};
