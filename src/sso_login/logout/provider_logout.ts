/**
 * Logins under way when the provider ends its session (OpenID Connect Back-Channel Logout 1.0): they have no session yet
 * that could be ended. A mark is written instead, and the login looks for it after it has opened its session.
 */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as hash from "../jose/hash";
import { err, ok, type Result } from "../result";
import type { SessionUser } from "../rpcd/create";
import type { Config } from "../settings/config";

/** Names are hashed with their issuer; a mark is kept as long as a login may take. */
function path_of(io: Io, issuer: string, claim: string, name: string): string {
  return store.path_of(io, "ended_" + hash.hash_sha256_hex(issuer + " " + claim + name));
}

/** Leaves a mark for a provider's session, or for a user where that is ""; false when it cannot be written. */
export function mark(io: Io, issuer: string, sid: string, sub: string): boolean {
  const path = sid !== "" ? path_of(io, issuer, "sid", sid) : path_of(io, issuer, "sub", sub);
  return store.write(io, path, { at: io.time() });
}

function is_marked(io: Io, path: string, since: number): boolean {
  const found = store.read(io, path);
  return found !== undefined && typeof found.at === "number" && found.at >= since;
}

/** Whether the provider has ended its session `sid`, or all sessions of user `sub`, since Unix time `since`. */
export function has_ended(io: Io, issuer: string, sid: string, sub: string, since: number): boolean {
  return is_marked(io, path_of(io, issuer, "sid", sid), since) || is_marked(io, path_of(io, issuer, "sub", sub), since);
}

/** Whether the provider has ended the session that a user comes from, since Unix time `since`: IDP_ERROR, `when` for the log. */
export function check(io: Io, config: Config, user: SessionUser, since: number, when: string): Result<true> {
  const sid = user.provider_sid;
  return sid !== undefined && has_ended(io, config.issuer_url, sid, user.sub, since)
    ? err("IDP_ERROR", { reason: "the provider ended its session " + when })
    : ok(true);
}
