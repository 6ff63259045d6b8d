'use strict';
// Generated from src/sso_login/login/test/test_record.ts by "make ucode"; do not edit.

/**
 * The files of a test login, apart from the records of logins, so that neither is ever taken for the other: a snapshot of the
 * settings for each session, a ticket, a record for each state, and in the end the outcome in the snapshot's place. All are
 * small files in RAM of mode 0600, valid for 300 seconds; their names are hashes.
 */

import { starts_with } from 'sso_login.ecma';
import { is_array, is_object } from 'sso_login.io.json';
import { path_of as store_path_of, read_fresh as store_read_fresh, handshake_lifetime, is_fresh, remove_all, write as store_write, take as store_take, read as store_read } from 'sso_login.base.store';
import { text_of } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex, constant_time_eq as hash_constant_time_eq } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { to_record as handshake_record_to_record, read_record as handshake_record_read_record } from 'sso_login.login.handshake_record';

/** How the names of all files of test logins begin, and those of folders for calls to the provider. */
const prefix = "test_";
export const folder_prefix = prefix + "calls_";

function snapshot_path(io, session) {
	return store_path_of(io, prefix + "session_" + session + ".json");
}

function ticket_path(io, ticket) {
	return store_path_of(io, prefix + "ticket_" + hash_hash_sha256_hex(ticket) + ".json");
}

function record_path(io, state) {
	return store_path_of(io, prefix + "login_" + hash_hash_sha256_hex(state) + ".json");
}

/** The content of a file that has not expired. */
function read_fresh(io, path) {
	return store_read_fresh(io, path, "created_at", handshake_lifetime);
}

/** Removes expired files of all sessions: snapshots hold a secret. */
export function clean(io) {
	for (let name in io.list_dir(io.paths.run_dir) ?? []) {
		const info = starts_with(name, prefix) ? io.file_info(store_path_of(io, name)) : null;
		if (info !== null && !is_fresh(info.mtime, io.time(), handshake_lifetime)) {
			remove_all(io, store_path_of(io, name), "");
			io.remove(store_path_of(io, name));
		}
	}
};

/** Keeps the settings for a session, in the place of older ones, and the ticket; false when they cannot be written. */
export function save_snapshot(io, session, ticket, settings) {
	const created_at = io.time();
	const id = hash_hash_sha256_hex(ticket);
	const snapshot = { id, created_at, sections: settings.sections, provider: settings.provider };
	return (
		store_write(io, snapshot_path(io, session), snapshot) &&
		store_write(io, ticket_path(io, ticket), { session, id, created_at })
	);
};

/** A file's object once: of two requests at once only one succeeds. */
function take(io, path) {
	const stored = store_take(io, path);
	if (stored === null) {
		return err("STATE_NOT_FOUND", { test: true });
	}
	return is_fresh(stored.created_at, io.time(), handshake_lifetime)
		? ok(stored)
		: err("STATE_NOT_FOUND", { test: true, reason: "expired or damaged" });
}

function owner_of(stored) {
	return { session: text_of(stored.session), id: text_of(stored.id) };
}

/** Uses up a ticket; STATE_NOT_FOUND where it is none, or was used. */
export function take_ticket(io, ticket) {
	const taken = take(io, ticket_path(io, ticket));
	return taken.ok ? ok(owner_of(taken.data)) : taken;
};

/** The settings of a test; STATE_NOT_FOUND where the session has begun another one, or this one is over. */
export function snapshot_of(io, owner) {
	const stored = read_fresh(io, snapshot_path(io, owner.session));
	const is_own = stored !== null && hash_constant_time_eq(text_of(stored.id), owner.id);
	return is_own && is_array(stored.sections)
		? ok({ sections: stored.sections, provider: stored.provider })
		: err("STATE_NOT_FOUND", { test: true, reason: "another test has begun, or this one is over" });
};

/** Stores the record for the callback; false when it cannot be written. */
export function save_record(io, owner, handshake) {
	const stored = handshake_record_to_record(handshake, io.time());
	stored.session = owner.session;
	stored.id = owner.id;
	return store_write(io, record_path(io, handshake.state), stored);
};

/** A stored record of this state; one without cookie hash has one that no cookie has. */
function read_record(io, stored, state) {
	const handshake = handshake_record_read_record(stored, state, io.time());
	const owner = owner_of(stored);
	if (handshake === null || handshake.nonce === "" || handshake.code_verifier === "" || owner.session === "") {
		return null;
	}
	handshake.cookie_hash = handshake.cookie_hash ?? "";
	return { owner, handshake };
}

/** The record of a state as it is; undefined where there is none. */
export function look(io, state) {
	const stored = store_read(io, record_path(io, state));
	return stored !== null ? read_record(io, stored, state) : null;
};

/** Uses up the record of a state; STATE_NOT_FOUND. */
export function take_record(io, state) {
	const taken = take(io, record_path(io, state));
	if (!taken.ok) {
		return taken;
	}
	const found = read_record(io, taken.data, state);
	return found !== null ? ok(found) : err("STATE_NOT_FOUND", { test: true, reason: "damaged" });
};

/** Keeps the outcome in the place of the snapshot, whose secret goes; not where another test has begun. False where it is not kept. */
export function save_outcome(io, owner, outcome) {
	const kept = { id: owner.id, created_at: io.time(), outcome };
	return snapshot_of(io, owner).ok && store_write(io, snapshot_path(io, owner.session), kept);
};

/** The state of a session's last test: none, begun, or done with the outcome. */
export function outcome_of(io, session) {
	const stored = read_fresh(io, snapshot_path(io, session));
	if (stored === null) {
		return { state: "none" };
	}
	return is_object(stored.outcome) ? { state: "done", outcome: stored.outcome } : { state: "begun" };
};
