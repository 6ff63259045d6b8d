'use strict';
// Generated from src/sso_login/login/revalidation/turn_schedule.ts by "make ucode"; do not edit.

/** The schedule of turns: what is to be done about each refresh token of a session, and when. */

import { array_find, key_of } from 'sso_login.ecma';
import { path_of as store_path_of, is_fresh } from 'sso_login.base.store';
import { interval_of, name_of as refresh_tokens_name_of } from 'sso_login.rpcd.refresh_tokens';
import { provider_sections } from 'sso_login.settings.package_sections';

/** The question with its token as it is stored by now. */
export function with_token(question, token) {
	return { kind: "question", name: question.name, token, session: question.session, due_at: question.due_at };
};

/** The lock of the process that takes a provider's turns, one at a time. The lock on calls to the provider is another one. */
export function turn_lock(io, provider) {
	return store_path_of(io, "revalidate_" + provider + ".lock");
};

/** The moment of the next question; undefined where the option `session_revalidate` of the provider is off. */
function next_question_at(providers, token, now) {
	const section = array_find(providers, (provider) => provider.name === token.provider);
	const interval = section !== null ? interval_of(section.options.session_revalidate) : null;
	if (interval === null) {
		return null;
	}
	const next_at = token.asked_at + interval;
	// An overdue one stays due since its moment; where the clock went back after the last one, the next one is due now.
	return is_fresh(token.asked_at, now, interval) ? next_at : min(next_at, now);
}

/**
 * The turns of all files, one each at most: the token of a live session stays while the option is off, as the change may be taken back.
 * `files` were read before `live`, all live sessions. Else a session that opens in between would have a file and not be among them, and its token
 * would be revoked. `sections` are those of the package.
 */
export function turns_of(files, live, sections, now) {
	const providers = provider_sections(sections);
	const sessions = {};
	for (let session in live) {
		sessions[key_of(refresh_tokens_name_of(session.sid))] = session;
	}
	const turns = [];
	for (let file in files) {
		const name = file.name;
		const token = file.token;
		const session = sessions[key_of(name)];
		const question_at = next_question_at(providers, token, now);
		if (session === null) {
			push(turns, { kind: "revocation", name, token, due_at: now });
		} else if (question_at !== null) {
			push(turns, { kind: "question", name, token, session, due_at: question_at });
		}
	}
	return turns;
};

/** The turn of a provider that is due for the longest time; undefined where none is due. */
export function first_due(all, provider, now) {
	let first;
	for (let turn in all) {
		const is_due = turn.token.provider === provider && turn.due_at <= now;
		if (is_due && (first === null || turn.due_at < first.due_at)) {
			first = turn;
		}
	}
	return first;
};
