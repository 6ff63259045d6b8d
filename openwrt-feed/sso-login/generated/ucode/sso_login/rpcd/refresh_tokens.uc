'use strict';
// Generated from src/sso_login/rpcd/refresh_tokens.ts by "make ucode"; do not edit.

/**
 * The refresh tokens of sessions (option `session_revalidate`), each in a file of the run directory. A file outlives its session for
 * a moment: the supervisor finds it, in whatever way the session ended, and has the token revoked and the file removed.
 */

import { array_find, ends_with, is_number, starts_with } from 'sso_login.ecma';
import { refresh_prefix } from 'sso_login.base.public_names';
import { write as store_write, path_of as store_path_of, read as store_read, is_fresh } from 'sso_login.base.store';
import { parse_integer } from 'sso_login.base.strings';
import { is_name } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { provider_sections } from 'sso_login.settings.package_sections';
import { end_session as session_ending_end_session } from 'sso_login.rpcd.session_ending';

/** A file's name is the hash of a session's id between `public_names.refresh_prefix` and this. */
const suffix = ".json";

/** Bytes of a token. */
const max_length = 16384;

/** Least seconds between two questions, whatever the option says. */
const min_interval = 300;

/** The name of a session's file. */
export function name_of(sid) {
	return refresh_prefix + hash_hash_sha256_hex(sid) + suffix;
};

/** Whether a value of the provider can be stored as a token. */
export function is_usable(value) {
	return is_name(value) && length(value) <= max_length;
};

/** Stores a token under a file's name in the place of an older one, whole or not at all; false when it cannot be written. */
export function write(io, name, token) {
	return store_write(io, store_path_of(io, name), token);
};

/** Stores the token of a new session; false when it cannot be stored. */
export function keep(io, config, sid, refresh_token) {
	const client_id = config.client_id;
	const token = { refresh_token, provider: config.provider, issuer: config.issuer_url, client_id, asked_at: io.time() };
	return is_usable(refresh_token) && write(io, name_of(sid), token);
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

/** The time at which a session's user was proved last, where later questions did not. */
export function unproved_since(io, sid) {
	const token = read(io, name_of(sid));
	return token !== null ? token.proved_at : null;
};

export function list(io) {
	return filter((io.list_dir(io.paths.run_dir) ?? []), (name) => starts_with(name, refresh_prefix) && ends_with(name, suffix));
};

export function of_provider(io, provider) {
	const found = [];
	for (let name in list(io)) {
		const token = read(io, name);
		if (token !== null && token.provider === provider) {
			push(found, token);
		}
	}
	return found;
};

/** The moment at which the provider is to be asked again; undefined where the option is off. */
function moment_of(providers, token, now) {
	const section = array_find(providers, (provider) => provider.name === token.provider);
	const option = section !== null ? section.options.session_revalidate : null;
	const seconds = type(option) == "string" ? parse_integer(option) : null;
	if (seconds === null) {
		return null;
	}
	const interval = max(min_interval, seconds);
	const moment = token.asked_at + interval;
	// The clock may have gone back.
	return is_fresh(token.asked_at, now, interval) ? moment : min(moment, now);
}

/** Ends the session of a damaged file, as nothing can prove its user again, and removes the file; a session that stays keeps it. */
function end_damaged(io, name, entry) {
	const reason = [["reason", "damaged_file"]];
	if (entry === null || session_ending_end_session(io, entry, reason, "SESSION_ENDED")) {
		remove(io, name);
	}
}

/**
 * Ends the sessions of damaged files, and returns the turns of the others. The token of a live session stays also while the option is off: the change may be taken back. `files` were listed
 * before `live`, all live sessions, as the file of a new session is not to go. `sections` are those of the package.
 */
export function settle(io, files, live, sections) {
	const now = io.time();
	const providers = provider_sections(sections);
	const found = [];
	for (let name in files) {
		const entry = array_find(live, (candidate) => name_of(candidate.sid) === name);
		const token = read(io, name);
		const moment = token === null || entry === null ? now : moment_of(providers, token, now);
		if (token === null) {
			end_damaged(io, name, entry);
		} else if (moment !== null) {
			push(found, { name, token, entry, moment });
		}
	}
	return found;
};

/** The turn of a provider that is due for the longest time. */
export function first_turn(all, provider, now) {
	let first;
	for (let turn in all) {
		const is_due = turn.token.provider === provider && turn.moment <= now;
		if (is_due && (first === null || turn.moment < first.moment)) {
			first = turn;
		}
	}
	return first;
};
