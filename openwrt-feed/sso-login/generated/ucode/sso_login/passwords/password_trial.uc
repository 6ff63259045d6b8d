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
import { err, ok } from 'sso_login.result';

/** Seconds of a trial, and for which the shell may turn passwords off after a login. */
export const trial_seconds = 600;

function path_of(io) {
	return store_path_of(io, trial_file);
}

export function is_there(io) {
	return io.file_info(path_of(io)) !== null;
};

function members(io) {
	return store_read(io, path_of(io)) ?? {};
}

/** Begins a trial of settings, by their hash. INTERNAL_ERROR. */
export function begin(io, settings_hash) {
	const began = floor(io.monotonic());
	const trial = { deadline: began + trial_seconds, began, settings: settings_hash };
	return store_write(io, path_of(io), trial)
		? ok(true)
		: err("INTERNAL_ERROR", { reason: "the run directory cannot be written" });
};

/** Continues a trial that cannot be ended now for some seconds. */
export function postpone(io, seconds) {
	const known = members(io);
	known.deadline = ceil(io.monotonic() + seconds);
	store_write(io, path_of(io), known);
};

/** Seconds until the trial ends; 0 where it is over, or its file is damaged, or has the clock of another boot, as where the run directory is kept. */
export function seconds_left(io) {
	const deadline = members(io).deadline;
	const left = is_number(deadline) ? ceil(deadline - io.monotonic()) : 0;
	const is_of_this_boot = left <= trial_seconds;
	return is_of_this_boot ? max(0, left) : 0;
};

/** Whether there is a file, and the time of its trial is over. */
export function is_overdue(io) {
	return is_there(io) && seconds_left(io) == 0;
};

/** The trial; undefined where there is none, where its time is over, and where its file does not say of what it is. */
export function read(io) {
	const known = members(io);
	const settings_hash = text_of(known.settings);
	const left = seconds_left(io);
	return is_number(known.began) && settings_hash !== "" && left > 0
		? { settings_hash, began: known.began, seconds_left: left }
		: null;
};

/** Whether a session has begun since the trial did. */
export function is_new(io, trial, entry) {
	const uptime = entry.uptime;
	return uptime !== null && uptime >= trial.began && is_fresh_uptime(io, uptime, trial_seconds);
};

export function finish(io) {
	io.remove(path_of(io));
	return ok(true);
};
