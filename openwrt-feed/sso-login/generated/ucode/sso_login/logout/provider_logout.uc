'use strict';
// Generated from src/sso_login/logout/provider_logout.ts by "make ucode"; do not edit.

/**
 * Logins under way when the provider ends its session (OpenID Connect Back-Channel Logout 1.0): they have no session yet
 * that could be ended. A mark is written instead, and the login looks for it after it has opened its session.
 */

import { array_every, array_some, is_number } from 'sso_login.ecma';
import { path_of as store_path_of, write as store_write, read as store_read } from 'sso_login.base.store';
import { text_of } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { open_jws } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';

/** Names are hashed with their issuer; a mark is kept as long as a login may take. */
function path_of(io, issuer, claim, name) {
	return store_path_of(io, "ended_" + hash_hash_sha256_hex(issuer + " " + claim + name));
}

/** The algorithm of an ID Token's signature; undefined without one. */
export function alg_of(id_token) {
	const opened = open_jws(id_token);
	return opened.ok ? text_of(opened.data.header.alg) : null;
};

/**
 * Leaves marks; false when they cannot be written. A token without `sid` is about all logins of its user; one with both is about those of
 * its session, and about those whose ID Token names no session. `alg` is the logout token's.
 */
export function mark(io, issuer, sid, sub, alg) {
	const of_user = sub !== "" ? [path_of(io, issuer, "sub without sid", sub)] : [];
	const paths = sid !== "" ? [...[path_of(io, issuer, "sid", sid)], ...of_user] : [path_of(io, issuer, "sub", sub)];
	return array_every(paths, (path) => store_write(io, path, { at: io.time(), alg }));
};

/** The marks of a provider's session, or of a user without one, since Unix time `since`. */
function marks_since(io, issuer, sid, sub, since) {
	const own = sid !== "" ? path_of(io, issuer, "sid", sid) : path_of(io, issuer, "sub without sid", sub);
	const paths = [own, path_of(io, issuer, "sub", sub)];
	return filter(map(paths, (path) => store_read(io, path) ?? {}), (found) => is_number(found.at) && found.at >= since);
}

/** Whether the provider has ended its session `sid`, or all sessions of user `sub`, since Unix time `since`. */
export function has_ended(io, issuer, sid, sub, since) {
	return length(marks_since(io, issuer, sid, sub, since)) > 0;
};

/**
 * Whether the provider has ended the session that a user comes from, since Unix time `since`: IDP_ERROR, `when` for the log. A mark of a
 * logout token by another algorithm than the user's ID Token is none.
 */
export function check(io, config, user, since, when) {
	const sid = user.provider_sid;
	if (sid === null) {
		return ok(true);
	}
	const alg = alg_of(user.id_token ?? "");
	const marks = marks_since(io, config.issuer_url, sid, user.sub, since);
	return array_some(marks, (found) => alg === null || found.alg === null || found.alg === alg)
		? err("IDP_ERROR", { reason: "the provider ended its session " + when })
		: ok(true);
};
