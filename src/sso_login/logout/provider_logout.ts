/**
 * Logins under way when the provider ends its session (OpenID Connect Back-Channel Logout 1.0): they have no session yet
 * that could be ended. A mark is written instead, and the login looks for it after it has opened its session.
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

/** Names are hashed with their issuer; a mark is kept as long as a login may take. */
function path_of(io: Io, issuer: string, claim: string, name: string): string {
  return store.path_of(io, "ended_" + hash.hash_sha256_hex(issuer + " " + claim + name));
}

/** The algorithm of an ID Token's signature; undefined without one. */
export function alg_of(id_token: string): string | undefined {
  const opened = jws.open_jws(id_token);
  return opened.ok ? json_values.text_of(opened.data.header.alg) : undefined;
}

/**
 * Leaves marks; false when they cannot be written. A token without `sid` is about all logins of its user; one with both is about those of
 * its session, and about those whose ID Token names no session. `alg` is the logout token's.
 */
export function mark(io: Io, issuer: string, sid: string, sub: string, alg?: string): boolean {
  const of_user = sub !== "" ? [path_of(io, issuer, "sub without sid", sub)] : [];
  const paths = sid !== "" ? [path_of(io, issuer, "sid", sid)].concat(of_user) : [path_of(io, issuer, "sub", sub)];
  return paths.every((path) => store.write(io, path, { at: io.time(), alg }));
}

/** The marks of a provider's session, or of a user without one, since Unix time `since`. */
function marks_since(io: Io, issuer: string, sid: string, sub: string, since: number): JsonObject[] {
  const own = sid !== "" ? path_of(io, issuer, "sid", sid) : path_of(io, issuer, "sub without sid", sub);
  const paths = [own, path_of(io, issuer, "sub", sub)];
  return paths
    .map((path) => store.read(io, path) ?? {})
    .filter((found) => typeof found.at === "number" && found.at >= since);
}

/** Whether the provider has ended its session `sid`, or all sessions of user `sub`, since Unix time `since`. */
export function has_ended(io: Io, issuer: string, sid: string, sub: string, since: number): boolean {
  return marks_since(io, issuer, sid, sub, since).length > 0;
}

/**
 * Whether the provider has ended the session that a user comes from, since Unix time `since`: IDP_ERROR, `when` for the log. A mark of a
 * logout token by another algorithm than the user's ID Token is none.
 */
export function check(io: Io, config: Config, user: SessionUser, since: number, when: string): Result<true> {
  const sid = user.provider_sid;
  if (sid === undefined) {
    return ok(true);
  }
  const alg = alg_of(user.id_token ?? "");
  const marks = marks_since(io, config.issuer_url, sid, user.sub, since);
  return marks.some((found) => alg === undefined || found.alg === undefined || found.alg === alg)
    ? err("IDP_ERROR", { reason: "the provider ended its session " + when })
    : ok(true);
}
