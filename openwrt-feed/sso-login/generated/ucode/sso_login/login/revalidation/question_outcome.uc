'use strict';
// Generated from src/sso_login/login/revalidation/question_outcome.ts by "make ucode"; do not edit.

/** The outcome of a question: a proof, the end of the session, or a failure that proves nothing. It is noted in the token's file, and logged. */

import { about } from 'sso_login.base.failures';
import { detail_pairs, event } from 'sso_login.base.log';
import { details_in_english } from 'sso_login.base.log_texts';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { code_of, in_words, of_provider as short_reason_of_provider } from 'sso_login.explain.short_reason';
import { setting } from 'sso_login.rpcd.log_identity';
import { after_failure, write as refresh_tokens_write, after_proof } from 'sso_login.rpcd.refresh_tokens';
import { end_with } from 'sso_login.rpcd.session_ending';

/** Meanings of a failure by which a user is not proved any more; all others say nothing of the user. */
const ending_meanings = ["refused", "other_subject", "other_issuer", "roles"];

/** Codes of failures that are about the user where the provider refused; metadata and keys are nobody's. */
const codes_of_refusals = ["OIDC_INVALID_GRANT", "TOKEN_EXCHANGE_FAILED", "USERINFO_NETWORK_ERROR"];

/** The session of a question, and how long its user has not been proved. */
function state_pairs(io, question) {
	return [
		["session", hash_safe_id(question.session.sid)],
		["unproved_seconds", io.time() - question.token.proved_at],
	];
}

/** The facts of a failure for the log, but for the session, which each line names. */
function facts_of(io, failure) {
	const is_anonymous = setting(io).log_identity === false;
	const facts = detail_pairs(details_in_english(failure.details, is_anonymous));
	return filter(facts, (pair) => pair[0] !== "session");
}

/** Notes that a question did not prove the user; logs it when that begins, when the code becomes another, and when it cannot be noted. */
function note_failure(io, question, failure) {
	const token = question.token;
	const is_known = token.failure !== null && code_of(token.failure) === failure.error;
	const noted = after_failure(token, in_words(failure));
	const is_noted = refresh_tokens_write(io, question.name, noted);
	if (!is_noted || !is_known) {
		const error = [["error", failure.error]];
		event(io, "warning", "REVALIDATION_FAILED", [...error, ...facts_of(io, failure), ...state_pairs(io, question)]);
	}
}

/** Notes that a question proved the user; logs it after one that did not. */
function note_proof(io, question, log_name) {
	if (question.token.failure !== null) {
		const provider = [["provider", log_name]];
		event(io, "notice", "REVALIDATION_RESUMED", [...provider, ...state_pairs(io, question)]);
	}
	refresh_tokens_write(io, question.name, after_proof(io, question.token));
}

/** The end of a session whose user the provider refuses, or who has lost a role; undefined where a failure says neither. */
function ending_by(io, failure) {
	const meaning = failure.meaning;
	if (meaning === null || !(index(ending_meanings, meaning) >= 0)) {
		return null;
	}
	if (meaning === "refused" && !(index(codes_of_refusals, failure.error) >= 0)) {
		return null;
	}
	const facts = facts_of(io, failure);
	if (meaning === "roles") {
		const by = [["by", meaning]];
		return { code: "LOGOUT", facts: [...by, ...facts] };
	}
	const words = meaning === "refused" ? short_reason_of_provider(failure) : meaning;
	const reason = [["reason", words]];
	return { code: "SESSION_ENDED", facts: [...reason, ...filter(facts, (pair) => pair[0] === "error_description")] };
}

/**
 * Concludes a question with the token that is stored by now: notes that the user is proved, or ends the session of one who is refused, or notes the
 * failure. A failure that refuses nobody changes nothing else: the age of the last proof ends the session (`session_ending.end_overdue`).
 * `log_name` names the provider in log lines.
 */
export function conclude(io, question, log_name, proved) {
	if (proved.ok) {
		note_proof(io, question, log_name);
		return;
	}
	const failure = about(log_name, proved);
	const ending = ending_by(io, failure);
	if (ending === null || !end_with(io, question.session, ending.code, ending.facts)) {
		note_failure(io, question, failure);
	}
};
