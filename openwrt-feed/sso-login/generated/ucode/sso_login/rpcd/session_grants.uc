'use strict';
// Generated from src/sso_login/rpcd/session_grants.ts by "make ucode"; do not edit.

/** The grants of a live session: those that rpcd lists are compared with those that its roles give, and changed to them. */

import { array_some, key_of } from 'sso_login.ecma';
import { is_object } from 'sso_login.io.json';
import { strings_of } from 'sso_login.base.json_values';
import { sorted_keys, before, add_missing } from 'sso_login.base.strings';
import { ok } from 'sso_login.result';
import { call as rpcd_sessions_call, grant } from 'sso_login.rpcd.rpcd_sessions';

/** The pairs of a scope as `session list` has them: the functions of each object. */
function listed_pairs(scope) {
	const pairs = [];
	const objects = is_object(scope) ? scope : {};
	for (let object in sorted_keys(objects)) {
		for (let name in strings_of(objects[key_of(object)]) ?? []) {
			push(pairs, [object, name]);
		}
	}
	return pairs;
}

/** The pairs of `some` that `others` have not. */
function without(some, others) {
	const known = {};
	for (let pair in others) {
		known[key_of(pair[0] + "\n" + pair[1])] = true;
	}
	return filter(some, (pair) => known[key_of(pair[0] + "\n" + pair[1])] !== true);
}

/** The text of an object before its first wildcard, by which rpcd sorts a scope (uh_id_len). */
function sort_key(object) {
	return before(before(before(object, "*"), "?"), "[");
}

/**
 * Whether rpcd's list may leave out grants of a scope: objects that it sorts alike may stand in several runs, and of each only the last run
 * is listed (rpc_session_dump_acls).
 */
function is_unclear(scope) {
	const seen = {};
	return array_some(sorted_keys(is_object(scope) ? scope : {}), (object) => {
		const is_second = seen[key_of(sort_key(object))] === true;
		seen[key_of(sort_key(object))] = true;
		return is_second;
	});
}

function differences(has, wanted) {
	const scopes = sorted_keys(has);
	add_missing(scopes, sorted_keys(wanted));
	return map(scopes, (scope) => {
		const listed = listed_pairs(has[key_of(scope)]);
		const due = wanted[key_of(scope)] ?? [];
		return {
			scope,
			due,
			surplus: without(listed, due),
			missing: without(due, listed),
			is_unclear: is_unclear(has[key_of(scope)]),
		};
	});
}

function is_different(found) {
	return length(found.surplus) + length(found.missing) > 0;
}

/** Whether a session has other grants than those that are wanted; `has` is what rpcd lists of it (`acls`). */
export function differs(has, wanted) {
	return array_some(differences(has, wanted), (found) => is_different(found));
};

/** Takes what is too much in a scope: without `objects` the whole of it. UBUS_LOGIN_FAILED. */
function revoke(io, sid, found) {
	if (length(found.surplus) == 0 && !found.is_unclear) {
		return ok(true);
	}
	const objects = length(found.due) == 0 || found.is_unclear ? null : found.surplus;
	return rpcd_sessions_call(io, "revoke", { ubus_rpc_session: sid, scope: found.scope, objects });
}

/**
 * Gives a live session the grants that are wanted: takes all that is too much first, so that an interruption leaves it with less; `has`
 * is what rpcd lists of it. Makes calls only for scopes that differ, or may: where rpcd's list is unclear. Returns whether something
 * differed. UBUS_LOGIN_FAILED.
 */
export function set(io, sid, has, wanted) {
	const found = differences(has, wanted);
	for (let difference in found) {
		const revoked = revoke(io, sid, difference);
		if (!revoked.ok) {
			return revoked;
		}
	}
	const missing = {};
	for (let difference in found) {
		const pairs = difference.is_unclear ? difference.due : difference.missing;
		if (length(pairs) > 0) {
			missing[key_of(difference.scope)] = pairs;
		}
	}
	const granted = grant(io, sid, missing);
	return granted.ok ? ok(array_some(found, (difference) => is_different(difference))) : granted;
};
