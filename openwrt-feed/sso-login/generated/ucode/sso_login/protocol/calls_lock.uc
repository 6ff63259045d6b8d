'use strict';
// Generated from src/sso_login/protocol/calls_lock.ts by "make ucode"; do not edit.

/** The lock that lets one process at a time call a provider. A process that ends releases it, too. */

import * as store from 'sso_login.base.store';

/** How the names of these locks begin. */
export const prefix = "provider_lock";

/** The lock of this process's provider. */
export function path_of(io) {
	return store.path_of(io, prefix + store.own_suffix(io));
};

/** Lets other processes call the provider: this one is done with it. */
export function release(io) {
	io.unlock(path_of(io));
};
