'use strict';
// Generated from src/sso_login/protocol/provider_files.ts by "make ucode"; do not edit.

/** A provider as a value: the names of its files. */

import { first } from 'sso_login.base.public_names';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';

/** Whether it is the only provider, beside which no other one waits. */
export function is_only(provider) {
	return provider.log_name === null;
};

/** The start of the names of all locks on calls. */
export const lock_prefix = "provider_lock";

/** The end of the names of a provider's own files; "" for the first one. */
export function suffix(provider) {
	const name = provider.log_name;
	return name === null || name === first ? "" : "_" + name;
};

/** The folder of a provider's files. */
export function folder(io, provider) {
	return provider.folder ?? io.paths.run_dir;
};

/** The path of a provider's file. */
export function path_of(io, provider, name) {
	return folder(io, provider) + "/" + name;
};

/** The path of a provider's JSON file about something, such as an address, whose hash is in the name. */
export function path_about(io, provider, prefix, text) {
	return path_of(io, provider, prefix + hash_hash_sha256_hex(text) + ".json");
};

/** The path of the cached keys of an address. Each provider has its own: another's may have come by another trust store. */
export function keys_path(io, provider, jwks_uri) {
	return path_about(io, provider, "jwks_", jwks_uri + suffix(provider));
};

/** The path of the lock on calls. */
export function calls_lock(io, provider) {
	return path_of(io, provider, lock_prefix + suffix(provider));
};

/** The path of what the last login of the client lacked (`login_lacks`). */
export function lacks_path(io, provider) {
	return path_of(io, provider, "scopes" + suffix(provider) + ".json");
};
