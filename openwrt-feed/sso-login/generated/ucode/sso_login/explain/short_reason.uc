'use strict';
// Generated from src/sso_login/explain/short_reason.ts by "make ucode"; do not edit.

/** The reason of a failure in a fact or two, for notes, for lists of sessions and for the failure that follows from it. */

import { is_number } from 'sso_login.ecma';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { adding } from 'sso_login.base.failures';
import { text_of } from 'sso_login.base.json_values';
import { before } from 'sso_login.base.strings';

/** The reason in a note of another outcome: ours first. */
export function of_notes(failure) {
	const facts = failure_facts_open(failure);
	return facts.reason ?? facts.idp_error ?? facts.http_status;
};

/** The code with the reason, the provider's first. */
export function in_words(failure) {
	const facts = failure_facts_open(failure);
	const reason = facts.idp_error ?? facts.reason ?? facts.http_status;
	return failure.error + (type(reason) == "string" || is_number(reason) ? ` (${reason})` : "");
};

/** The code of a failure that is kept in words. */
export function code_of(words) {
	return before(words, " ");
};

/** The provider's error; "" without one. */
export function of_provider(failure) {
	return text_of(failure_facts_open(failure).idp_error);
};

/** A failure with the facts about the earlier one from which it follows. */
export function following(failure, earlier) {
	return adding(failure, { cause: earlier.error, cause_reason: failure_facts_open(earlier).reason });
};
