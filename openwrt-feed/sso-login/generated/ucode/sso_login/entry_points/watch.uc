'use strict';
// Generated from src/sso_login/entry_points/watch.ts by "make ucode"; do not edit.

/**
 * The process that waits for the ends of programs' sessions and the turns of sessions with a refresh token. It ends the former when their
 * tokens expire, as rpcd's time-out is only one of idleness, and starts the task `revalidate` for the latter. A token exchange or a login
 * starts this process where none runs; it exits when no such session is left. It also applies `session_max_lifetime`.
 */

import { protect as protect_protect } from 'sso_login.io.protect';
import { create as system_create } from 'sso_login.io.system';
import { end_overdue } from 'sso_login.rpcd.session_ending';
import { next_turn, list as refresh_tokens_list } from 'sso_login.rpcd.refresh_tokens';
import { list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';
import { start as background_start, count_wakes, lock_of } from 'sso_login.rpcd.background';
import { saved_sections } from 'sso_login.settings.saved_config';
import { provider_sections } from 'sso_login.settings.package_sections';

/** Seconds between two looks at most, and looks that may fail in a row. */
const max_wait = 60;
const max_failures = 10;

/** Seconds between two calls of providers: an idle router makes none, one with many sessions makes them one by one. */
const pause = 2;

/** Has the file whose turn it is worked on; returns the next moment at which one may be due, undefined without files. */
function revalidate(io, names, live) {
	// Reads the configuration anew, also for what follows.
	const saved = saved_sections(io);
	const now = io.time();
	if (!saved.ok) {
		return length(names) > 0 ? now + max_wait : null;
	}
	const turn = next_turn(io, provider_sections(saved.data), names, live);
	if (turn === null || turn.moment > now) {
		return turn !== null ? turn.moment : null;
	}
	background_start(io, "revalidate");
	return now + pause;
}

/** Ends overdue sessions; returns the next moment to look, undefined when none is left, `now` where rpcd does not answer. */
function look(io) {
	const names = refresh_tokens_list(io);
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return io.time();
	}
	const live = end_overdue(io, list.data);
	let next = revalidate(io, names, live);
	for (let entry in live) {
		if (entry.end !== null) {
			next = min(next ?? entry.end, entry.end);
		}
	}
	return next;
}

/** Waits until a moment, or until it is wanted more often than `known`; a minute at most, even where the clock goes back. */
function wait(io, moment, known) {
	for (let waited = 0; waited < max_wait && io.time() < moment && count_wakes(io) == known; waited++) {
		io.sleep(1);
	}
}

/** Looks and waits until no session is left; false where rpcd does not answer or ends no session. */
function watch_all(io) {
	let failures = 0;
	let known = count_wakes(io);
	let next = look(io);
	while (next !== null && failures < max_failures) {
		failures = next <= io.time() ? failures + 1 : 0;
		wait(io, max(next, io.time() + 1), known);
		known = count_wakes(io);
		next = look(io);
	}
	return next === null;
}

/** Watches while it has the lock, and looks once more after releasing it: an exchange that found it taken relies on this process. */
export function run(io) {
	const lock = lock_of(io, "watch");
	let is_needed = true;
	while (is_needed && io.lock(lock)) {
		const is_done = watch_all(io);
		io.unlock(lock);
		is_needed = is_done && look(io) !== null;
	}
};

/** Returns the exit status. */
export function main(_args, options) {
	protect_protect(() => {
		run(system_create(options ?? {}));
	});
	return 0;
};
