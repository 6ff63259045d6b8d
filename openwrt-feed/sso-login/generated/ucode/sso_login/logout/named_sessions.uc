'use strict';
// Generated from src/sso_login/logout/named_sessions.ts by "make ucode"; do not edit.

/** The sessions that a logout token names, and their end (OpenID Connect Back-Channel Logout 1.0 section 2.7). */

import { path_of as store_path_of } from 'sso_login.base.store';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { registered_at, register } from 'sso_login.protocol.token_registry';
import { err, ok } from 'sso_login.result';
import { end_overdue, end_session as session_ending_end_session } from 'sso_login.rpcd.session_ending';
import { list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';
import { alg_of as provider_logout_alg_of, has_ended, mark as provider_logout_mark } from 'sso_login.logout.provider_logout';

/** Whether the token names a session: by `sid`, or by `sub` where one of both has none, as a session opened while the option was off. */
function is_named(claims, entry) {
	return claims.sid !== "" && entry.provider_sid !== "" ? entry.provider_sid === claims.sid : entry.sub === claims.sub;
}

/**
 * Ends the named sessions; with `latest`, a Unix time, only those that were opened by then. A session whose ID Token was signed by
 * another algorithm than the logout token stays (Back-Channel Logout section 2.6): UNSUPPORTED_ALGORITHM.
 */
function end_named(io, config, claims, latest) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return list;
	}
	const named = filter(filter(end_overdue(io, list.data), (entry) => entry.issuer === config.issuer_url && is_named(claims, entry)), (entry) => latest === null || (entry.since ?? 0) <= latest);
	const fitting = filter(named, (entry) => (provider_logout_alg_of(entry.id_token) ?? claims.alg) === claims.alg);
	const failed = filter(fitting, (entry) => !session_ending_end_session(io, entry, "provider"));
	if (length(failed) > 0) {
		return err("UBUS_LOGIN_FAILED", { method: "destroy" });
	}
	return length(fitting) == length(named)
		? ok(true)
		: err("UNSUPPORTED_ALGORITHM", { alg: claims.alg, reason: "is not that of the session's ID Token" });
}

/** The name of a logout token in the registry. */
function name_of(config, claims) {
	return "logout " + config.issuer_url + " " + claims.jti;
}

/** The claims of a logout token that has not ended its sessions yet; else TOKEN_REPLAYED. */
export function check_unused(io, config, claims) {
	const used_at = registered_at(io, name_of(config, claims));
	return used_at === null ? ok(claims) : err("TOKEN_REPLAYED");
};

/**
 * Marks the logout for logins under way (provider_logout.ts), at the token's first use only. Returns the time of that use where this is a
 * repetition: sessions that were opened since then are not meant. INTERNAL_ERROR where the mark cannot be written.
 */
function mark_once(io, config, claims) {
	const name = "first " + name_of(config, claims);
	const first_at = registered_at(io, name);
	if (first_at !== null && has_ended(io, config.issuer_url, claims.sid, claims.sub, first_at)) {
		return ok(first_at);
	}
	const is_registered = first_at !== null || register(io, name).ok;
	const is_marked = provider_logout_mark(io, config.issuer_url, claims.sid, claims.sub, claims.alg);
	return is_registered && is_marked ? ok(null) : err("INTERNAL_ERROR", { path: io.paths.run_dir });
}

/**
 * Ends the named sessions, and then registers the token as used, so that it may come again until then. The mark for logins under
 * way comes first: a login opens its session and then looks for the mark, so that one of the two sees the other. Without a mark the sessions
 * end all the same, and then it fails, so that the token comes again.
 */
function end_and_register(io, config, claims) {
	const marked = mark_once(io, config, claims);
	const first_at = marked.ok ? marked.data : null;
	// The registry has the time of the file system, which may be a moment behind.
	const ended = end_named(io, config, claims, first_at !== null ? first_at + 1 : null);
	if (!ended.ok) {
		return ended;
	}
	return marked.ok ? register(io, name_of(config, claims)) : marked;
}

/**
 * Ends the sessions that a logout token names. One request at a time works on a token, and one that has ended its sessions
 * is used: TOKEN_REPLAYED. After another failure, or when the process is killed, the token may come again: UBUS_LOGIN_FAILED,
 * INTERNAL_ERROR.
 */
export function end_all(io, config, claims) {
	const claim = store_path_of(io, "claim_" + hash_hash_sha256_hex(name_of(config, claims)));
	if (!io.lock(claim)) {
		return err("TOKEN_REPLAYED", { reason: "another request works on it" });
	}
	const unused = check_unused(io, config, claims);
	const ended = unused.ok ? end_and_register(io, config, claims) : unused;
	// The kernel gives the lock back at the end of this process.
	io.remove(claim);
	return ended;
};
