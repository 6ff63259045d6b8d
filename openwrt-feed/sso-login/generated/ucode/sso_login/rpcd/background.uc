'use strict';
// Generated from src/sso_login/rpcd/background.ts by "make ucode"; do not edit.

/**
 * Background processes: each does one task, runs alone, by its lock, and goes on when the request has ended. The Io record has the
 * executable file that takes a task.
 */

import { path_of as store_path_of } from 'sso_login.base.store';

/** The lock of a task. */
export function lock_of(io, task) {
	return store_path_of(io, task + ".lock");
};

/** Starts a process for a task unless one runs. */
export function start(io, task) {
	if (io.lock(lock_of(io, task))) {
		io.unlock(lock_of(io, task));
		io.start(io.paths.plugin, task);
	}
};

/** The number of exchanges, logins and ends of sessions so far, for which the process that waits was wanted. */
export function count_wakes(io) {
	const info = io.file_info(store_path_of(io, "watch"));
	return info !== null ? info.size : 0;
};

/** Has the process that waits for the ends of sessions look at them again, or starts it. */
export function wake(io) {
	io.append_byte(store_path_of(io, "watch"));
	start(io, "watch");
};
