'use strict';
// Generated from src/sso_login/program/watch.ts by "make ucode"; do not edit.

/**
 * Ends the sessions of programs when their tokens expire, in use or not: rpcd's time-out is one of idleness. An exchange starts
 * this process where there is none; it ends when no such session is left. It ends on its way what `session_max_lifetime` says.
 */

import { protect as protect_protect } from 'sso_login.io.protect';
import { create as system_create } from 'sso_login.io.system';
import { path_of as store_path_of } from 'sso_login.base.store';
import { end_overdue as ending_end_overdue } from 'sso_login.rpcd.ending';
import { list_sso_sessions } from 'sso_login.rpcd.sessions';

/** Seconds after which it looks whatever happened, and looks at rpcd that may fail in a row. */
const max_wait = 60;
const max_failures = 10;

/** How often an exchange has said that there is a session more. */
function news_of(io) {
	const info = io.file_info(store_path_of(io, "watch"));
	return info !== null ? info.size : 0;
}

/** Ends what is overdue; the answer is the next moment to look, undefined when nothing is left, `now` where rpcd does not answer. */
function look(io) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return io.time();
	}
	let next;
	for (let entry in ending_end_overdue(io, list.data)) {
		if (entry.end !== null) {
			next = min(next ?? entry.end, entry.end);
		}
	}
	return next;
}

/** Waits until a moment, or until there is news since `news`. */
function wait(io, moment, news) {
	const latest = min(moment, io.time() + max_wait);
	while (io.time() < latest && news_of(io) == news) {
		io.sleep(1);
	}
}

/** Looks and waits until nothing is left; false where rpcd does not answer, or ends no session. */
function watch_all(io) {
	let failures = 0;
	let news = news_of(io);
	let next = look(io);
	while (next !== null && failures < max_failures) {
		failures = next <= io.time() ? failures + 1 : 0;
		wait(io, max(next, io.time() + 1), news);
		news = news_of(io);
		next = look(io);
	}
	return next === null;
}

/**
 * Watches while it has the lock. After it has given that back it looks once more, as an exchange that found it taken relies on
 * this process.
 */
export function run(io) {
	const lock = store_path_of(io, "watch.lock");
	let is_needed = true;
	while (is_needed && io.lock(lock)) {
		const is_done = watch_all(io);
		io.unlock(lock);
		is_needed = is_done && look(io) !== null;
	}
};

/** Runs it; returns the exit status. */
export function main(_args, options) {
	protect_protect(() => {
		run(system_create(options ?? {}));
	});
	return 0;
};
