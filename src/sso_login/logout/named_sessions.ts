/** The sessions that a logout token names, and their end (OpenID Connect Back-Channel Logout 1.0 section 2.7). */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as hash from "../jose/hash";
import type { LogoutClaims } from "../protocol/logout_token";
import * as token_registry from "../protocol/token_registry";
import { err, ok, type Result } from "../result";
import * as session_ending from "../rpcd/session_ending";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import type { SsoSession } from "../rpcd/rpcd_sessions";
import type { Config } from "../settings/provider_config";
import * as provider_logout from "./provider_logout";

/** Whether the token names a session: by `sid`, or by `sub` where one of both has none, as a session opened while the option was off. */
function is_named(claims: LogoutClaims, entry: SsoSession): boolean {
  return claims.sid !== "" && entry.provider_sid !== "" ? entry.provider_sid === claims.sid : entry.sub === claims.sub;
}

/**
 * Ends the named sessions; with `latest`, a Unix time, only those that were opened by then. A session whose ID Token was signed by
 * another algorithm than the logout token stays (Back-Channel Logout section 2.6): UNSUPPORTED_ALGORITHM.
 */
function end_named(io: Io, config: Config, claims: LogoutClaims, latest: number | undefined): Result<true> {
  const list = rpcd_sessions.list_sso_sessions(io);
  if (!list.ok) {
    return list;
  }
  const named = session_ending
    .end_overdue(io, list.data)
    .filter((entry) => entry.issuer === config.issuer_url && is_named(claims, entry))
    .filter((entry) => latest === undefined || (entry.since ?? 0) <= latest);
  const fitting = named.filter((entry) => (provider_logout.alg_of(entry.id_token) ?? claims.alg) === claims.alg);
  const failed = fitting.filter((entry) => !session_ending.end_session(io, entry, "provider"));
  if (failed.length > 0) {
    return err("UBUS_LOGIN_FAILED", { method: "destroy" });
  }
  return fitting.length === named.length
    ? ok(true)
    : err("UNSUPPORTED_ALGORITHM", { alg: claims.alg, reason: "is not that of the session's ID Token" });
}

/** The name of a logout token in the registry. */
function name_of(config: Config, claims: LogoutClaims): string {
  return "logout " + config.issuer_url + " " + claims.jti;
}

/** The claims of a logout token that has not ended its sessions yet; else TOKEN_REPLAYED. */
export function check_unused(io: Io, config: Config, claims: LogoutClaims): Result<LogoutClaims> {
  const used_at = token_registry.registered_at(io, name_of(config, claims));
  return used_at === undefined ? ok(claims) : err("TOKEN_REPLAYED");
}

/**
 * Marks the logout for logins under way (provider_logout.ts), at the token's first use only. Returns the time of that use where this is a
 * repetition: sessions that were opened since then are not meant. INTERNAL_ERROR where the mark cannot be written.
 */
function mark_once(io: Io, config: Config, claims: LogoutClaims): Result<number | undefined> {
  const name = "first " + name_of(config, claims);
  const first_at = token_registry.registered_at(io, name);
  if (first_at !== undefined && provider_logout.has_ended(io, config.issuer_url, claims.sid, claims.sub, first_at)) {
    return ok(first_at);
  }
  const is_registered = first_at !== undefined || token_registry.register(io, name).ok;
  const is_marked = provider_logout.mark(io, config.issuer_url, claims.sid, claims.sub, claims.alg);
  return is_registered && is_marked ? ok(undefined) : err("INTERNAL_ERROR", { path: io.paths.run_dir });
}

/**
 * Ends the named sessions, and then registers the token as used, so that it may come again until then. The mark for logins under
 * way comes first: a login opens its session and then looks for the mark, so that one of the two sees the other. Without a mark the sessions
 * end all the same, and then it fails, so that the token comes again.
 */
function end_and_register(io: Io, config: Config, claims: LogoutClaims): Result<true> {
  const marked = mark_once(io, config, claims);
  const first_at = marked.ok ? marked.data : undefined;
  // The registry has the time of the file system, which may be a moment behind.
  const ended = end_named(io, config, claims, first_at !== undefined ? first_at + 1 : undefined);
  if (!ended.ok) {
    return ended;
  }
  return marked.ok ? token_registry.register(io, name_of(config, claims)) : marked;
}

/**
 * Ends the sessions that a logout token names. One request at a time works on a token, and one that has ended its sessions
 * is used: TOKEN_REPLAYED. After another failure, or when the process is killed, the token may come again: UBUS_LOGIN_FAILED,
 * INTERNAL_ERROR.
 */
export function end_all(io: Io, config: Config, claims: LogoutClaims): Result<true> {
  const claim = store.path_of(io, "claim_" + hash.hash_sha256_hex(name_of(config, claims)));
  if (!io.lock(claim)) {
    return err("TOKEN_REPLAYED", { reason: "another request works on it" });
  }
  const unused = check_unused(io, config, claims);
  const ended = unused.ok ? end_and_register(io, config, claims) : unused;
  // The kernel gives the lock back at the end of this process.
  io.remove(claim);
  return ended;
}
