'use strict';
// Generated from src/sso_login/login/revalidation/turn_schedule.ts by "make ucode"; do not edit.

/** The schedule of turns: which files of refresh tokens are due, and when the others are. */

import { array_find } from 'sso_login.ecma';
import { is_fresh } from 'sso_login.base.store';
import { interval_of, name_of as refresh_tokens_name_of, read as refresh_tokens_read, remove as refresh_tokens_remove } from 'sso_login.rpcd.refresh_tokens';
import { provider_sections } from 'sso_login.settings.package_sections';

/** The moment at which the provider is to be asked again; undefined where the option is off. */
function moment_of(providers, token, now) {
	const section = array_find(providers, (provider) => provider.name === token.provider);
	const interval = section !== null ? interval_of(section.options.session_revalidate) : null;
	if (interval === null) {
		return null;
	}
	const moment = token.asked_at + interval;
	// The clock may have gone back.
	return is_fresh(token.asked_at, now, interval) ? moment : min(moment, now);
}

/**
 * The turns of files; damaged ones are removed. The token of a live session stays also while the option is off: the change may be taken
 * back. `files` were listed before `live`, all live sessions, as the file of a new session is not to go. `sections` are those of the package.
 */
export function turns_of(io, files, live, sections) {
	const now = io.time();
	const providers = provider_sections(sections);
	const found = [];
	for (let name in files) {
		const entry = array_find(live, (candidate) => refresh_tokens_name_of(candidate.sid) === name);
		const token = refresh_tokens_read(io, name);
		const moment = token === null || entry === null ? now : moment_of(providers, token, now);
		if (token === null) {
			refresh_tokens_remove(io, name);
		} else if (moment !== null) {
			push(found, { name, token, entry, moment });
		}
	}
	return found;
};

/** The turn of a provider that is due for the longest time. */
export function first_turn(all, provider, now) {
	let first;
	for (let turn in all) {
		const is_due = turn.token.provider === provider && turn.moment <= now;
		if (is_due && (first === null || turn.moment < first.moment)) {
			first = turn;
		}
	}
	return first;
};
