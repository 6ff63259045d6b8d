/**
 * Logins under way when the provider ends its session (OpenID Connect Back-Channel Logout 1.0), or an administrator logs the user out: they
 * have no session yet that could be ended. A mark is written instead, and the login looks for it after it has opened its session; a
 * program's token issued before it opens none.
 */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import * as jws from "../jose/jws";
import { err, ok, type Result } from "../result";
import type { SessionUser } from "../rpcd/session_creation";
import type { Config } from "../settings/provider_config";

/** Begins the names of marks. */
export const file_prefix = "ended_";

/** Seconds for which marks are kept where programs have tokens; else as long as a login may take (`web/clean_up`). */
export const lifetime = store.cache_lifetime;

/** Names are hashed with their issuer. */
function path_of(io: Io, issuer: string, claim: string, name: string): string {
  return store.path_of(io, file_prefix + hash.hash_sha256_hex(issuer + " " + claim + name));
}

/** The algorithm of an ID Token's signature; undefined without one. */
export function alg_of(id_token: string): string | undefined {
  const opened = jws.open_jws(id_token);
  return opened.ok ? json_values.text_of(opened.data.header.alg) : undefined;
}

/** The kind of a mark for the logins of a user whose ID Token names no session of the provider; the name is of files. */
const of_unnamed_session = "sub without sid";

/**
 * Leaves marks; false when they cannot be written. A token without `sid` is about all logins of its user; one with both is about those of
 * its session, and about those whose ID Token names no session. `alg` is the logout token's.
 */
export function mark(io: Io, issuer: string, sid: string, sub: string, alg?: string): boolean {
  const of_user = sub !== "" ? [path_of(io, issuer, of_unnamed_session, sub)] : [];
  const paths = sid !== "" ? [path_of(io, issuer, "sid", sid)].concat(of_user) : [path_of(io, issuer, "sub", sub)];
  return paths.every((path) => store.write(io, path, { at: io.time(), alg }));
}

/** Whether a stored mark is one since Unix time `since`. */
function is_since(found: JsonObject | undefined, since: number): boolean {
  return found !== undefined && typeof found.at === "number" && found.at >= since;
}

/** The path of an administrator's mark for a user, named by e-mail or `sub`; ASCII case does not count. */
function user_path(io: Io, name: string): string {
  return path_of(io, "", "user", name.toLowerCase());
}

/** Leaves a mark for a user whom an administrator logs out, at all providers; false when it cannot be written. */
export function mark_user(io: Io, name: string): boolean {
  return store.write(io, user_path(io, name), { at: io.time() });
}

/** The time of which a refusal tells. */
function when(user: SessionUser): string {
  return user.program !== undefined ? "since the token was issued" : "during the login";
}

/** The marks of a provider's session, or of a user without one, since Unix time `since`. */
function marks_since(io: Io, issuer: string, sid: string, sub: string, since: number): JsonObject[] {
  const own = sid !== "" ? path_of(io, issuer, "sid", sid) : path_of(io, issuer, of_unnamed_session, sub);
  const paths = [own, path_of(io, issuer, "sub", sub)];
  return paths.map((path) => store.read(io, path) ?? {}).filter((found) => is_since(found, since));
}

/** Whether the provider has ended its session `sid`, or all sessions of user `sub`, since Unix time `since`. */
export function has_ended(io: Io, issuer: string, sid: string, sub: string, since: number): boolean {
  return marks_since(io, issuer, sid, sub, since).length > 0;
}

/** Whether a token is older than marks, so that a logout since its issue may be forgotten; programs' own tokens have no logout. */
function is_beyond_marks(io: Io, user: SessionUser, since: number): boolean {
  return user.program !== undefined && user.program.is_of_person && io.time() >= since + lifetime;
}

/** Whether an administrator has logged out a user since Unix time `since`. */
function is_logged_out(io: Io, user: SessionUser, since: number): boolean {
  return [user.email, user.sub].some((name) => name !== "" && is_since(store.read(io, user_path(io, name)), since));
}

/**
 * Whether a logout since Unix time `since` ends the login of a user, which began then, or whose token was issued then: by the
 * provider, or by an administrator. IDP_ERROR. A mark of a logout token by another algorithm than the user's ID Token is none.
 */
export function check(io: Io, config: Config, user: SessionUser, since: number): Result<true> {
  if (is_logged_out(io, user, since)) {
    return err("IDP_ERROR", { reason: "an administrator has logged the user out " + when(user) });
  }
  const sid = user.provider_sid;
  // The provider may end no session: `backchannel_logout` is off (SessionUser).
  if (sid === undefined) {
    return ok(true);
  }
  if (is_beyond_marks(io, user, since)) {
    return err("IDP_ERROR", { reason: "the token is older than logouts are remembered: get a new one" });
  }
  const alg = alg_of(user.id_token ?? "");
  const marks = marks_since(io, config.issuer_url, sid, user.sub, since);
  return marks.some((found) => alg === undefined || found.alg === undefined || found.alg === alg)
    ? err("IDP_ERROR", { reason: "the provider ended its session " + when(user) })
    : ok(true);
}
