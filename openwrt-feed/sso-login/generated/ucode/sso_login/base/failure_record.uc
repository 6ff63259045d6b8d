'use strict';
// Generated from src/sso_login/base/failure_record.ts by "make ucode"; do not edit.

/** A failure that a file remembers, with its meaning. */

import { is_number, key_of } from 'sso_login.ecma';
import { is_object } from 'sso_login.io.json';
import { err } from 'sso_login.result';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { sorted_keys } from 'sso_login.base.strings';

export function to_record(failure) {
	return { error: failure.error, cause: failure.meaning, facts: failure_facts_open(failure) };
};

/** The failure in such a record, whose facts are texts, numbers and messages; undefined in another one. A record of an earlier version has no meaning. */
export function from_record(record) {
	if (type(record.error) != "string") {
		return null;
	}
	const stored = is_object(record.facts) ? record.facts : {};
	const facts = { remembered: true };
	for (let name in sorted_keys(stored)) {
		const fact = stored[key_of(name)];
		const is_message = is_object(fact) && type(fact.id) == "string";
		if (type(fact) == "string" || is_number(fact) || is_message) {
			facts[key_of(name)] = fact;
		}
	}
	const meaning = type(record.cause) == "string" ? record.cause : null;
	return err(record.error, facts, meaning, is_object(record.answer) ? record.answer : null);
};
