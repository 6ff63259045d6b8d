'use strict';
// Generated from src/sso_login/logout/named_sessions.ts by "make ucode"; do not edit.

/** The sessions that a logout token names, and their end (OpenID Connect Back-Channel Logout 1.0 section 2.7). */

import { path_of as store_path_of } from 'sso_login.base.store';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { registered_at, register } from 'sso_login.protocol.token_registry';
import { err, ok } from 'sso_login.result';
import { end_overdue as ending_end_overdue, end_session as ending_end_session } from 'sso_login.rpcd.ending';
import { list_sso_sessions } from 'sso_login.rpcd.sessions';
import { has_ended, mark } from 'sso_login.logout.provider_logout';

/** Whether the token names a session. One that was opened while the option was off keeps no `sid`: there `sub` decides. */
function is_named(request, entry) {
	return request.sid !== "" && entry.provider_sid !== ""
		? entry.provider_sid === request.sid
		: entry.sub === request.sub;
}

/** Ends the named sessions; with `latest`, a Unix time, only those that were opened by then. */
function end_named(io, config, request, latest) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return list;
	}
	const failed = filter(filter(filter(ending_end_overdue(io, list.data), (entry) => entry.issuer === config.issuer_url && is_named(request, entry)), (entry) => latest === null || (entry.since ?? 0) <= latest), (entry) => !ending_end_session(io, entry, "provider"));
	return length(failed) == 0 ? ok(true) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** What the registry knows a logout token by. */
function name_of(config, request) {
	return "logout " + config.issuer_url + " " + request.jti;
}

/** The request of a logout token that has not ended its sessions yet; else TOKEN_REPLAYED. */
export function check_unused(io, config, request) {
	const used_at = registered_at(io, name_of(config, request));
	return used_at === null ? ok(request) : err("TOKEN_REPLAYED");
};

/**
 * Ends the named sessions and registers the token as used at last, so that it may come again until then. The mark for logins
 * under way comes first: a login opens its session and then looks for the mark, so that one of the two sees the other. Where
 * the mark was written at the first time, a repetition means the sessions that there were then.
 */
function end_and_register(io, config, request) {
	const name = name_of(config, request);
	const first = registered_at(io, "first " + name);
	const registered = first !== null ? ok(true) : register(io, "first " + name);
	const was_marked = first !== null && has_ended(io, config.issuer_url, request.sid, request.sub, first);
	const is_marked = was_marked || mark(io, config.issuer_url, request.sid, request.sub);
	// The registry has the time of the file system, which may be a moment behind.
	const ended = end_named(io, config, request, was_marked ? first + 1 : null);
	if (!ended.ok) {
		return ended;
	}
	return registered.ok && is_marked
		? register(io, name)
		: err("INTERNAL_ERROR", { path: io.paths.run_dir });
}

/**
 * Ends the sessions that a logout token names. One request at a time works on a token, and one that has ended its sessions
 * counts no more: TOKEN_REPLAYED. What fails otherwise, or is killed, leaves a token that may come again: UBUS_LOGIN_FAILED,
 * INTERNAL_ERROR.
 */
export function end_all(io, config, request) {
	const claim = store_path_of(io, "claim_" + hash_hash_sha256_hex(name_of(config, request)));
	if (!io.lock(claim)) {
		return err("TOKEN_REPLAYED", { reason: "another request works on it" });
	}
	const unused = check_unused(io, config, request);
	const ended = unused.ok ? end_and_register(io, config, request) : unused;
	io.remove(claim);
	return ended;
};
