'use strict';
// Generated from src/sso_login/rpcd/watcher.ts by "make ucode"; do not edit.

/** Programs that go on when the request has ended; one of each runs at a time, by its lock. */

import { path_of as store_path_of } from 'sso_login.base.store';

/** The lock of a program. */
export function lock_of(io, program) {
	return store_path_of(io, program + ".lock");
};

/** Starts a program of the plug-in unless it runs. */
export function start(io, program) {
	if (io.lock(lock_of(io, program))) {
		io.unlock(lock_of(io, program));
		io.start(io.paths.plugin, program);
	}
};

/** Has the process that waits for the end of sessions (program/watch) look at them again, or starts it. */
export function wake(io) {
	// The running process sees the file grow.
	io.append_byte(store_path_of(io, "watch"));
	start(io, "watch");
};
