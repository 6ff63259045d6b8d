'use strict';
// Generated from src/sso_login/rpcd/refresh_tokens.ts by "make ucode"; do not edit.

/**
 * The refresh tokens of sessions (option `session_revalidate`), each in a file of the run directory. A file outlives its session for
 * a moment: the process that waits finds it, in whatever way the session ended, and has the token revoked and the file removed.
 */

import { array_find, array_some, ends_with, is_number, starts_with } from 'sso_login.ecma';
import { refresh_prefix, first as public_names_first } from 'sso_login.base.public_names';
import { write as store_write, path_of as store_path_of, read as store_read, is_fresh } from 'sso_login.base.store';
import { parse_integer } from 'sso_login.base.strings';
import { is_name } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { wake } from 'sso_login.rpcd.background';

/** A file's name is the hash of a session's id between `names.refresh_prefix` and this. */
const suffix = ".json";

/** Bytes of a token. */
const max_length = 16384;

/** Least seconds between two questions, whatever the option says. */
const min_interval = 300;

function name_of(sid) {
	return refresh_prefix + hash_hash_sha256_hex(sid) + suffix;
}

/** Whether a value of the provider can be stored as a token. */
export function is_usable(value) {
	return is_name(value) && length(value) <= max_length;
};

/** Stores a token under a file's name in the place of an older one, whole or not at all; false when it cannot be written. */
export function write(io, name, token) {
	return store_write(io, store_path_of(io, name), token);
};

/** Stores the token of a new session, and has the session watched; false when it cannot be stored. */
export function keep(io, config, sid, refresh_token) {
	const client_id = config.client_id;
	const provider = config.provider ?? public_names_first;
	const token = { refresh_token, provider, issuer: config.issuer_url, client_id, asked_at: io.time() };
	if (!is_usable(refresh_token) || !write(io, name_of(sid), token)) {
		return false;
	}
	wake(io);
	return true;
};

export function remove(io, name) {
	io.remove(store_path_of(io, name));
};

/** The token in a file; undefined where it is damaged. */
export function read(io, name) {
	const stored = store_read(io, store_path_of(io, name)) ?? {};
	const is_whole = is_usable(stored.refresh_token) && is_number(stored.asked_at);
	return is_whole ? (stored) : null;
};

/** The names of all files. */
export function list(io) {
	return filter((io.list_dir(io.paths.run_dir) ?? []), (name) => starts_with(name, refresh_prefix) && ends_with(name, suffix));
};

/** Whether a session of a provider has a token. */
export function of_provider(io, provider) {
	return array_some(list(io), (name) => (read(io, name) ?? { provider: null }).provider === provider);
};

/** The moment at which the provider is to be asked again; 0 where the option is off. */
function moment_of(providers, token, now) {
	const section = array_find(providers, (provider) => provider.name === token.provider);
	const option = section !== null ? section.options.session_revalidate : null;
	const seconds = type(option) == "string" ? parse_integer(option) : null;
	if (seconds === null) {
		return 0;
	}
	const interval = max(min_interval, seconds);
	// The clock may have gone back.
	return is_fresh(token.asked_at, now, interval) ? token.asked_at + interval : now;
}

/**
 * The turn that comes first; undefined without files. `files` were listed before `live`, all live sessions, as the file of a new session
 * is not to go.
 */
export function next_turn(io, providers, files, live) {
	const now = io.time();
	let first;
	for (let name in files) {
		const token = read(io, name);
		const entry = array_find(live, (candidate) => name_of(candidate.sid) === name);
		const moment = token !== null && entry !== null ? moment_of(providers, token, now) : 0;
		if (first === null || moment < first.moment) {
			first = { name, moment, token, entry };
		}
	}
	return first;
};
