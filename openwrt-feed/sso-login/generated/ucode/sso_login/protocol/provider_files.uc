'use strict';
// Generated from src/sso_login/protocol/provider_files.ts by "make ucode"; do not edit.

/** A provider as a value: the names of its files. */

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

/** The path of what the last login of the client lacked (`login_lacks`). */
export function lacks_path(io, provider) {
	return path_of(io, provider, "scopes" + suffix(provider) + ".json");
};
