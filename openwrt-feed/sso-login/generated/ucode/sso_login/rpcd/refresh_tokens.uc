'use strict';
// Generated from src/sso_login/rpcd/refresh_tokens.ts by "make ucode"; do not edit.

/**
 * The refresh tokens of sessions (option `session_revalidate`), each in a file of the run directory. A file outlives its session for
 * a moment: the supervisor finds it, in whatever way the session ended, and has the token revoked and the file removed.
 */

import { ends_with, is_number, starts_with } from 'sso_login.ecma';
import { refresh_prefix } from 'sso_login.base.public_names';
import { write as store_write, path_of as store_path_of, read as store_read } from 'sso_login.base.store';
import { is_visible_ascii, parse_integer } from 'sso_login.base.strings';
import { name_of as json_values_name_of, text_of, is_name } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';

/** A file's name is the hash of a session's id between `public_names.refresh_prefix` and this. */
const suffix = ".json";

/** Bytes of a token. */
const max_length = 16384;

/** Least seconds between two questions, whatever the option says. */
const min_interval = 300;

/** Intervals, and least seconds, that a proof is enough for. */
const max_intervals = 3;
const min_unproved = 3600;

/** The name of a session's file. */
export function name_of(sid) {
	return refresh_prefix + hash_hash_sha256_hex(sid) + suffix;
};

/** The fault of a value of the provider that cannot be used as a token; undefined where it can. */
export function fault_of(value) {
	if (type(value) != "string" || value === "") {
		return "is not a text";
	}
	if (length(value) > max_length) {
		return "is over 16 384 bytes";
	}
	return is_visible_ascii(value) ? null : "has a blank, or another character that no token has";
};

/** Stores a token under a file's name in the place of an older one, whole or not at all; false when it cannot be written. */
export function write(io, name, token) {
	return store_write(io, store_path_of(io, name), token);
};

/** Stores the token of a new session; false when it cannot be stored. */
export function keep(io, config, sid, refresh_token) {
	const now = io.time();
	const token = {
		refresh_token,
		provider: config.provider,
		issuer: config.issuer_url,
		client_id: config.client_id,
		asked_at: now,
		proved_at: now,
		proved_uptime: io.monotonic(),
	};
	return fault_of(refresh_token) === null && write(io, name_of(sid), token);
};

export function remove(io, name) {
	io.remove(store_path_of(io, name));
};

/** The token with changes, and with this failure or without one. */
function changed(token, changes, failure) {
	return {
		refresh_token: changes.refresh_token ?? token.refresh_token,
		provider: token.provider,
		issuer: token.issuer,
		client_id: token.client_id,
		asked_at: changes.asked_at ?? token.asked_at,
		proved_at: changes.proved_at ?? token.proved_at,
		proved_uptime: changes.proved_uptime ?? token.proved_uptime,
		failure,
	};
}

/** The token at a question to the provider, which begins now. */
export function at_question(io, token) {
	return changed(token, { asked_at: io.time() }, token.failure);
};

/** The token with another one that the provider gave in its place. */
export function rotated(token, refresh_token) {
	return changed(token, { refresh_token }, token.failure);
};

/** The token after a question that proved the user. By the monotonic clock the proof is of the answer, a few seconds later, which does not matter. */
export function after_proof(io, token) {
	return changed(token, { proved_at: token.asked_at, proved_uptime: io.monotonic() }, null);
};

/** The token after a question that did not prove the user. */
export function after_failure(token, failure) {
	return changed(token, {}, failure);
};

/**
 * The moment of the last proof by the monotonic clock, as far as the wall clock tells: files of earlier versions have it by the latter alone.
 */
function uptime_at(io, proved_at) {
	return io.monotonic() - max(0, io.time() - proved_at);
}

/** The token in a file; undefined where it is damaged. */
export function read(io, name) {
	const stored = store_read(io, store_path_of(io, name)) ?? {};
	const asked_at = stored.asked_at;
	const refresh_token = json_values_name_of(stored.refresh_token);
	const provider = json_values_name_of(stored.provider);
	if (refresh_token === "" || provider === "" || !is_number(asked_at)) {
		return null;
	}
	// In files of earlier versions the last question was a proof, unless they name another moment.
	const proved_at = is_number(stored.proved_at) ? stored.proved_at : asked_at;
	return {
		refresh_token,
		provider,
		issuer: text_of(stored.issuer),
		client_id: text_of(stored.client_id),
		asked_at,
		proved_at,
		proved_uptime: is_number(stored.proved_uptime) ? stored.proved_uptime : uptime_at(io, proved_at),
		failure: is_name(stored.failure) ? stored.failure : null,
	};
};

/** Seconds between two questions by the option `session_revalidate`; undefined where it is off, or wrong. */
export function interval_of(option) {
	const seconds = type(option) == "string" ? parse_integer(option) : null;
	return seconds !== null ? max(min_interval, seconds) : null;
};

/** The last proof of a session's user, of which the login is the first: Unix time, and seconds since then by the clock that does not jump. */
export function last_proof(io, entry) {
	const token = read(io, name_of(entry.sid));
	const at = token !== null ? token.proved_at : (entry.since ?? 0);
	const uptime = token !== null ? token.proved_uptime : entry.uptime;
	return { at, age: uptime !== null ? io.monotonic() - uptime : io.time() - at };
};

/** Whether a session's last proof is too old; `option` is `session_revalidate`. A program's session lasts as its token. */
export function is_unproved(io, entry, option) {
	const interval = entry.client === "" ? interval_of(option) : null;
	return interval !== null && last_proof(io, entry).age >= max(max_intervals * interval, min_unproved);
};

/** All files of tokens. */
export function read_all(io) {
	const whole = [];
	const damaged = [];
	for (let name in io.list_dir(io.paths.run_dir) ?? []) {
		if (starts_with(name, refresh_prefix) && ends_with(name, suffix)) {
			const token = read(io, name);
			if (token !== null) {
				push(whole, { name, token });
			} else {
				push(damaged, name);
			}
		}
	}
	return { whole, damaged };
};

export function remove_damaged(io, files) {
	for (let name in files.damaged) {
		remove(io, name);
	}
};

export function of_provider(io, provider) {
	const tokens = map(read_all(io).whole, (file) => file.token);
	return filter(tokens, (token) => token.provider === provider);
};
