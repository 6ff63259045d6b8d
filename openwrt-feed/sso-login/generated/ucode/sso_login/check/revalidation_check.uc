'use strict';
// Generated from src/sso_login/check/revalidation_check.ts by "make ucode"; do not edit.

/** The part of the check for what goes on between logins: the supervisor, and sessions that are revalidated. */

import { array_some } from 'sso_login.ecma';
import { format_time } from 'sso_login.io.clock';
import { of_provider as refresh_tokens_of_provider } from 'sso_login.rpcd.refresh_tokens';
import { list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';
import { has_end } from 'sso_login.rpcd.session_ending';
import { is_running } from 'sso_login.rpcd.supervisor';
import { warning } from 'sso_login.check.report';

/** Notes a supervisor that a session of the provider needs, and that does not run. */
function check_supervisor(run, config) {
	const list = list_sso_sessions(run.io);
	const own = list.ok ? filter(list.data, (entry) => entry.provider === config.provider) : [];
	if (array_some(own, (entry) => has_end(run.io, entry)) && !is_running(run.io)) {
		warning(run, "watch_not_running");
	}
}

/** Notes sessions whose users the last question did not prove, and the oldest of their last proofs. */
function check_unproved(run, config) {
	const tokens = refresh_tokens_of_provider(run.io, config.provider);
	const unproved = filter(tokens, (token) => token.failure !== null);
	const first = unproved[0];
	if (first !== null) {
		let since = first.proved_at;
		for (let token in unproved) {
			since = min(since, token.proved_at);
		}
		const why = first.failure ?? "";
		warning(run, "sessions_unproved", { count: `${length(unproved)}`, since: format_time(since), why });
	}
}

/** Judges the saved configuration of a provider. */
export function check_revalidation(run, config) {
	check_supervisor(run, config);
	if (config.session_revalidate !== null) {
		check_unproved(run, config);
	}
};
