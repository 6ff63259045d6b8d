'use strict';
// Generated from src/sso_login/login/surplus_logins.ts by "make ucode"; do not edit.

/** Room in a browser for the cookie of one login more. */

import { array_find, ends_with, key_of, starts_with } from 'sso_login.ecma';
import { path_of as store_path_of } from 'sso_login.base.store';
import { sorted_keys } from 'sso_login.base.strings';
import { file_prefix as handshake_record_file_prefix, file_suffix } from 'sso_login.login.handshake_record';

/** Logins whose cookies a browser may have: each request carries them all, and web servers limit a header line. */
export const max_logins = 8;

/**
 * The start of the login whose state's hash begins with this id, in Unix seconds; undefined when `files`, the names in
 * the run directory, have no record of it.
 */
function started_at(io, files, id) {
	const name = array_find(files, (file) => starts_with(file, handshake_record_file_prefix + id) && ends_with(file, file_suffix));
	const info = name !== null ? io.file_info(store_path_of(io, name)) : null;
	return info !== null ? info.mtime : null;
}

/**
 * The logins of a browser that a start makes it forget, so that with the new one it has eight at most: those whose record is gone, then
 * the oldest. `ids` are those of all its logins, sorted.
 */
export function surplus(io, ids) {
	if (length(ids) < max_logins) {
		return [];
	}
	const files = io.list_dir(io.paths.run_dir) ?? [];
	const forgotten = [];
	const live = {};
	for (let id in ids) {
		const began_at = started_at(io, files, id);
		if (began_at === null) {
			push(forgotten, id);
		} else {
			live[`${began_at} ${id}`] = id;
		}
	}
	const oldest = sorted_keys(live);
	const too_many = max(0, length(oldest) + 1 - max_logins);
	return [...forgotten, ...map(slice(oldest, 0, too_many), (began) => live[key_of(began)] ?? "")];
};
