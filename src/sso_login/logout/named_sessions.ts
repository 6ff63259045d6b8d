/** The sessions that a logout token names, and their end (OpenID Connect Back-Channel Logout 1.0 section 2.7). */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as hash from "../jose/hash";
import type { LogoutRequest } from "../protocol/logout_token";
import * as token_registry from "../protocol/token_registry";
import { err, ok, type Result } from "../result";
import * as ending from "../rpcd/ending";
import * as sessions from "../rpcd/sessions";
import type { SsoSession } from "../rpcd/sessions";
import type { Config } from "../settings/config";
import * as provider_logout from "./provider_logout";

/** Whether the token names a session. One that was opened while the option was off keeps no `sid`: there `sub` decides. */
function is_named(request: LogoutRequest, entry: SsoSession): boolean {
  return request.sid !== "" && entry.provider_sid !== ""
    ? entry.provider_sid === request.sid
    : entry.sub === request.sub;
}

/** Ends the named sessions; with `latest`, a Unix time, only those that were opened by then. */
function end_named(io: Io, config: Config, request: LogoutRequest, latest: number | undefined): Result<true> {
  const list = sessions.list_sso_sessions(io);
  if (!list.ok) {
    return list;
  }
  const failed = ending
    .end_overdue(io, list.data)
    .filter((entry) => entry.issuer === config.issuer_url && is_named(request, entry))
    .filter((entry) => latest === undefined || (entry.since ?? 0) <= latest)
    .filter((entry) => !ending.end_session(io, entry, "provider"));
  return failed.length === 0 ? ok(true) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}

/** What the registry knows a logout token by. */
function name_of(config: Config, request: LogoutRequest): string {
  return "logout " + config.issuer_url + " " + request.jti;
}

/** The request of a logout token that has not ended its sessions yet; else TOKEN_REPLAYED. */
export function check_unused(io: Io, config: Config, request: LogoutRequest): Result<LogoutRequest> {
  const used_at = token_registry.registered_at(io, name_of(config, request));
  return used_at === undefined ? ok(request) : err("TOKEN_REPLAYED");
}

/**
 * Ends the named sessions and registers the token as used at last, so that it may come again until then. The mark for logins
 * under way comes first: a login opens its session and then looks for the mark, so that one of the two sees the other. Where
 * the mark was written at the first time, a repetition means the sessions that there were then.
 */
function end_and_register(io: Io, config: Config, request: LogoutRequest): Result<true> {
  const name = name_of(config, request);
  const first = token_registry.registered_at(io, "first " + name);
  const registered = first !== undefined ? ok(true) : token_registry.register(io, "first " + name);
  const was_marked =
    first !== undefined && provider_logout.has_ended(io, config.issuer_url, request.sid, request.sub, first);
  const is_marked = was_marked || provider_logout.mark(io, config.issuer_url, request.sid, request.sub);
  // The registry has the time of the file system, which may be a moment behind.
  const ended = end_named(io, config, request, was_marked ? first + 1 : undefined);
  if (!ended.ok) {
    return ended;
  }
  return registered.ok && is_marked
    ? token_registry.register(io, name)
    : err("INTERNAL_ERROR", { path: io.paths.run_dir });
}

/**
 * Ends the sessions that a logout token names. One request at a time works on a token, and one that has ended its sessions
 * counts no more: TOKEN_REPLAYED. What fails otherwise, or is killed, leaves a token that may come again: UBUS_LOGIN_FAILED,
 * INTERNAL_ERROR.
 */
export function end_all(io: Io, config: Config, request: LogoutRequest): Result<true> {
  const claim = store.path_of(io, "claim_" + hash.hash_sha256_hex(name_of(config, request)));
  if (!io.lock(claim)) {
    return err("TOKEN_REPLAYED", { reason: "another request works on it" });
  }
  const unused = check_unused(io, config, request);
  const ended = unused.ok ? end_and_register(io, config, request) : unused;
  io.remove(claim);
  return ended;
}
