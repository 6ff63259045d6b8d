'use strict';
// Generated from src/sso_login/logout/provider_logout.ts by "make ucode"; do not edit.

/**
 * Logins under way when the provider ends its session (OpenID Connect Back-Channel Logout 1.0), or an administrator logs the user out: they
 * have no session yet that could be ended. A mark is written instead, and the login looks for it after it has opened its session; a
 * program's token issued before it opens none.
 */

import { array_every, array_some, is_number, lower } from 'sso_login.ecma';
import { cache_lifetime, path_of as store_path_of, write as store_write, read as store_read } from 'sso_login.base.store';
import { text_of } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { open_jws } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';

/** Begins the names of marks. */
export const file_prefix = "ended_";

/** Seconds for which marks are kept where programs have tokens; else as long as a login may take (`web/clean_up`). */
export const lifetime = cache_lifetime;

/** Names are hashed with their issuer. */
function path_of(io, issuer, claim, name) {
	return store_path_of(io, file_prefix + hash_hash_sha256_hex(issuer + " " + claim + name));
}

/** The algorithm of an ID Token's signature; undefined without one. */
export function alg_of(id_token) {
	const opened = open_jws(id_token);
	return opened.ok ? text_of(opened.data.header.alg) : null;
};

/** The kind of a mark for the logins of a user whose ID Token names no session of the provider; the name is of files. */
const of_unnamed_session = "sub without sid";

/**
 * Leaves marks; false when they cannot be written. A token without `sid` is about all logins of its user; one with both is about those of
 * its session, and about those whose ID Token names no session. `alg` is the logout token's.
 */
export function mark(io, issuer, sid, sub, alg) {
	const of_user = sub !== "" ? [path_of(io, issuer, of_unnamed_session, sub)] : [];
	const paths = sid !== "" ? [...[path_of(io, issuer, "sid", sid)], ...of_user] : [path_of(io, issuer, "sub", sub)];
	return array_every(paths, (path) => store_write(io, path, { at: io.time(), alg }));
};

/** Whether a stored mark is one since Unix time `since`. */
function is_since(found, since) {
	return found !== null && is_number(found.at) && found.at >= since;
}

/** The path of an administrator's mark for a user, named by e-mail or `sub`; ASCII case does not count. */
function user_path(io, name) {
	return path_of(io, "", "user", lower(name));
}

/** Leaves a mark for a user whom an administrator logs out, at all providers; false when it cannot be written. */
export function mark_user(io, name) {
	return store_write(io, user_path(io, name), { at: io.time() });
};

/** The time of which a refusal tells. */
function when(user) {
	return user.program !== null ? "since the token was issued" : "during the login";
}

/** The marks of a provider's session, or of a user without one, since Unix time `since`. */
function marks_since(io, issuer, sid, sub, since) {
	const own = sid !== "" ? path_of(io, issuer, "sid", sid) : path_of(io, issuer, of_unnamed_session, sub);
	const paths = [own, path_of(io, issuer, "sub", sub)];
	return filter(map(paths, (path) => store_read(io, path) ?? {}), (found) => is_since(found, since));
}

/** Whether the provider has ended its session `sid`, or all sessions of user `sub`, since Unix time `since`. */
export function has_ended(io, issuer, sid, sub, since) {
	return length(marks_since(io, issuer, sid, sub, since)) > 0;
};

/** Whether a token is older than marks, so that a logout since its issue may be forgotten; programs' own tokens have no logout. */
function is_beyond_marks(io, user, since) {
	return user.program !== null && user.program.is_of_person && io.time() >= since + lifetime;
}

/** Whether an administrator has logged out a user since Unix time `since`. */
function is_logged_out(io, user, since) {
	return array_some([user.email, user.sub], (name) => name !== "" && is_since(store_read(io, user_path(io, name)), since));
}

/**
 * Whether a logout since Unix time `since` ends the login of a user, which began then, or whose token was issued then: by the
 * provider, or by an administrator. IDP_ERROR. A mark of a logout token by another algorithm than the user's ID Token is none.
 */
export function check(io, config, user, since) {
	if (is_logged_out(io, user, since)) {
		return err("IDP_ERROR", { reason: "an administrator has logged the user out " + when(user) });
	}
	const sid = user.provider_sid;
	// The provider may end no session: `backchannel_logout` is off (SessionUser).
	if (sid === null) {
		return ok(true);
	}
	if (is_beyond_marks(io, user, since)) {
		return err("IDP_ERROR", { reason: "the token is older than logouts are remembered: get a new one" });
	}
	const alg = alg_of(user.id_token ?? "");
	const marks = marks_since(io, config.issuer_url, sid, user.sub, since);
	return array_some(marks, (found) => alg === null || found.alg === null || found.alg === alg)
		? err("IDP_ERROR", { reason: "the provider ended its session " + when(user) })
		: ok(true);
};
