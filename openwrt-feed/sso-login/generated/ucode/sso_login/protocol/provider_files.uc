'use strict';
// Generated from src/sso_login/protocol/provider_files.ts by "make ucode"; do not edit.

/** A provider as a value: the names of its files, and the lock that lets one process at a time call it. */

import { first } from 'sso_login.base.public_names';

/** The start of the names of all locks on calls. */
export const lock_prefix = "provider_lock";

/** The end of the names of a provider's own files; "" for the first one. */
export function suffix(provider) {
	const name = provider.log_name ?? first;
	return name === first ? "" : "_" + name;
};

/** The folder of a provider's files. */
export function folder(io, provider) {
	return provider.folder ?? io.paths.run_dir;
};

/** The path of a provider's file. */
export function path_of(io, provider, name) {
	return folder(io, provider) + "/" + name;
};

/** The path of the lock on calls. */
export function lock_path(io, provider) {
	return path_of(io, provider, lock_prefix + suffix(provider));
};

/** Releases the lock on calls, where this process has it. */
export function release(io, provider) {
	io.unlock(lock_path(io, provider));
};

/**
 * Runs a function that may call the provider, and returns its result. The first call takes the lock (`provider_calls.acquire_lock`), and the end
 * of the function releases it; so does the end of the process.
 */
export function asking(io, provider, run) {
	const result = run();
	release(io, provider);
	return result;
};
