'use strict';
// Generated from src/sso_login/rpcd/session_ending.ts by "make ucode"; do not edit.

/** Ends sessions: one of them, those that have lasted too long, and those that a login replaces. */

import { array_find, load_module } from 'sso_login.ecma';
import { is_fresh_uptime, is_fresh } from 'sso_login.base.store';
import { parse_integer } from 'sso_login.base.strings';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { ok } from 'sso_login.result';
import { min_session_lifetime, max_session_lifetime } from 'sso_login.settings.option_bounds';
import { option_of } from 'sso_login.settings.package_sections';
import { log_session } from 'sso_login.rpcd.log_identity';
import { destroy_session, list_sso_sessions, find_session } from 'sso_login.rpcd.rpcd_sessions';

/** Most live sessions of a subject by logins of one kind. */
const max_sessions = 10;

/** After the end of a session of a provider: its refresh token, where there may be one, is revoked in the background. */
export function after_end(io, provider) {
	if (option_of(io, "session_revalidate", provider) !== null) {
		load_module('sso_login.rpcd.supervisor').tell(io);
	}
};

/** Ends a session and logs it; false when it cannot be ended. */
function end_and_log(io, entry, code, facts) {
	const is_ended = destroy_session(io, entry.sid);
	if (is_ended) {
		log_session(io, entry, facts, code);
	}
	return is_ended;
}

/** Ends a session, has its refresh token revoked, and logs `facts` about its end under `code`; false when it cannot be ended. */
export function end_with(io, entry, code, facts) {
	const is_ended = end_and_log(io, entry, code, facts);
	if (is_ended) {
		after_end(io, entry.provider);
	}
	return is_ended;
};

/** The same; `by` is what ends it, in a line LOGOUT. */
export function end_session(io, entry, by) {
	return end_with(io, entry, "LOGOUT", [["by", by]]);
};

/** The option `session_max_lifetime` in seconds, also where other options are wrong; undefined where it is absent or wrong. */
export function max_lifetime(io) {
	const option = option_of(io, "session_max_lifetime");
	const seconds = type(option) == "string" ? parse_integer(option) : null;
	const is_valid = seconds !== null && seconds >= min_session_lifetime;
	return is_valid && seconds <= max_session_lifetime ? seconds : null;
};

/** Whether a login is older than so many seconds, by the clock that does not jump where the session has its moment. */
function is_older(io, entry, seconds) {
	return entry.uptime !== null
		? !is_fresh_uptime(io, entry.uptime, seconds)
		: !is_fresh(entry.since, io.time(), seconds);
}

/** The option `session_revalidate` of a session's provider. */
function revalidation_of(io, entry) {
	return option_of(io, "session_revalidate", entry.provider);
}

/** Whether a session ends while it is used: by its token, its age, or the age of its last proof. */
export function has_end(io, entry) {
	return entry.end !== null || max_lifetime(io) !== null || revalidation_of(io, entry) !== null;
};

/** The end of a session that is over, in use or not, for the log; undefined where it is not over. */
function overdue_by(io, entry, lifetime) {
	const expiry = entry.end;
	// The life that the token had at the login, by the steady clock: the other one may have gone back.
	const has_passed = expiry !== null && entry.since !== null && is_older(io, entry, expiry - entry.since);
	if (has_passed || (expiry !== null && io.time() >= expiry)) {
		return "token";
	}
	if (lifetime !== null && is_older(io, entry, lifetime)) {
		return "lifetime";
	}
	const option = revalidation_of(io, entry);
	return option !== null && load_module('sso_login.rpcd.refresh_tokens').is_unproved(io, entry, option) ? "unproved" : null;
}

/**
 * Ends those sessions that are over, unless by an option whose change they have yet to confirm, and returns the others. Unlike `end_with` it does
 * not tell the supervisor: mostly that is the caller, and it finds within a minute what others end.
 */
export function end_overdue(io, all) {
	const lifetime = max_lifetime(io);
	return filter(all, (entry) => {
		const by = overdue_by(io, entry, lifetime);
		if (by === null || (by !== "token" && load_module('sso_login.rpcd.pending_change').unconfirmed_session(io) === entry.sid)) {
			return true;
		}
		const is_unproved = by === "unproved";
		const code = is_unproved ? "SESSION_ENDED" : "LOGOUT";
		return !end_and_log(io, entry, code, [[is_unproved ? "reason" : "by", by]]);
	});
};

/** Ends all sessions that are over, and returns their number. UBUS_LOGIN_FAILED when rpcd does not answer. */
export function expire(io) {
	const list = list_sso_sessions(io);
	return list.ok ? ok(length(list.data) - length(end_overdue(io, list.data))) : list;
};

/**
 * Whether two sessions are of one subject and count together: programs' ones, logins that another site may have begun, and the other logins,
 * so that no other site ends one of these.
 */
function count_together(entry, other) {
	const is_same_user = entry.sub === other.sub && entry.issuer === other.issuer;
	const is_same_site = entry.is_own_site === other.is_own_site;
	return is_same_user && is_same_site && (entry.client !== "") === (other.client !== "");
}

/**
 * After the session `sid` has opened: of all sessions ends those that are over, and those of its subject beyond `max` that are idle longest. The
 * supervisor learns of a session that it has to end; also of one of which rpcd does not tell.
 */
function after_opening(io, sid, found, max_) {
	const all = end_overdue(io, found);
	const current = array_find(all, (entry) => entry.sid === sid);
	if (current === null || has_end(io, current)) {
		load_module('sso_login.rpcd.supervisor').tell(io);
	}
	if (current === null) {
		return;
	}
	const others = filter(all, (entry) => entry.sid !== sid && count_together(entry, current));
	// Each use moves the end of a session; of those that were used last in the same second the older one goes.
	sort(others, (a, b) => (a.until != b.until ? a.until - b.until : (a.since ?? 0) - (b.since ?? 0)));
	for (let entry in slice(others, 0, max(0, length(others) + 1 - max_))) {
		end_session(io, entry, "limit");
	}
}

/** All live sessions; none where rpcd does not answer. */
function live_sessions(io) {
	const list = list_sso_sessions(io);
	return list.ok ? list.data : [];
}

/** After an exchange of a token has opened the session `sid`; `max` is ten by default. */
export function after_exchange(io, sid, max_) {
	after_opening(io, sid, live_sessions(io), max_ ?? max_sessions);
};

/**
 * After a login has opened the session `sid`: first ends the browser's former sessions, unless another site may have begun the login, whatever
 * cookies come with the provider's answer.
 */
export function after_login(io, sid, is_own_site, former) {
	const last_login = is_own_site ? former.last_login : null;
	const cookie_hash = last_login !== null ? hash_hash_sha256_hex(last_login.value) : null;
	// Those opened by a password, too.
	for (let replaced in is_own_site ? former.sessions : []) {
		const live = replaced !== sid ? find_session(io, replaced) : null;
		if (live !== null) {
			end_session(io, live, "login");
		}
	}
	const left = filter(live_sessions(io), (entry) => {
		// A session without a cookie has "" there.
		const is_last_login = entry.cookie_hash === cookie_hash && entry.sid !== sid;
		return !is_last_login || !end_session(io, entry, "login");
	});
	after_opening(io, sid, left, max_sessions);
};
