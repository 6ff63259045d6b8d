'use strict';
// Generated from src/sso_login/passwords/password_trial.ts by "make ucode"; do not edit.

/**
 * The trial without passwords: a file of the run directory while it lasts. Its end is a moment of the monotonic clock; a reboot
 * ends it, as the run directory is in RAM.
 */

import { ceil, is_number } from 'sso_login.ecma';
import { path_of as store_path_of, write as store_write, read as store_read } from 'sso_login.base.store';
import { text_of } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';

/** Seconds of a trial, and for which the shell may turn passwords off after a login. */
export const trial_seconds = 600;

/** A file of the run directory that the service's cleaning leaves alone. */
export const file_name = "password_trial";

function path_of(io) {
	return store_path_of(io, file_name);
}

export function is_there(io) {
	return io.file_info(path_of(io)) !== null;
};

function write(io, seconds, sessions) {
	return store_write(io, path_of(io), { deadline: ceil(io.monotonic() + seconds), sessions });
}

/** Begins a trial, which the given sessions cannot confirm. */
export function begin(io, sessions) {
	return write(io, trial_seconds, join(" ", map(sessions, (entry) => hash_hash_sha256_hex(entry.sid))));
};

/** Continues a trial that cannot be ended now for some seconds. */
export function postpone(io, seconds) {
	const known = store_read(io, path_of(io));
	return write(io, seconds, known !== null ? text_of(known.sessions) : "");
};

/** Seconds until the trial ends; 0 where it is over or its file is damaged. */
export function seconds_left(io) {
	const known = store_read(io, path_of(io));
	const deadline = known !== null ? known.deadline : null;
	const left = is_number(deadline) ? ceil(deadline - io.monotonic()) : 0;
	return left <= trial_seconds + 1 ? max(0, min(left, trial_seconds)) : 0;
};

export function is_new(io, sid) {
	const known = store_read(io, path_of(io));
	return known !== null && !(index(text_of(known.sessions), hash_hash_sha256_hex(sid)) >= 0);
};

export function finish(io) {
	io.remove(path_of(io));
};
