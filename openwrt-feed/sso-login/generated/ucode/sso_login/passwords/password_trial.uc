'use strict';
// Generated from src/sso_login/passwords/password_trial.ts by "make ucode"; do not edit.

/**
 * The trial without passwords: a file of the run directory while it lasts. Its begin and end are moments of the monotonic clock; a
 * reboot ends it, as the run directory is in RAM.
 */

import { ceil, floor, is_number } from 'sso_login.ecma';
import { trial_file } from 'sso_login.base.public_names';
import { path_of as store_path_of, read as store_read, write as store_write, is_fresh_uptime } from 'sso_login.base.store';
import { text_of } from 'sso_login.base.json_values';

/** Seconds of a trial, and for which the shell may turn passwords off after a login. */
export const trial_seconds = 600;

function path_of(io) {
	return store_path_of(io, trial_file);
}

export function is_there(io) {
	return io.file_info(path_of(io)) !== null;
};

function read(io) {
	return store_read(io, path_of(io)) ?? {};
}

/** Begins a trial of settings, by the settings hash. */
export function begin(io, settings_hash) {
	const deadline = ceil(io.monotonic() + trial_seconds);
	return store_write(io, path_of(io), { deadline, began: floor(io.monotonic()), settings: settings_hash });
};

/** The settings hash of the trial; "" without one. */
export function settings_hash_of(io) {
	return text_of(read(io).settings);
};

/** Continues a trial that cannot be ended now for some seconds. */
export function postpone(io, seconds) {
	const known = read(io);
	known.deadline = ceil(io.monotonic() + seconds);
	store_write(io, path_of(io), known);
};

/** Seconds until the trial ends; 0 where it is over or its file is damaged. */
export function seconds_left(io) {
	const deadline = read(io).deadline;
	const left = is_number(deadline) ? ceil(deadline - io.monotonic()) : 0;
	return left <= trial_seconds + 1 ? max(0, min(left, trial_seconds)) : 0;
};

/** Whether a session has begun since the trial did. */
export function is_new(io, entry) {
	const began = read(io).began;
	const uptime = entry.uptime;
	return (
		is_number(began) &&
		uptime !== null &&
		uptime >= began &&
		is_fresh_uptime(io, uptime, trial_seconds)
	);
};

export function finish(io) {
	io.remove(path_of(io));
};
