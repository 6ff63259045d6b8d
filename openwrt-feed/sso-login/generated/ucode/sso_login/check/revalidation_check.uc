'use strict';
// Generated from src/sso_login/check/revalidation_check.ts by "make ucode"; do not edit.

/** The part of the check for what goes on between logins: the supervisor, and sessions that are revalidated. */

import { format_time } from 'sso_login.io.clock';
import { of_provider as refresh_tokens_of_provider } from 'sso_login.rpcd.refresh_tokens';
import { is_running } from 'sso_login.rpcd.supervisor';
import { warning } from 'sso_login.check.report';

/** Notes a supervisor that an option needs and that does not run. */
function check_supervisor(run, config) {
	const is_proving = config.session_revalidate !== null;
	if ((is_proving || config.api_audience !== null) && !is_running(run.io)) {
		warning(run, "watch_not_running", { option: is_proving ? "session_revalidate" : "api_audience" });
	}
}

/** Notes sessions whose users are not proved any more, since the longest time. */
function check_unproved(run, config) {
	const tokens = refresh_tokens_of_provider(run.io, config.provider);
	const unproved = filter(tokens, (token) => token.proved_at !== null);
	const first = unproved[0];
	if (first !== null) {
		let since = first.proved_at ?? 0;
		for (let token in unproved) {
			since = min(since, token.proved_at ?? since);
		}
		const why = first.failure ?? "";
		warning(run, "sessions_unproved", { count: `${length(unproved)}`, since: format_time(since), why });
	}
}

/** Judges the saved configuration of a provider; `lifetime` is `session_max_lifetime`. */
export function check_revalidation(run, config, lifetime) {
	check_supervisor(run, config);
	if (config.session_revalidate !== null) {
		if (lifetime === null) {
			warning(run, "lifetime_missing");
		}
		check_unproved(run, config);
	}
};
