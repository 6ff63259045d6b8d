'use strict';
// Generated from src/sso_login/protocol/token_registry.ts by "make ucode"; do not edit.

/** The access-token registry: a token opens one session, once (specification, "Access-token registry"). */

import { substring } from 'sso_login.ecma';
import { hash_sha256_hex } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { registry_folder, registry_lifetime, ensure_run_dir, path_of, clean_registry } from 'sso_login.base.store';

/** When a token was registered, in Unix seconds; undefined when it was not within 24 hours. */
export function registered_at(io, access_token) {
	const name = hash_sha256_hex(access_token);
	const info = io.file_info(registry_folder(io, substring(name, 0, 2)) + "/" + name);
	return info !== null && io.time() < info.mtime + registry_lifetime ? info.mtime : null;
};

/**
 * Registers an access token by its SHA-256. The folder's creation is atomic: the first caller wins, later ones get
 * TOKEN_REPLAYED, for 24 hours.
 */
export function register(io, access_token) {
	const name = hash_sha256_hex(access_token);
	const folder = registry_folder(io, substring(name, 0, 2));
	const made_all = ensure_run_dir(io) && io.make_dir(path_of(io, "tokens")) !== "failed";
	if (!made_all || io.make_dir(folder) === "failed") {
		return err("INTERNAL_ERROR", { reason: "cannot make the token registry" });
	}
	clean_registry(io, folder, io.time());
	const made = io.make_dir(folder + "/" + name);
	if (made === "created") {
		return ok(true);
	}
	return made === "exists" ? err("TOKEN_REPLAYED") : err("INTERNAL_ERROR", { reason: "cannot register the token" });
};
