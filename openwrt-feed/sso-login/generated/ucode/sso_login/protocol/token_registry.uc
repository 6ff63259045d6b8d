'use strict';
// Generated from src/sso_login/protocol/token_registry.ts by "make ucode"; do not edit.

/** The access-token registry: a token opens one session, once (specification, "Access-token registry"). */

import { substring } from 'sso_login.ecma';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { path_of as store_path_of, ensure_run_dir } from 'sso_login.base.store';

/** Seconds that a token is remembered. */
export const lifetime = 24 * 3600;

/** The registry, in the run directory. */
export const root_name = "tokens";

/** The folder of the entries whose names begin with these two hexadecimal digits. */
function folder_of(io, digits) {
	return store_path_of(io, root_name + "/" + digits);
}

/** Removes the entries of one folder that are over their age; one from the future, after a clock change, stays. */
export function clean(io, digits, now) {
	const folder = folder_of(io, digits);
	for (let name in io.list_dir(folder) ?? []) {
		const info = io.file_info(folder + "/" + name);
		if (info !== null && now >= info.mtime + lifetime) {
			io.remove(folder + "/" + name);
		}
	}
};

/** When a token was registered, in Unix seconds; undefined when it was not within 24 hours. */
export function registered_at(io, access_token) {
	const name = hash_hash_sha256_hex(access_token);
	const info = io.file_info(folder_of(io, substring(name, 0, 2)) + "/" + name);
	return info !== null && io.time() < info.mtime + lifetime ? info.mtime : null;
};

/**
 * Registers an access token by its SHA-256. The folder's creation is atomic: the first caller wins, later ones get
 * TOKEN_REPLAYED, for 24 hours.
 */
export function register(io, access_token) {
	const name = hash_hash_sha256_hex(access_token);
	const digits = substring(name, 0, 2);
	const folder = folder_of(io, digits);
	const made_all = ensure_run_dir(io) && io.make_dir(store_path_of(io, root_name)) !== "failed";
	if (!made_all || io.make_dir(folder) === "failed") {
		return err("INTERNAL_ERROR", { reason: "cannot make the token registry" });
	}
	clean(io, digits, io.time());
	const made = io.make_dir(folder + "/" + name);
	if (made === "created") {
		return ok(true);
	}
	return made === "exists" ? err("TOKEN_REPLAYED") : err("INTERNAL_ERROR", { reason: "cannot register the token" });
};
