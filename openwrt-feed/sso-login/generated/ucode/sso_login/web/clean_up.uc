'use strict';
// Generated from src/sso_login/web/clean_up.ts by "make ucode"; do not edit.

/** The lifetimes of files in the run directory, and the removal of older ones. */

import { array_find, array_some, ends_with, floor, starts_with } from 'sso_login.ecma';
import { hex_encode } from 'sso_login.io.bytes';
import { refresh_prefix, trial_file, upkeep_lock } from 'sso_login.base.public_names';
import { cache_lifetime, handshake_lifetime, path_of as store_path_of, is_fresh } from 'sso_login.base.store';
import { lifetime as provider_logout_lifetime, file_prefix as provider_logout_file_prefix } from 'sso_login.logout.provider_logout';
import { providers_with } from 'sso_login.settings.saved_config';
import { root_name, clean as token_registry_clean } from 'sso_login.protocol.token_registry';

/** Seconds. */
const minute = 60;

/** Seconds that files of the run directory are kept, by how their names begin. */
const lifetimes = [
	{ starts: ["client_"], seconds: minute },
	{ starts: ["change_"], seconds: 15 * minute },
	{
		starts: ["discovery_", "jwks_", "scopes", "rights_", "acl_folder", "trust_", "revalidate_"],
		seconds: cache_lifetime,
	},
];

/** The lifetime of marks of logouts: a mark outlives a token that it is about. */
function lifetime_of_marks(io) {
	return length(providers_with(io, "api_audience")) > 0
		? provider_logout_lifetime
		: handshake_lifetime;
}

/** The lifetime of a file; one that is not listed, such as the temporary file of a process that was killed, has that of a login. */
function lifetime_of(io, name) {
	if (starts_with(name, provider_logout_file_prefix) && !ends_with(name, ".tmp")) {
		return lifetime_of_marks(io);
	}
	const is_whole = !ends_with(name, ".tmp");
	const listed = array_find(lifetimes, (one) => is_whole && array_some(one.starts, (start) => starts_with(name, start)));
	return listed !== null ? listed.seconds : handshake_lifetime;
}

/**
 * Removes expired handshakes, the remains of consumed and interrupted ones, old counters and caches; at their age also links and empty
 * folders in the place of one of them. Cleans one of the token registry's 256 folders a minute, so that no request pays for all the
 * tokens of a day.
 */
export function clean(io, now) {
	for (let name in io.list_dir(io.paths.run_dir) ?? []) {
		const path = store_path_of(io, name);
		const info = io.file_info(path);
		const is_registry = name === root_name && info !== null && info.kind === "directory";
		// Those of ended sessions are revoked before they go.
		const is_token = starts_with(name, refresh_prefix) && !ends_with(name, ".tmp");
		// The lock's file stays: another one in its place could be locked beside it.
		const is_kept = is_registry || is_token || (index([trial_file, upkeep_lock], name) >= 0);
		if (info !== null && !is_kept && !is_fresh(info.mtime, now, lifetime_of(io, name))) {
			io.remove(path);
		}
	}
	const turn = hex_encode(chr(floor(1.0 * now / minute) % 256));
	token_registry_clean(io, turn, now);
};
