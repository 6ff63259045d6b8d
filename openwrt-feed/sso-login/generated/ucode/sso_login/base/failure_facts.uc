'use strict';
// Generated from src/sso_login/base/failure_facts.ts by "make ucode"; do not edit.

/**
 * The facts of a failure, opened: for the log, `explain/` and what prints to people. Nothing is decided by them; `readersOfFacts` in
 * eslint/layers.js names who may import this file.
 */

import { has_members, key_of } from 'sso_login.ecma';

/** A short text or named facts, as the failure was made with them. */
export function details_of(failure) {
	return failure.details;
};

/** A copy of the facts; a short text is the reason. */
export function open(failure) {
	const details = details_of(failure);
	if (!has_members(details)) {
		return { reason: details };
	}
	const facts = {};
	for (let name in keys(details)) {
		facts[key_of(name)] = details[key_of(name)];
	}
	return facts;
};
