'use strict';
// Generated from src/sso_login/rpcd/refresh_tokens.ts by "make ucode"; do not edit.

/**
 * The refresh tokens of sessions (option `session_revalidate`), each in a file of the run directory. A file outlives its session for
 * a moment: the supervisor finds it, in whatever way the session ended, and has the token revoked and the file removed.
 */

import { array_find, ends_with, is_number, starts_with } from 'sso_login.ecma';
import { refresh_prefix } from 'sso_login.base.public_names';
import { write as store_write, path_of as store_path_of, read as store_read, is_fresh } from 'sso_login.base.store';
import { is_visible_ascii, parse_integer } from 'sso_login.base.strings';
import { is_name } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { provider_sections } from 'sso_login.settings.package_sections';

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

/** The token in a file; undefined where it is damaged. */
export function read(io, name) {
	const stored = store_read(io, store_path_of(io, name)) ?? {};
	if (!is_name(stored.refresh_token) || !is_number(stored.asked_at)) {
		return null;
	}
	// Files of earlier versions have no time of a proof where the last question gave one, and none by the monotonic clock.
	const proved_at = is_number(stored.proved_at) ? stored.proved_at : stored.asked_at;
	stored.proved_at = proved_at;
	if (!is_number(stored.proved_uptime)) {
		stored.proved_uptime = io.monotonic() - max(0, io.time() - proved_at);
	}
	return stored;
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
	const interval = section !== null ? interval_of(section.options.session_revalidate) : null;
	if (interval === null) {
		return null;
	}
	const moment = token.asked_at + interval;
	// The clock may have gone back.
	return is_fresh(token.asked_at, now, interval) ? moment : min(moment, now);
}

/**
 * The turns of files; damaged ones are removed. The token of a live session stays also while the option is off: the change may be taken
 * back. `files` were listed before `live`, all live sessions, as the file of a new session is not to go. `sections` are those of the package.
 */
export function turns_of(io, files, live, sections) {
	const now = io.time();
	const providers = provider_sections(sections);
	const found = [];
	for (let name in files) {
		const entry = array_find(live, (candidate) => name_of(candidate.sid) === name);
		const token = read(io, name);
		const moment = token === null || entry === null ? now : moment_of(providers, token, now);
		if (token === null) {
			remove(io, name);
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
