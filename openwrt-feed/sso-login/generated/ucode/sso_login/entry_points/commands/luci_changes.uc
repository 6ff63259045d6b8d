'use strict';
// Generated from src/sso_login/entry_points/commands/luci_changes.ts by "make ucode"; do not edit.

/** Changes that somebody applies in LuCI, as lines of the log, as LuCI's controller tells them; and those that a page makes at once. */

import { array_some, ends_with, is_number } from 'sso_login.ecma';
import { decode_object, is_object, list } from 'sso_login.io.json';
import { event } from 'sso_login.base.log';
import { path_of as store_path_of } from 'sso_login.base.store';
import { text_of, strings_of } from 'sso_login.base.json_values';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { actor_pair, setting } from 'sso_login.rpcd.log_identity';
import { waiting_change, max_wait_seconds } from 'sso_login.rpcd.pending_change';
import { to_session, role_names, session_values } from 'sso_login.rpcd.rpcd_sessions';

/** Bytes of the list of packages, of that of options, and of the count in them. */
const max_packages = 100;
const max_options = 400;
const max_count = 8;

/** Seconds between two looks at a change that waits for its confirmation. */
const interval_seconds = 10;

/** The names that fit into so many bytes, with commas, and the count of the rest of `total`. */
function list_of(all, total, limit) {
	const listed = [];
	let left = limit - max_count;
	for (let name in all) {
		if (length(name) < left) {
			push(listed, name);
			left = left - length(name) - 1;
		}
	}
	return join(",", [...listed, ...length(listed) < total ? [`+${total - length(listed)}`] : []]);
}

/** The pairs of a change: the actor, the session, and the names of what changes. */
function pairs_of(io, request, stored, packages) {
	const sid = text_of(request.session);
	const entry = to_session(sid, stored);
	const is_local = entry.issuer === "";
	const known = [
		actor_pair(setting(io), entry),
		["provider", is_local ? null : entry.provider],
		["role", is_local ? null : role_names(entry)],
		["session", hash_safe_id(sid)],
		["remote", text_of(request.remote)],
		["packages", list_of(packages, length(packages), max_packages)],
	];
	const options = strings_of(request.options) ?? [];
	const total = is_number(request.total) ? request.total : length(options);
	return [...known, ...[["options", list_of(options, total, max_options)]]];
}

/** Whether LuCI waits for the confirmation of this change: what it keeps is of the session, and does not end before this change does. */
function is_waiting(io, request, seconds) {
	const change = waiting_change(io);
	const began_at = request.began;
	if (change === null || !is_number(began_at)) {
		return false;
	}
	return change.session === request.session && change.ends_at >= began_at + seconds;
}

/** Waits for the confirmation of a change; returns whether it did not come. */
function stays_unconfirmed(io, request, seconds) {
	// rpcd has one such change at a time, and the next one may come before the end of this wait; more processes are of no use.
	if (!array_some(["change_1.lock", "change_2.lock"], (name) => io.lock(store_path_of(io, name)))) {
		return false;
	}
	for (let waited = 0; waited <= seconds; waited += interval_seconds) {
		io.sleep(interval_seconds);
		if (!is_waiting(io, request, seconds)) {
			return false;
		}
	}
	return true;
}

/**
 * Logs a change that LuCI has applied. `input` is JSON: `session`, its `values`, `remote`, the names of `packages` and of
 * the first `options` of `total`; and, where LuCI takes the change back unless it is confirmed, the time when it `began`
 * and the `seconds`: then waits, and logs a change that nobody confirms. The word `refused` after it says that nothing was changed.
 * INVALID_REQUEST for other input.
 */
export function log_applied(io, input) {
	if (ends_with(input, "}refused")) {
		return ok(true);
	}
	const decoded = decode_object(input);
	const request = decoded.ok ? decoded.data : {};
	const packages = strings_of(request.packages) ?? [];
	const stored = request.values;
	if (length(packages) == 0 || !is_object(stored)) {
		return err("INVALID_REQUEST", { reason: "no change" });
	}
	const pairs = pairs_of(io, request, stored, packages);
	event(io, "notice", "CHANGED", pairs);
	const seconds = is_number(request.seconds) ? min(request.seconds, max_wait_seconds) : 0;
	if (seconds > 0 && stays_unconfirmed(io, request, seconds)) {
		event(io, "warning", "CHANGE_UNCONFIRMED", pairs);
	}
	return ok(true);
};

/** Logs that a caller's session has changed what these options name, which counts at once. */
export function log_at_once(io, sid, config, options) {
	const request = { session: sid, options: list(options) };
	event(io, "notice", "CHANGED", pairs_of(io, request, session_values(io, sid) ?? {}, [config]));
};
