'use strict';
// Generated from src/sso_login/program/watch.ts by "make ucode"; do not edit.

/**
 * Ends the sessions of programs when their tokens expire, as rpcd's time-out is only one of idleness. A token exchange starts this
 * process where none runs; it exits when no such session is left. It also applies `session_max_lifetime`.
 */

import { protect as protect_protect } from 'sso_login.io.protect';
import { create as system_create } from 'sso_login.io.system';
import { path_of as store_path_of } from 'sso_login.base.store';
import { end_overdue } from 'sso_login.rpcd.ending';
import { list_sso_sessions } from 'sso_login.rpcd.sessions';

/** Seconds between two looks at most, and looks that may fail in a row. */
const max_wait = 60;
const max_failures = 10;

/** The number of exchanges so far: each appends a byte to the file. */
function exchanges(io) {
	const info = io.file_info(store_path_of(io, "watch"));
	return info !== null ? info.size : 0;
}

/** Ends overdue sessions; returns the next moment to look, undefined when none is left, `now` where rpcd does not answer. */
function look(io) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return io.time();
	}
	let next;
	for (let entry in end_overdue(io, list.data)) {
		if (entry.end !== null) {
			next = min(next ?? entry.end, entry.end);
		}
	}
	return next;
}

/** Waits until a moment, or until there are more exchanges than `known`. */
function wait(io, moment, known) {
	const latest = min(moment, io.time() + max_wait);
	while (io.time() < latest && exchanges(io) == known) {
		io.sleep(1);
	}
}

/** Looks and waits until no session is left; false where rpcd does not answer or ends no session. */
function watch_all(io) {
	let failures = 0;
	let known = exchanges(io);
	let next = look(io);
	while (next !== null && failures < max_failures) {
		failures = next <= io.time() ? failures + 1 : 0;
		wait(io, max(next, io.time() + 1), known);
		known = exchanges(io);
		next = look(io);
	}
	return next === null;
}

/** Watches while it has the lock, and looks once more after releasing it: an exchange that found it taken relies on this process. */
export function run(io) {
	const lock = store_path_of(io, "watch.lock");
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
