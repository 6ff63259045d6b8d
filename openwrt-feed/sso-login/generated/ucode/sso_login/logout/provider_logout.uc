'use strict';
// Generated from src/sso_login/logout/provider_logout.ts by "make ucode"; do not edit.

/**
 * Logins under way when the provider ends its session (OpenID Connect Back-Channel Logout 1.0): they have no session yet
 * that could be ended. A mark is written instead, and the login looks for it after it has opened its session.
 */

import { is_number } from 'sso_login.ecma';
import { path_of as store_path_of, write as store_write, read as store_read } from 'sso_login.base.store';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';

/** Names are hashed with their issuer; a mark is kept as long as a login may take. */
function path_of(io, issuer, claim, name) {
	return store_path_of(io, "ended_" + hash_hash_sha256_hex(issuer + " " + claim + name));
}

/** Leaves a mark for a provider's session, or for a user where that is ""; false when it cannot be written. */
export function mark(io, issuer, sid, sub) {
	const path = sid !== "" ? path_of(io, issuer, "sid", sid) : path_of(io, issuer, "sub", sub);
	return store_write(io, path, { at: io.time() });
};

function is_marked(io, path, since) {
	const found = store_read(io, path);
	return found !== null && is_number(found.at) && found.at >= since;
}

/** Whether the provider has ended its session `sid`, or all sessions of user `sub`, since Unix time `since`. */
export function has_ended(io, issuer, sid, sub, since) {
	return is_marked(io, path_of(io, issuer, "sid", sid), since) || is_marked(io, path_of(io, issuer, "sub", sub), since);
};

/** Whether the provider has ended the session that a user comes from, since Unix time `since`: IDP_ERROR, `when` for the log. */
export function check(io, config, user, since, when) {
	const sid = user.provider_sid;
	return sid !== null && has_ended(io, config.issuer_url, sid, user.sub, since)
		? err("IDP_ERROR", { reason: "the provider ended its session " + when })
		: ok(true);
};
