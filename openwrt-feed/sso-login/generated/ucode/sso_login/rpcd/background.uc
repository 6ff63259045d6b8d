'use strict';
// Generated from src/sso_login/rpcd/background.ts by "make ucode"; do not edit.

/** Background processes: they go on when the request has ended; one for each task runs at a time, by its lock. */

import { path_of as store_path_of } from 'sso_login.base.store';

/** The lock of a task. */
export function lock_of(io, task) {
	return store_path_of(io, task + ".lock");
};

/** Starts the plug-in for a task unless it runs. */
export function start(io, task) {
	if (io.lock(lock_of(io, task))) {
		io.unlock(lock_of(io, task));
		io.start(io.paths.plugin, task);
	}
};

/** Has the process that waits for the end of sessions (entry_points/watch) look at them again, or starts it. */
export function wake(io) {
	// The running process sees the file grow.
	io.append_byte(store_path_of(io, "watch"));
	start(io, "watch");
};
