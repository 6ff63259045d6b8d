'use strict';
// Generated from src/sso_login/login/surplus_cookies.ts by "make ucode"; do not edit.

/** Room in a browser for the cookie of one login more. */

import { array_find, ends_with, key_of, starts_with } from 'sso_login.ecma';
import { cookie_prefix } from 'sso_login.base.public_names';
import { path_of as store_path_of } from 'sso_login.base.store';
import { consists_of, sorted_keys } from 'sso_login.base.strings';
import { file_prefix as handshake_record_file_prefix, file_suffix } from 'sso_login.login.handshake_record';

/** Cookies of logins that a browser may have: each request carries them all, and web servers limit a header line. */
const max_cookies = 8;
/** Digits of a state's hash in a cookie's name. */
const id_length = 8;

/**
 * The start of the login whose state's hash begins with these digits, in Unix seconds; undefined when `files`, the names in
 * the run directory, have no record of it.
 */
function started_at(io, files, digits) {
	const name = array_find(files, (file) => starts_with(file, handshake_record_file_prefix + digits) && ends_with(file, file_suffix));
	const info = name !== null ? io.file_info(store_path_of(io, name)) : null;
	return info !== null ? info.mtime : null;
}

/** The digits in the name of a login's cookie; "" for other cookies. */
function id_of(name) {
	const id = substr(name, length(cookie_prefix));
	const is_own = starts_with(name, cookie_prefix) && length(id) == id_length && consists_of(id, "hex");
	return is_own ? id : "";
}

/**
 * The names of the cookies that a start must clear, so that with the new one the browser has eight at most: those whose record is
 * gone, then the oldest.
 */
export function surplus(io, cookies) {
	const all = filter(sorted_keys(cookies), (name) => id_of(name) !== "");
	if (length(all) < max_cookies) {
		return [];
	}
	const files = io.list_dir(io.paths.run_dir) ?? [];
	const cleared = [];
	const live = {};
	for (let name in all) {
		const began_at = started_at(io, files, id_of(name));
		if (began_at === null) {
			push(cleared, name);
		} else {
			live[`${began_at} ${name}`] = name;
		}
	}
	const oldest = sorted_keys(live);
	const too_many = max(0, length(oldest) + 1 - max_cookies);
	return [...cleared, ...map(slice(oldest, 0, too_many), (began) => live[key_of(began)] ?? "")];
};
