'use strict';
// Generated from src/sso_login/protocol/calls_lock.ts by "make ucode"; do not edit.

/** The lock that lets one process at a time call a provider. A process that ends releases it, too. */

import { path_of as store_path_of, own_suffix } from 'sso_login.base.store';

/** How the names of these locks begin. */
export const prefix = "provider_lock";

/** The lock of this process's provider. */
export function path_of(io) {
	return store_path_of(io, prefix + own_suffix(io));
};

/** Lets other processes call the provider: this one is done with it. */
export function release(io) {
	io.unlock(path_of(io));
};
